"""Grows the trees that tell the content of web pages (trees.txt), and says how well they do.

    cargo run -p convert --features training --example page_rows -- PAGE… > rows.txt
    python assets/pages/train.py rows.txt assets/pages/trees.txt LABELS…

Needs numpy and lightgbm. Each LABELS is a file of lines {"file": NAME, "with": [PASSAGE …],
"without": [PASSAGE …]} as `loci eval pages` reads them, with up to three more fields: "content", all
that is wanted of a page; "held", what another program holds to be wanted, which weighs less; and
"site". Pages of one site are of one fold.

The first trees see a unit of a page; the second see also what the first said of its company
(`html/verdict/company.rs`), and are grown on what first trees said that had never seen the site.
"""

import hashlib
import json
import sys
from pathlib import Path

import lightgbm
import numpy

sys.path.append(str(Path(__file__).parents[1]))
import trees  # noqa: E402

FOLDS = 5
ROUNDS = (90, 80)
PARAMETERS = {
    "objective": "binary",
    "num_leaves": 10,
    "max_depth": 5,
    "learning_rate": 0.08,
    "min_data_in_leaf": 40,
    "lambda_l2": 8.0,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "max_bin": 63,
    "verbose": -1,
    "seed": 7,
    "num_threads": 1,
}
# letters of a run that is looked up
RUN = 16
# what a label weighs: a passage's, one of all that is wanted, another program's
PASSAGE, CONTENT, HELD = 6.0, 1.0, 0.25
# recall is so much dearer than precision
BETA = 1.3
# odds of what is not there
NONE, FAR, NEAR = 6.0, 30, 6
COMPANY = [
    "odds", "before1", "before2", "before3", "after1", "after2", "after3", "before_best",
    "after_best", "kin_chance", "up1_chance", "up2_chance", "up3_chance", "up4_chance", "since",
    "until", "found_before", "found", "found_share", "best", "heading_chance", "section_chance",
]


class Page:
    """The units of a page: letters, kin, elements around, features, words; then labels, weights."""

    def __init__(self, file):
        self.file = file.rsplit("/", 1)[-1]
        self.sizes, self.kin, self.around, self.rows, self.words = [], [], [], [], []

    def add(self, line):
        numbers, words = line.rstrip("\n").split("\t", 1)
        size, kin, around, row = numbers.split(" ", 3)
        self.sizes.append(int(size))
        self.kin.append(kin)
        self.around.append([int(id) for id in around.split(",")])
        self.rows.append(numpy.array(row.split(" "), dtype=numpy.float32))
        self.words.append(letters(words))

    def label(self, labels):
        """Labels from passages first, then from all that is wanted, then from another program."""
        count = len(self.words)
        self.labels, self.weights = numpy.full(count, -1), numpy.zeros(count)
        for text, weight in ((labels.get("held"), HELD), (labels.get("content"), CONTENT)):
            if text:
                for at, found in enumerate(self.found(text)):
                    self.labels[at] = found
                    self.weights[at] = weight * (1 if len(self.words[at]) >= 40 else 0.5)
        self.passages = []
        for wanted, passages in ((0, labels["without"]), (1, labels["with"])):
            for passage in passages:
                units = self.units_of(letters(passage))
                self.passages.append((wanted, units))
                for at in units:
                    self.labels[at], self.weights[at] = wanted, PASSAGE
        # pages weigh alike, as far as they have enough to say
        self.weights *= 40 / max(40, self.weights.sum())

    def units_of(self, passage):
        """The units that a passage stands in, wherever it does first."""
        ends = numpy.cumsum([len(words) for words in self.words])
        at = "".join(self.words).find(passage)
        if at < 0 or not passage:
            return []
        first, last = numpy.searchsorted(ends, [at, at + len(passage) - 1], side="right")
        return [unit for unit in range(first, last + 1) if self.words[unit]]

    def found(self, text):
        """Whether most runs of letters of each unit stand in a text."""
        lines = {letters(line) for line in text.split("\n")}
        whole = letters(text)
        runs = {whole[at : at + RUN] for at in range(len(whole) - RUN + 1)}
        for words in self.words:
            if len(words) < RUN:
                yield int(words in lines)
                continue
            own = [words[at : at + RUN] for at in range(len(words) - RUN + 1)]
            yield int(sum(run in runs for run in own) * 2 > len(own))


def letters(text):
    return "".join(letter for letter in text.lower() if letter.isalnum())


def read(rows, labels):
    known = {}
    for path in labels:
        for line in open(path, encoding="utf-8"):
            if line.strip():
                label = json.loads(line)
                known[label["file"]] = label
    pages, names = [], []
    for line in open(rows, encoding="utf-8", errors="replace"):
        if line.startswith("file "):
            pages.append(Page(line[5:].strip()))
        elif line.startswith("label "):
            names = line.split()[1:]
        elif "\t" in line:
            pages[-1].add(line)
    pages = [page for page in pages if page.file in known and page.words]
    for page in pages:
        page.label(known[page.file])
        site = known[page.file].get("site", page.file)
        page.fold = int(hashlib.sha256(site.encode()).hexdigest(), 16) // 2 % FOLDS
    return pages, names


