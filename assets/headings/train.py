"""Grows the trees that tell headings from other lines (trees.txt), and says how well they do.

    cargo run -p convert --features training --example heading_rows -- PDF… > rows.txt
    python assets/headings/train.py rows.txt assets/headings/trees.txt [MISTAKES]

Needs numpy and lightgbm. The PDFs must have bookmarks, which are the labels. A file whose bookmarks
name only some of its headings would teach that headings are none: files in which most of what the
trees of the other files find has no bookmark are left out, and so are lines that are headings by
their name alone, and lines of a style of which much is found and nearly nothing has a bookmark.
Files are folded, never lines; every file weighs the same as far as its headings go, so that one
long manual does not decide.

The first trees see a line; the second see also what the first said of its company
(`headings/company.rs`), and are grown on what first trees said that had never seen the file.
"""

import hashlib
import sys
from pathlib import Path

import lightgbm
import numpy

sys.path.append(str(Path(__file__).parents[1]))
import trees  # noqa: E402

FOLDS = 3
ROUNDS = (120, 150)
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
# a part of a document, as if it were all, weighs so much
PART = 0.3
# of what is found in a file, this much must have a bookmark
COMPLETE = 0.6
# a style of which less of what is found has a bookmark is one that the bookmarks pass over
NAMED = 0.15
THINNED = 5
# headings of a file beyond these weigh less
HEADINGS = 40
# odds of what can be no heading; at or below UNLIKELY the second trees are not asked
NONE, UNLIKELY = 9.0, -5.0
FAR = 60
LARGER = 1.08
COMPANY = [
    "odds", "odds_before", "odds_after", "style_found", "style_sum", "style_best", "series_found",
    "series_sum", "found_a_page", "found", "found_of_style", "best", "likelier", "since", "until",
    "found_bold", "found_numbered", "found_larger", "found_capitals",
]


class Lines:
    """All lines: their features, labels, and which document (file or part of one) they are of."""

    def __init__(self, path):
        self.names, self.files, self.documents = [], [], []
        rows, labels, places, words = [], [], [], []
        for line in open(path, encoding="utf-8", errors="replace"):
            if line.startswith("file "):
                self.files.append(line[5:].strip())
            elif line.startswith("part "):
                start, pages, leading, reached, lost = map(int, line.split()[1:])
                whole = not self.documents or self.documents[-1][0] != len(self.files) - 1
                self.documents.append((len(self.files) - 1, whole, leading, reached, lost))
            elif line.startswith("label "):
                self.names = line.split()[1:]
            elif "\t" in line:
                numbers, text = line.rstrip("\n").split("\t", 1)
                numbers = numbers.split(" ")
                labels.append(int(numbers[0]))
                places.append((len(self.documents) - 1, *map(int, numbers[1:5])))
                rows.append(numpy.array(numbers[5:], dtype=numpy.float32))
                words.append(text)
        self.rows, self.labels, self.words = numpy.array(rows), numpy.array(labels), words
        self.document, self.at, self.group, self.style, self.number = numpy.array(places).T
        self.owner = numpy.array([own[0] for own in self.documents])[self.document]
        self.whole = numpy.array([own[1] for own in self.documents])[self.document]
        fold = [int(hashlib.sha256(base(file).encode()).hexdigest(), 16) % FOLDS for file in self.files]
        self.fold = numpy.array(fold)[self.owner]

    def column(self, name):
        return self.rows[:, self.names.index(name)]

    def only(self, used):
        own = object.__new__(type(self))
        own.__dict__.update(self.__dict__)
        for name in "rows labels document at group style number owner whole fold capitals".split():
            setattr(own, name, getattr(self, name)[used])
        own.words = [word for word, kept in zip(self.words, used) if kept]
        return own


def base(path):
    return path.rsplit("/", 1)[-1]


def weights(lines):
    """Headings of all files weigh alike, up to so many; a file's other lines as they are."""
    weight = numpy.where(lines.whole, 1.0, PART).astype(numpy.float32)
    counts = numpy.bincount(lines.owner, (lines.labels == 1) & lines.whole, len(lines.files))
    return weight * numpy.minimum(1.0, HEADINGS / numpy.maximum(1, counts))[lines.owner]


def unnumbered(rows, names):
    """The same lines as if nothing in them were numbered: type and space must tell then."""
    rows = rows.copy()
    for name in NUMBERS:
        rows[:, names.index(name)] = 0
    beginning = names.index("beginning")
    rows[rows[:, beginning] == 3, beginning] = 2
    return rows


