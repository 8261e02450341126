#!/usr/bin/env python3
"""Grows weights.txt: how a title and rows of authors are told on a paper's first page.

    cargo run -p convert --example converted -- WORKER FILE… > CONVERTED
    cargo run -p cite --features training --example publications CONVERTED > SEEN
    train.py weights.txt SEEN FOLDER…

Each FOLDER has labels.jsonl (as `loci eval publications` reads it) and sources.tsv, which names the
package of each file. Whole packages are left out in turn to choose how sure is sure enough."""
import hashlib
import json
import math
import sys
import unicodedata

FOLDS, ROUNDS, DECAY = 5, 250, 0.02


def letters(text):
    return "".join(c for c in unicodedata.normalize("NFKC", text or "").casefold() if c.isalnum())


def same(label, family):
    label, family = letters(label.split(",")[0]), letters(family)
    return bool(family) and (label.endswith(family) or family.endswith(label))


def read(seen, folders):
    rows, papers = {}, []
    for line in open(seen):
        line = json.loads(line)
        seen = line["candidates"]
        for title in seen["titles"]:
            title["stated"] = seen.get("stated", [])
        rows[line["file"].rsplit("/", 1)[-1]] = seen["titles"]
    for folder in folders:
        package = dict(line.rstrip("\n").split("\t")[:2] for line in open(f"{folder}/sources.tsv"))
        for line in open(f"{folder}/labels.jsonl"):
            label = json.loads(line)
            titles = rows.get(label["file"])
            if titles:
                group = hashlib.sha256(package[label["file"]].encode()).digest()[1] % FOLDS
                papers.append((group, label, titles))
    return papers


def dot(weights, signs):
    return weights[-1] + sum(w * s for w, s in zip(weights, signs))


def softmax(weights, titles):
    scores = [math.exp(dot(weights, title["signs"])) for title in titles]
    whole = 1 + sum(scores)
    return [score / whole for score in scores], 1 / whole


def is_right(label, title):
    wanted = [label["title"], *label.get("title_also", [])]
    return letters(title["words"]) in [letters(words) for words in wanted if words]


def grow_title(papers):
    """The likelihood of a right candidate, or of none where none is right."""
    weights = [0.0] * (len(papers[0][2][0]["signs"]) + 1)
    speed = [1e-8] * len(weights)
    for _ in range(ROUNDS):
        slope = [-DECAY * len(papers) * 0.1 * w for w in weights]
        for _, label, titles in papers:
            shares, none = softmax(weights, titles)
            right = [is_right(label, title) for title in titles]
            mass = sum(s for s, r in zip(shares, right) if r)
            for title, share, fits in zip(titles, shares, right):
                pull = (share / mass if fits else 0) - share
                for at, value in enumerate([*title["signs"], 1.0]):
                    slope[at] += pull * value
        step(weights, slope, speed)
    return weights


def grow_rows(examples):
    weights = [0.0] * (len(examples[0][0]) + 1)
    speed = [1e-8] * len(weights)
    for _ in range(ROUNDS):
        slope = [-DECAY * len(examples) * 0.1 * w for w in weights]
        for signs, fits in examples:
            pull = fits - 1 / (1 + math.exp(-dot(weights, signs)))
            for at, value in enumerate([*signs, 1.0]):
                slope[at] += pull * value
        step(weights, slope, speed)
    return weights


def step(weights, slope, speed):
    """Adagrad."""
    for at, value in enumerate(slope):
        speed[at] += value * value
        weights[at] += 0.5 * value / math.sqrt(speed[at])


def rows_of(papers):
    examples = []
    for _, label, titles in papers:
        own = [title for title in titles if is_right(label, title)][:1]
        for title in own:
            for row in [*title["below"], *title["above"]]:
                fits = sum(any(same(name, family) for name in label["authors"]) for family in row["families"])
                examples.append((row["signs"], float(fits * 2 >= len(row["families"]))))
    return examples


def best_title(weights, titles):
    shares, _ = softmax(weights, titles)
    at = max(range(len(titles)), key=lambda at: shares[at])
    own = letters(titles[at]["words"])
    sure = sum(share for share, title in zip(shares, titles) if letters(title["words"]) == own)
    return titles[at], sure


def authors_of(weights, title):
    for rows in (title["below"], title["above"]):
        sure, families = 1.0, []
        for row in rows:
            likely = 1 / (1 + math.exp(-dot(weights, row["signs"])))
            sure = min(sure, max(likely, 1 - likely))
            if likely >= 0.5:
                families += row["families"]
        if families:
            # what the file states is taken where it says more (`joined` in front.rs)
            stated = title["stated"]
            more = len(stated) > len(families) and set(families) <= set(stated)
            return stated if more else unmarked(families), sure
    return [], 0.0


def unmarked(families):
    """Without letters that lead to places of work (`without_marks` in byline.rs)."""
    marks = [family[-1] for family in families]
    if len(families) > 1 and len(set(marks)) == len(marks) and all(mark in "abcdef" for mark in marks):
        return [family[:-1] for family in families]
    return families


def threshold(given, aim):
    """The least sureness from which on so many are right, and how many are then given and right."""
    given = sorted(given, reverse=True)
    best = (1.01, 0, 0)
    right = 0
    for count, (sure, fits) in enumerate(given, 1):
        right += fits
        if right >= aim * count:
            best = (sure, count, right)
    return best


def main():
    out, seen, *folders = sys.argv[1:]
    papers = read(seen, folders)
    titles, authors = [], []
    for fold in range(FOLDS):
        known = [paper for paper in papers if paper[0] != fold]
        by_title, by_row = grow_title(known), grow_rows(rows_of(known))
        for _, label, candidates in (paper for paper in papers if paper[0] == fold):
            title, sure = best_title(by_title, candidates)
            titles.append((sure, is_right(label, title), label["file"], title["words"]))
            families, sure = authors_of(by_row, title)
            if families:
                fits = len(families) == len(label["authors"]) and all(
                    same(name, family) for name, family in zip(label["authors"], families))
                authors.append((sure, fits, label["file"], families))
    enough = {}
    for name, given, aim in (("title", titles, 0.97), ("authors", authors, 0.96)):
        right = sum(fits for _, fits, *_ in given)
        sure, count, kept = threshold([it[:2] for it in given], aim)
        enough[name] = sure
        print(f"{name}: {right} of {len(given)} right; from {sure:.3f} on {kept} of {count}, of {len(papers)}")
        for sure, fits, file, words in sorted(given, key=lambda it: -it[0]):
            if not fits:
                print(f"  {sure:.3f} {file}: {words}")
    with open(out, "w") as file:
        file.write("# Grown by train.py; the last weight of a model is for no sign at all\n")
        for name, weights in (("title", grow_title(papers)), ("row", grow_rows(rows_of(papers)))):
            file.write(f"{name}: {' '.join(f'{weight:.3f}' for weight in weights)}\n")
        for name, sure in enough.items():
            file.write(f"enough {name}: {min(sure, 1.0) - 0.0005:.3f}\n")


main()