def company(page, odds):
    """What `odds` says of each unit's company: as company.rs."""
    odds = numpy.clip(odds, -NONE, NONE)
    chance = 1 / (1 + numpy.exp(-odds))
    count = len(odds)
    weight = numpy.sqrt(numpy.array(page.sizes, dtype=float))
    within, kin = {}, {}
    for at, around in enumerate(page.around):
        own = numpy.array([chance[at] * weight[at], weight[at]])
        for id in around:
            within[id] = within.get(id, 0) + own
        kin[page.kin[at]] = kin.get(page.kin[at], 0) + own
    whole = numpy.array([(chance * weight).sum(), weight.sum()])
    within[0] = whole
    mean = lambda sum: sum[0] / sum[1] if sum[1] > 0 else -1.0
    rows = numpy.zeros((count, len(COMPANY)), dtype=numpy.float32)
    padded = numpy.concatenate([numpy.full(NEAR, -NONE), odds, numpy.full(NEAR, -NONE)])
    heads = page.headings
    section = numpy.cumsum(heads)
    sections = {}
    for at in range(count):
        if not heads[at]:
            sections[section[at]] = sections.get(section[at], 0) + numpy.array([chance[at] * weight[at], weight[at]])

    def since(flags):
        number, found = FAR, []
        for flag in flags:
            found.append(number)
            number = 0 if flag else min(FAR, number + 1)
        return found

    likely = odds > 0
    before_likely, after_likely = since(likely), since(likely[::-1])[::-1]
    before, heading = 0.0, -1.0
    for at, around in enumerate(page.around):
        ups = [mean(within[around[up]] if up < len(around) else whole) for up in range(4)]
        mid = at + NEAR
        in_section = sections.get(section[at])
        rows[at] = [
            odds[at], *padded[mid - 1 : mid - 4 : -1], *padded[mid + 1 : mid + 4],
            padded[mid - NEAR : mid].max(), padded[mid + 1 : mid + 1 + NEAR].max(),
            mean(kin[page.kin[at]]), *ups, before_likely[at], after_likely[at],
            before / max(0.01, whole[0]), numpy.log1p(whole[0]), mean(whole), odds.max(), heading,
            -1.0 if in_section is None else mean(in_section),
        ]
        before += chance[at] * weight[at]
        if heads[at]:
            heading = chance[at]
    return rows


def grow(pages, rows, names, rounds):
    labels = numpy.concatenate([page.labels for page in pages])
    weights = numpy.concatenate([page.weights for page in pages])
    used = labels >= 0
    data = lightgbm.Dataset(numpy.vstack(rows)[used], labels[used], weight=weights[used], feature_name=names)
    return lightgbm.train(PARAMETERS, data, rounds)


def folded(pages, rows, names, rounds):
    """Odds of each page's units by trees that never saw its site."""
    found = [None] * len(pages)
    for fold in range(FOLDS):
        seen = [at for at, page in enumerate(pages) if page.fold != fold]
        model = grow([pages[at] for at in seen], [rows[at] for at in seen], names, rounds)
        for at, page in enumerate(pages):
            if page.fold == fold:
                found[at] = model.predict(rows[at], raw_score=True)
    return found


def told(pages, found, threshold):
    """Precision, recall and F1 of passages: one is kept where all of its units are."""
    right = wrong = missed = 0
    for page, odds in zip(pages, found):
        for wanted, units in page.passages:
            kept = bool(units) and all(odds[unit] > threshold for unit in units)
            right += wanted and kept
            missed += wanted and not kept
            wrong += (not wanted) and kept
    precision, recall = right / max(1, right + wrong), right / max(1, right + missed)
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def tell(name, pages, found):
    best = (0, 0)
    for threshold in numpy.arange(-2, 1.5, 0.1):
        precision, recall, _ = told(pages, found, threshold)
        score = (1 + BETA**2) * precision * recall / max(1e-9, BETA**2 * precision + recall)
        best = max(best, (score, round(float(threshold), 2)))
    for threshold in (best[1], 0.0, -0.5, -1.0):
        figures = " ".join(f"{figure:.3f}" for figure in told(pages, found, threshold))
        print(f"{name} at {threshold:.2f}: {figures}")
    return best[1]


def main():
    source, target = sys.argv[1:3]
    pages, names = read(source, sys.argv[3:])
    heading = names.index("heading")
    for page in pages:
        page.rows = numpy.array(page.rows)
        page.headings = page.rows[:, heading] > 0
    rows = [page.rows for page in pages]
    print(f"{len(pages)} pages, {sum(map(len, rows))} units")
    first = folded(pages, rows, names, ROUNDS[0])
    tell("first", pages, first)
    both = names + COMPANY
    wide = [numpy.hstack([page.rows, company(page, odds)]) for page, odds in zip(pages, first)]
    second = folded(pages, wide, both, ROUNDS[1])
    threshold = tell("second", pages, second)
    model = grow(pages, wide, both, ROUNDS[1])
    own = grow(pages, rows, names, ROUNDS[0])
    trees.write_pair(target, (own, names, 0.0), (model, both, threshold))
    gains = sorted(zip(model.feature_importance("gain"), both), reverse=True)
    print(" ".join(f"{name}:{gain:.0f}" for gain, name in gains[:40]))


if __name__ == "__main__":
    main()
