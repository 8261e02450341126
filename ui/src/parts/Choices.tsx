// One of a few choices, each explained in a sentence.

export interface Choice<T extends string> {
  value: T;
  label: string;
  words: string;
}

interface ChoicesProps<T extends string> {
  legend: string;
  name: string;
  choices: readonly Choice<T>[];
  value: T;
  choose: (value: T) => void;
  disabled?: boolean;
}

export function Choices<T extends string>(props: ChoicesProps<T>) {
  const { legend, name, choices, value, choose, disabled } = props;
  return (
    <fieldset className="choices" disabled={disabled}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="choice">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            aria-describedby={`${name}-${choice.value}`}
            onChange={() => choose(choice.value)}
          />
          <span>
            <strong>{choice.label}</strong>
            <span className="choice-words" id={`${name}-${choice.value}`}>
              {choice.words}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
