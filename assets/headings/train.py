"""Grows the trees that tell headings from other lines (trees.txt), and says how well they do.

    cargo run -p convert --features training --example heading_rows -- PDF… > rows.txt
    python assets/headings/train.py rows.txt assets/headings/trees.txt

Needs numpy and lightgbm. The PDFs must have bookmarks, which are the labels. A file whose bookmarks
name only some of its headings would teach that headings are none: files in which most of what the
trees of the other files find has no bookmark are left out, and so are lines that are headings by
their name alone. Files are folded, never lines; every file weighs the same as far as its headings
go, so that one long manual does not decide.
"""

import sys

import lightgbm
import numpy

FOLDS = 5
ROUNDS = 300
PARAMETERS = {
    "objective": "binary",
    "num_leaves": 12,
    "max_depth": 5,
    "learning_rate": 0.1,
    "min_data_in_leaf": 40,
    "lambda_l2": 5.0,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "max_bin": 63,
    "verbose": -1,
    "seed": 7,
    "num_threads": 1,
}
# most papers of a kind number their sections, others do not: each is seen both ways
UNNUMBERED = 0.3
NUMBERS = [
    "depth", "number_kind", "closed", "support", "number_count", "has_child", "style_numbered",
    "footnote", "mark",
]
# of what is found in a file, this much must have a bookmark
COMPLETE = 0.6
# headings of a file beyond these weigh less
HEADINGS = 40


def read(path):
    """Names of the features; file number, label and features of each line; the files' names."""
    names, files, rows, labels, owners, words = [], [], [], [], [], []
    for line in open(path, encoding="utf-8", errors="replace"):
        if line.startswith("file "):
            files.append(line[5:].strip())
        elif line.startswith("label "):
            names = line.split()[2:]
        elif "\t" in line:
            numbers, text = line.rstrip("\n").split("\t", 1)
            numbers = numbers.split()
            labels.append(int(numbers[0]))
            rows.append(numpy.array(numbers[2:], dtype=numpy.float32))
            owners.append(len(files) - 1)
            words.append(text)
    return names, files, numpy.array(rows), numpy.array(labels), numpy.array(owners), words


def weights(labels, owners):
    """Headings of all files weigh alike, up to so many; a file's other lines as they are."""
    weight = numpy.ones(len(labels), dtype=numpy.float32)
    for owner in numpy.unique(owners):
        own = owners == owner
        count = max(1, (labels[own] == 1).sum())
        scale = min(1.0, HEADINGS / count)
        weight[own] *= scale
    return weight


def unnumbered(rows, names):
    """The same lines as if nothing in them were numbered: type and space must tell then."""
    rows = rows.copy()
    for name in NUMBERS:
        rows[:, names.index(name)] = 0
    beginning = names.index("beginning")
    rows[rows[:, beginning] == 3, beginning] = 2
    return rows


def grow(rows, labels, owners, names):
    used = labels >= 0
    rows, labels, weight = rows[used], labels[used], weights(labels, owners)[used]
    data = lightgbm.Dataset(
        numpy.concatenate([rows, unnumbered(rows, names)]),
        numpy.concatenate([labels, labels]),
        weight=numpy.concatenate([weight, weight * UNNUMBERED]),
        feature_name=names,
    )
    return lightgbm.train(PARAMETERS, data, ROUNDS)


def odds(model, rows):
    return model.predict(rows, raw_score=True)


def folded(rows, labels, owners, names, files, asked=None):
    """Odds of each line (or of `asked` in its place) by trees that never saw its file."""
    asked = rows if asked is None else asked
    found = numpy.zeros(len(labels))
    fold = owners % FOLDS
    for number in range(FOLDS):
        model = grow(rows[fold != number], labels[fold != number], owners[fold != number], names)
        found[fold == number] = odds(model, asked[fold == number])
    return found


def best_threshold(found, labels, weight):
    """The odds at which precision and recall of lines are best together."""
    best = (0.0, 0.0)
    used = labels >= 0
    for threshold in numpy.arange(-2, 2, 0.05):
        got = found > threshold
        hit = weight[used & got & (labels == 1)].sum()
        all_got, expected = weight[used & got].sum(), weight[labels == 1].sum()
        f1 = 2 * hit / max(1e-9, all_got + expected)
        best = max(best, (f1, threshold))
    return best


def write(path, model, names, threshold):
    def walk(node, nodes, leaves):
        if "leaf_value" in node:
            leaves.append(node["leaf_value"])
            return -len(leaves)
        place = len(nodes)
        nodes.append(None)
        left = walk(node["left_child"], nodes, leaves)
        right = walk(node["right_child"], nodes, leaves)
        feature, edge = node["split_feature"], node["threshold"]
        nodes[place] = f"{feature} {edge:.5g} {left} {right}"
        return place

    with open(path, "w", encoding="utf-8") as out:
        print("# Grown by train.py; see there.", file=out)
        print(" ".join(names), file=out)
        print(f"{threshold:.3f}", file=out)
        for tree in model.dump_model()["tree_info"]:
            nodes, leaves = [], []
            walk(tree["tree_structure"], nodes, leaves)
            print(" ".join(nodes), "|", " ".join(f"{leaf:.4f}" for leaf in leaves), file=out)


def main():
    source, target = sys.argv[1:3]
    names, files, rows, labels, owners, words = read(source)
    # headings by their name alone are often left out of bookmarks: they teach nothing
    top = rows[:, names.index("top")] > 0
    labels[top & (labels == 0)] = -1
    found = folded(rows, labels, owners, names, files)
    kept = []
    for owner, file in enumerate(files):
        own = (owners == owner) & (labels >= 0)
        got = own & (found > 0)
        hit = (got & (labels == 1)).sum()
        share = hit / max(1, got.sum())
        kept.append((labels[owners == owner] == 1).sum() >= 3 and share >= COMPLETE)
        expected = (own & (labels == 1)).sum()
        print(f"{file}: {hit} of {expected}, {got.sum()} found{'' if kept[-1] else ', left out'}")
    use = numpy.array(kept)[owners]
    rows, labels, owners = rows[use], labels[use], owners[use]
    words = [word for word, used in zip(words, use) if used]
    found = folded(rows, labels, owners, names, files)
    weight = weights(labels, owners)
    f1, threshold = best_threshold(found, labels, weight)
    bare = folded(rows, labels, owners, names, files, unnumbered(rows, names))
    print(f"as if nothing were numbered: F1 {best_threshold(bare, labels, weight)[0]:.3f}")
    got, true = (found > threshold) & (labels >= 0), labels == 1
    recall = weight[got & true].sum() / weight[true].sum()
    precision = weight[got & true].sum() / weight[got].sum()
    print(f"{sum(kept)} of {len(files)} files, folded: lines F1 {f1:.3f} at {threshold:.2f},")
    print(f"recall {recall:.3f}, precision {precision:.3f}")
    if len(sys.argv) > 3:
        with open(sys.argv[3], "w", encoding="utf-8") as out:
            for at in numpy.nonzero(got != true)[0]:
                kind = "missed" if true[at] else "wrong" if labels[at] == 0 else None
                if kind:
                    name = files[owners[at]].rsplit("/", 1)[-1]
                    print(f"{name}\t{kind}\t{found[at]:.2f}\t{words[at]}", file=out)
    model = grow(rows, labels, owners, names)
    write(target, model, names, threshold)
    gains = sorted(zip(model.feature_importance("gain"), names), reverse=True)
    print(" ".join(f"{name}:{gain:.0f}" for gain, name in gains))


main()
