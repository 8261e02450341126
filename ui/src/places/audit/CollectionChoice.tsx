// One of the collections.

interface ChoiceProps {
  label: string;
  id: string;
  /** What stands for no choice. */
  all: string;
  collections: string[];
  value: string;
  change: (collection: string) => void;
}

export function CollectionChoice({ label, id, all, collections, value, change }: ChoiceProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <select
        className="input"
        data-testid={id}
        value={value}
        onChange={(event) => change(event.target.value)}
      >
        <option value="">{all}</option>
        {collections.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
