"""Step 4: random sequences of whole words, embedded by the teacher.

Prose alone reaches only half of the vocabulary. These sequences give every word a target, so that
a word met first in somebody's document has a place (everyday sentences: .53 → .69 Spearman).

    python -m train_static.salad --wheel W.whl --work DIR [--count 240000]

Writes DIR/salad.npz: `ids` [n, 10] padded with 0, `vectors` [n, 384]. Deps: requirements.txt.
"""

import numpy as np

from train_static import common

START, END = 101, 102
FIRST_WORD = 1996  # before it stand specials, single letters and punctuation
LONGEST = 8
BATCH = 256


def whole_words(tokenizer):
    """Ids of the vocabulary's plain words, the frequent ones first (BERT's own order)."""
    by_id = sorted((i, t) for t, i in tokenizer.get_vocab().items())
    plain = [i for i, t in by_id if i >= FIRST_WORD and t.isascii() and t.isalpha() and len(t) > 1]
    return np.array(plain)


def teach_salad(teacher, count, seed):
    """`count` random sequences and the teacher's vectors of them."""
    rng = np.random.default_rng(seed)
    words = whole_words(teacher.tokenizer)
    odds = 1 / np.arange(1, len(words) + 1) ** 0.3
    odds /= odds.sum()
    all_ids = np.zeros((count, LONGEST + 2), np.int32)
    vectors = np.zeros((count, 384), np.float32)
    for start in range(0, count, BATCH):
        size = min(BATCH, count - start)
        length = int(rng.integers(2, LONGEST + 1))
        ids = np.empty((size, length + 2), np.int64)
        ids[:, 0], ids[:, -1] = START, END
        ids[:, 1:-1] = rng.choice(words, (size, length), p=odds)
        all_ids[start : start + size, : length + 2] = ids
        vectors[start : start + size] = teacher.pooled(ids, np.ones_like(ids))
    return all_ids, vectors


def main():
    args = common.arguments(__doc__, count=240_000)
    ids, vectors = teach_salad(common.teacher(args), args.count, seed=3)
    np.savez(args.work / "salad.npz", ids=ids, vectors=vectors)
    print(f"{args.work / 'salad.npz'}: {len(ids)} sequences")


if __name__ == "__main__":
    main()
