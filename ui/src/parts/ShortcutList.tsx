// Every shortcut, behind `?`.

import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Icon } from './Icon';
import { SHORTCUTS } from './shortcuts';

export function ShortcutList({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const all = Object.values(SHORTCUTS);
  const places = [...new Set(all.map(({ where }) => where))];
  return (
    <ModalOverlay
      className="veil"
      isOpen={isOpen}
      isDismissable
      onOpenChange={(now) => !now && close()}
    >
      <Modal className="modal">
        <Dialog className="sheet">
          <div className="sheet-head">
            <Heading slot="title" level={2}>
              Shortcuts
            </Heading>
            <button type="button" className="quiet" aria-label="Close" onClick={close}>
              <Icon name="close" />
            </button>
          </div>
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
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