def grow(rows, labels, weight, names, rounds, both):
    used = labels >= 0
    if both:
        # lines that are none are many: some of them stand for all
        thinned = (labels == 1) | (numpy.arange(len(labels)) % THINNED == 0)
        weight = numpy.where(labels == 1, weight, weight * THINNED)
        used &= thinned
    rows, labels, weight = rows[used], labels[used], weight[used]
    if both:
        rows = numpy.concatenate([rows, unnumbered(rows, names)])
        labels = numpy.concatenate([labels, labels])
        weight = numpy.concatenate([weight, weight * UNNUMBERED])
    data = lightgbm.Dataset(rows, labels, weight=weight, feature_name=names)
    return lightgbm.train(PARAMETERS, data, rounds)


def odds(model, rows):
    return model.predict(rows, raw_score=True)


def folded(lines, rows, names, rounds, both, used=None):
    """Odds of each line by trees that never saw its file."""
    used = numpy.ones(len(rows), bool) if used is None else used
    found = numpy.full(len(rows), -NONE)
    weight = weights(lines)
    for number in range(FOLDS):
        seen, asked = used & (lines.fold != number), used & (lines.fold == number)
        model = grow(rows[seen], lines.labels[seen], weight[seen], names, rounds, both)
        if asked.any():
            found[asked] = odds(model, rows[asked])
    return found


def company(lines, found):
    """What `found`, the odds of all lines, says of each line's company: as company.rs."""
    found = numpy.clip(found, -NONE, NONE)
    chance = 1 / (1 + numpy.exp(-found))
    rows = numpy.zeros((len(found), len(COMPANY)), dtype=numpy.float32)
    pages = numpy.exp(lines.column("pages"))
    larger = lines.column("size") > LARGER
    habits = [lines.column("bold") > 0, lines.number > 0, larger, lines.capitals]
    edges = numpy.nonzero(numpy.diff(lines.document))[0] + 1
    for own in numpy.split(numpy.arange(len(found)), edges):
        if not len(own):
            continue
        at, score, p = lines.at[own], found[own], chance[own]
        total = p.sum()

        def near(step):
            other = numpy.clip(numpy.arange(len(own)) + step, 0, len(own) - 1)
            with_it = (lines.group[own[other]] == lines.group[own]) & (at[other] == at + step)
            return numpy.where(with_it, score[other], -NONE)

        def kin(keys):
            _, kin = numpy.unique(keys, return_inverse=True)
            count, sums = numpy.bincount(kin), numpy.bincount(kin, p)
            best = numpy.full(len(count), -NONE)
            numpy.maximum.at(best, kin, score)
            return (sums / count)[kin], sums[kin], best[kin]

        style, style_sum, style_best = kin(lines.style[own])
        series, series_sum, _ = kin(lines.number[own])
        bare = lines.number[own] == 0
        ranked = numpy.sort(score)
        likelier = len(own) - numpy.searchsorted(ranked, score, side="right")
        likely = at[score > 0]
        before = numpy.searchsorted(likely, at, side="left") - 1
        after = numpy.searchsorted(likely, at, side="right")
        since = numpy.full(len(own), FAR)
        until = since.copy()
        if len(likely):
            has = before >= 0
            since[has] = numpy.minimum(FAR, at[has] - likely[before[has]])
            has = after < len(likely)
            until[has] = numpy.minimum(FAR, likely[after[has]] - at[has])
        some = max(total, 0.01)
        columns = [
            score, near(-1), near(1), style, numpy.log1p(style_sum), style_best,
            numpy.where(bare, -1, series), numpy.where(bare, -1, numpy.log1p(series_sum)),
            total / pages[own], numpy.log1p(total), style_sum / some, score.max(),
            numpy.log1p(likelier), since, until,
            *(p[habit[own]].sum() / some for habit in habits),
        ]
        for place, column in enumerate(columns):
            rows[own, place] = column
    return rows


def best_threshold(found, labels, weight, beta):
    """The odds at which recall, `beta` times as dear as precision, and precision are best."""
    best = (0.0, 0.0)
    used = labels >= 0
    for threshold in numpy.arange(-2.5, 2, 0.05):
        got = found > threshold
        hit = weight[used & got & (labels == 1)].sum()
        all_got, expected = weight[used & got].sum(), weight[labels == 1].sum()
        score = (1 + beta**2) * hit / max(1e-9, all_got + beta**2 * expected)
        best = max(best, (score, threshold))
    return best


