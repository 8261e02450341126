// Deleting destroys the original's key, so there is no undo: the second press is the confirmation.

import { useRef, useState } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components';
import { Icon } from '../../parts/Icon';

interface DeleteButtonProps {
  title: string;
  busy: boolean;
  remove: () => void;
}

export function DeleteButton({ title, busy, remove }: DeleteButtonProps) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <Button ref={trigger} className="quiet" aria-label={`Delete ${title}`} isDisabled={busy}>
        <Icon name="trash" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className="confirm">
          <Heading slot="title" level={3}>
            Delete this document?
          </Heading>
          <p>Its original, text and passages go for good. The file you added stays where it is.</p>
          <div className="confirm-actions">
            <button type="button" className="button" onClick={() => setOpen(false)}>
              Keep
            </button>
            <button
              type="button"
              className="button danger"
              data-testid="delete-confirm"
              onClick={() => {
                setOpen(false);
                remove();
              }}
            >
              Delete
            </button>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
