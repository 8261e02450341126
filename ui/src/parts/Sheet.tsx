// A dialog over the window with a title and a way out.

import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Icon } from './Icon';

interface SheetProps {
  title: string;
  isOpen: boolean;
  close: () => void;
  children: ReactNode;
}

export function Sheet({ title, isOpen, close, children }: SheetProps) {
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
              {title}
            </Heading>
            <button type="button" className="quiet" aria-label="Close" onClick={close}>
              <Icon name="close" />
            </button>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
