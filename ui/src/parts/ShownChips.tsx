// Chips that say what of a list is shown, each with how many there are of it.

import { Chips } from './Chips';

interface ShownChipsProps<Shown extends string> {
  label: string;
  /** What there is to choose, by what it is called, in the order shown. */
  names: Record<Shown, string>;
  /** What a choice shows. */
  of: (value: Shown) => readonly unknown[];
  value: Shown;
  choose: (value: Shown) => void;
}

export function ShownChips<Shown extends string>({
  label,
  names,
  of,
  value,
  choose,
}: ShownChipsProps<Shown>) {
  const chips = (Object.keys(names) as Shown[]).map((shown) => ({
    value: shown,
    label: names[shown],
    count: of(shown).length,
  }));
  return (
    <div className="filter-rows">
      <Chips label={label} chips={chips} value={value} choose={choose} />
    </div>
  );
}
