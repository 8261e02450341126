// What the page of a node hands to all that changes the node.

import type { ChangeAnswer, NodeView } from '../../api';

/** Makes a change and says so; what it leaves is asked anew. */
export type Make = (said: string, work: () => Promise<ChangeAnswer>) => Promise<boolean>;

export interface NodeDialogProps {
  view: NodeView;
  make: Make;
  close: () => void;
}
