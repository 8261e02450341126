// Every shortcut, behind `?`.

import { Sheet } from './Sheet';
import { SHORTCUTS } from './shortcuts';

export function ShortcutList({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const all = Object.values(SHORTCUTS);
  const places = [...new Set(all.map(({ where }) => where))];
  return (
    <Sheet title="Shortcuts" isOpen={isOpen} close={close}>
      <div className="shortcut-groups">
        {places.map((where) => (
          <section key={where}>
            <h3>{where}</h3>
            <dl>
              {all
                .filter((shortcut) => shortcut.where === where)
                .map(({ keys, label }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>
                      <kbd>{keys}</kbd>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Sheet>
  );
}