def tell(name, found, lines, threshold):
    """Recall and precision of lines of whole documents and of parts; by file, and of all lines."""
    for kind, part in (("whole", lines.whole), ("parts", ~lines.whole)):
        got, true, weight = found > threshold, lines.labels == 1, weights(lines)
        for how, weight in (("files alike", weight), ("lines alike", numpy.ones(len(weight)))):
            hit = weight[part & got & true].sum()
            recall = hit / max(1, weight[part & true].sum())
            precision = hit / max(1, weight[part & got & (lines.labels >= 0)].sum())
            print(f"{name}, {kind}, {how}: recall {recall:.3f} precision {precision:.3f}")


def prepared(path):
    """The lines that teach: labels that say nothing are -1, files that teach nothing are out."""
    lines = Lines(path)
    lines.capitals = (lines.column("capitals") == 1) & (lines.column("letters") >= 3)
    # headings by their name alone are often left out of bookmarks: they teach nothing
    lines.labels[(lines.column("top") > 0) & (lines.labels == 0)] = -1
    found = folded(lines, lines.rows, lines.names, ROUNDS[0] // 3, both=True)
    kept = numpy.zeros(len(lines.documents), bool)
    whole = {}
    for document, (owner, is_whole, leading, reached, lost) in enumerate(lines.documents):
        own = (lines.document == document) & (lines.labels >= 0)
        got = own & (found > 0)
        hit, all_got = (got & (lines.labels == 1)).sum(), got.sum()
        expected = (own & (lines.labels == 1)).sum()
        if is_whole:
            for style in numpy.unique(lines.style[got]):
                alike = got & (lines.style == style)
                named = (lines.labels[alike] == 1).mean()
                if alike.sum() >= 3 and named < NAMED:
                    lines.labels[alike] = -1
            complete = expected >= 3 and hit / max(1, all_got) >= COMPLETE
            whole[owner] = complete
            print(f"{lines.files[owner]}: {hit} of {expected}, {all_got} found, {reached} of "
                  f"{leading} reached, {lost} lost{'' if complete else ', left out'}")
        else:
            kept_part = expected >= 1 and hit / max(1, all_got) >= COMPLETE
            kept[document] = whole[owner] and kept_part
        kept[document] |= is_whole and whole[owner]
    return lines.only(kept[lines.document])


def main():
    source, target = sys.argv[1:3]
    lines = prepared(source)
    names, weight = lines.names, weights(lines)
    first = folded(lines, lines.rows, names, ROUNDS[0], both=True)
    score, threshold = best_threshold(first, lines.labels, weight, 1)
    print(f"{len(numpy.unique(lines.owner))} of {len(lines.files)} files")
    tell("first", first, lines, threshold)
    both = names + COMPANY
    rows = numpy.hstack([lines.rows, company(lines, first)])
    likely = first > UNLIKELY
    print(f"{(likely & (lines.labels == 1)).sum()} of {(lines.labels == 1).sum()} headings and "
          f"{likely.sum()} of {len(likely)} lines are asked again")
    second = folded(lines, rows, both, ROUNDS[1], False, likely)
    score, threshold = best_threshold(second, lines.labels, weight, 1.3)
    tell(f"second at {threshold:.2f}", second, lines, threshold)
    if len(sys.argv) > 3:
        with open(sys.argv[3], "w", encoding="utf-8") as out:
            got, true = (second > threshold) & (lines.labels >= 0), lines.labels == 1
            for at in numpy.nonzero((got != true) & lines.whole)[0]:
                kind = "missed" if true[at] else "wrong"
                file = base(lines.files[lines.owner[at]])
                print(f"{file}\t{kind}\t{first[at]:.2f}\t{second[at]:.2f}\t{lines.words[at]}", file=out)
    model = grow(rows[likely], lines.labels[likely], weight[likely], both, ROUNDS[1], False)
    own = grow(lines.rows, lines.labels, weight, names, ROUNDS[0], True)
    trees.write_pair(target, (own, names, 0.0), (model, both, threshold))
    gains = sorted(zip(model.feature_importance("gain"), both), reverse=True)
    print(" ".join(f"{name}:{gain:.0f}" for gain, name in gains))


if __name__ == "__main__":
    main()
