"""Step 5: one vector for every token, such that a text's mean points where the teacher points.

    python -m train_static.train --wheel W.whl --work DIR [--epochs 9]

1. Basis: the 256 leading singular vectors of the teacher's sentence vectors.
2. Start: each token's state (vocab.npy) on that basis, unit length, weighted down by its frequency
   (SIF, Arora et al. 2017, a = 1e-3).
3. Ridge regression of mean-pooled token vectors to the teacher's, pulled to the start, by
   conjugate gradients.
4. Adam on the batch's similarity matrix and on the cosine, with a tenth of the tokens dropped.
Spearman with the teacher on held-out prose: start alone .53–.61, ridge .85, Adam .87.
Reads DIR/sentences.*, salad.npz, vocab.npy; writes DIR/static.npz with `table` [30522, 256].
"""

import numpy as np
import scipy.sparse as sparse

from minilm import TOKENIZER_TOKENS
from train_static import common

DIMENSIONS = 256
SPECIAL = [0, 100, 101, 102, 103]
SIF = 1e-3
RIDGE, RIDGE_STEPS = 0.1, 40
BATCH, RATE, WARM_UP, DROPPED = 1024, 2e-3, 50, 0.1


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def counts(rows):
    """How often each token stands in each row, as a sparse matrix."""
    columns = np.concatenate(rows)
    ends = np.cumsum([0] + [len(r) for r in rows])
    ones = np.ones(len(columns), np.float32)
    matrix = sparse.csr_matrix((ones, columns, ends), shape=(len(rows), TOKENIZER_TOKENS))
    matrix.sum_duplicates()
    return matrix


def start_table(states, basis, frequency):
    """Where tokens start: their own states, the frequent ones short."""
    share = (frequency + 0.5) / (frequency.sum() + 0.5 * TOKENIZER_TOKENS)
    table = unit((states - states.mean(0)) @ basis) * (SIF / (SIF + share))[:, None]
    table[SPECIAL] = 0
    return table.astype(np.float32)


def ridge(means, target, table):
    """Conjugate gradients on |means·X − target|² + RIDGE·|X − table|², all dimensions at once."""
    turned = means.T.tocsr()
    step = np.zeros_like(table)
    residual = turned @ (target - means @ table)
    direction, energy = residual.copy(), (residual**2).sum(0)
    for _ in range(RIDGE_STEPS):
        image = turned @ (means @ direction) + RIDGE * direction
        pace = energy / np.maximum((direction * image).sum(0), 1e-30)
        step += pace * direction
        residual -= pace * image
        fresh = (residual**2).sum(0)
        direction = residual + fresh / np.maximum(energy, 1e-30) * direction
        energy = fresh
    return (table + step).astype(np.float32)


class Adam:
    """Adam that touches only the rows a batch has."""

    def __init__(self, table, steps):
        self.table, self.steps, self.step = table, steps, 0
        self.first, self.second = np.zeros_like(table), np.zeros_like(table)

    def move(self, rows, gradient):
        self.step += 1
        warm = min(1, self.step / WARM_UP) * (1 - 0.98 * self.step / self.steps)
        self.first[rows] = 0.9 * self.first[rows] + 0.1 * gradient
        self.second[rows] = 0.99 * self.second[rows] + 0.01 * gradient**2
        mean = self.first[rows] / (1 - 0.9 ** min(self.step, 200))
        spread = np.sqrt(self.second[rows] / (1 - 0.99 ** min(self.step, 900)))
        self.table[rows] -= RATE * warm * mean / (spread + 1e-8)


def refine(means, teacher, target, table, epochs, rng):
    """Similarity-matrix and cosine descent."""
    batch = min(BATCH, len(target))
    per_epoch = len(target) // batch
    adam = Adam(table, epochs * per_epoch)
    for epoch in range(epochs):
        order, loss = rng.permutation(len(target)), 0.0
        for start in range(0, per_epoch * batch, batch):
            chosen = order[start : start + batch]
            rows = means[chosen]
            rows.data *= rng.random(len(rows.data)) > DROPPED
            pooled = rows @ table
            length = np.maximum(np.linalg.norm(pooled, axis=1, keepdims=True), 1e-6)
            ours, theirs = pooled / length, teacher[chosen]
            error = ours @ ours.T - theirs @ theirs.T
            np.fill_diagonal(error, 0)
            loss += float((error**2).mean())
            slope = 32 * (error @ ours) / batch - target[chosen]
            slope = (slope - (slope * ours).sum(1, keepdims=True) * ours) / length / batch
            used = np.unique(rows.indices)
            adam.move(used, rows[:, used].T @ slope)
        print(f"epoch {epoch + 1}: similarity error {loss / per_epoch:.5f}", flush=True)
    return table


def epochs(parser):
    parser.add_argument("--epochs", type=int, default=9)


def main():
    args = common.arguments(__doc__, extra=epochs)
    rng = np.random.default_rng(0)
    texts = (args.work / "sentences.txt").read_text().splitlines()
    rows = [e.ids for e in common.teacher(args).tokenizer.encode_batch(texts)]
    sentences, salad = np.load(args.work / "sentences.npy"), np.load(args.work / "salad.npz")
    frequency = np.asarray(counts(rows).sum(0)).ravel()
    drawn = rng.choice(len(sentences), min(20_000, len(sentences)), False)
    basis = np.linalg.svd(sentences[drawn], full_matrices=False)[2][:DIMENSIONS].T
    teacher = np.vstack([sentences, salad["vectors"]])
    target = unit(teacher @ basis).astype(np.float32)
    matrix = counts(rows + [r[r > 0] for r in salad["ids"]])
    means = (sparse.diags(1 / np.asarray(matrix.sum(1)).ravel()) @ matrix).astype(np.float32)
    table = start_table(np.load(args.work / "vocab.npy"), basis, frequency)
    pooled = means.tocsr() @ table
    table *= np.float32((pooled * target).sum() / (pooled**2).sum())
    table = ridge(means.tocsr(), target, table)
    table = refine(means.tocsr(), teacher, target, table, args.epochs, rng)
    table[0] = 0
    np.savez(args.work / "static.npz", table=table)
    print(f"{args.work / 'static.npz'}: {table.shape}")


if __name__ == "__main__":
    main()
