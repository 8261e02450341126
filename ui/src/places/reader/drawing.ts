// Pages are drawn one after the other, those asked for last first: who scrolls through a book waits for
// the page that is in view, not for those that went by.

type Drawing = (left: () => boolean) => Promise<void>;

const waiting: (() => Promise<void>)[] = [];
let busy = false;

/** Draws when its turn comes. Gives what ends it: one that is left before its turn is never drawn. */
export function drawInTurn(draw: Drawing): () => void {
  let left = false;
  const turn = () => draw(() => left);
  waiting.push(turn);
  void next();
  return () => {
    left = true;
    const at = waiting.indexOf(turn);
    if (at >= 0) waiting.splice(at, 1);
  };
}

async function next(): Promise<void> {
  if (busy) return;
  busy = true;
  for (let turn = waiting.pop(); turn !== undefined; turn = waiting.pop()) await turn();
  busy = false;
}
