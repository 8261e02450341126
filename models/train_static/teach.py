"""Step 1 and 2: sentences of prose, and the teacher's vectors of them.

    python -m train_static.teach --wheel W.whl --work DIR [--count 100000] [--prose FOLDER …]

Prose is the documentation of the pinned packages (about 30,000 sentences) and every text file of
the folders given; wider prose makes a better model. Never give it text that the model will be
judged by. Writes DIR/sentences.txt and DIR/sentences.npy [n, 384].
"""

import numpy as np

import prose
from train_static import common


def folders(parser):
    parser.add_argument("--prose", nargs="*", default=[], help="folders of .md, .rst, .txt files")


def main():
    args = common.arguments(__doc__, count=100_000, extra=folders)
    texts = prose.sample(args.count, args.prose)
    (args.work / "sentences.txt").write_text("\n".join(texts) + "\n")
    np.save(args.work / "sentences.npy", common.teacher(args).embed(texts))
    print(f"{args.work / 'sentences.npy'}: {len(texts)} sentences")


if __name__ == "__main__":
    main()
