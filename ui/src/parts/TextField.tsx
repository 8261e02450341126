// One line of text under its label.

interface TextFieldProps {
  label: string;
  id: string;
  value: string;
  change: (value: string) => void;
  required?: boolean;
  /** When the field is left. */
  left?: () => void;
}

export function TextField({ label, id, value, change, required = false, left }: TextFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        className="input"
        data-testid={id}
        required={required}
        value={value}
        onChange={(event) => change(event.target.value)}
        onBlur={left}
      />
    </label>
  );
}
