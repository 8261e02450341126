// Filters as chips: one of them is pressed.

interface ChipsProps<T extends string> {
  label: string;
  chips: readonly { value: T; label: string; count?: number }[];
  value: T;
  choose: (value: T) => void;
}

export function Chips<T extends string>({ label, chips, value, choose }: ChipsProps<T>) {
  return (
    <div className="chips" role="group" aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          className="chip"
          aria-pressed={chip.value === value}
          onClick={() => choose(chip.value)}
        >
          {chip.label}
          {chip.count !== undefined && <span className="chip-count"> {chip.count}</span>}
        </button>
      ))}
    </div>
  );
}
