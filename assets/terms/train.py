#!/usr/bin/env python3
"""Fits the weights by which terms are ranked (weights.txt), and says how well they do.

    cargo run -p convert --example converted -- WORKER PAPER… > converted.jsonl
    cargo run -p measure --example terms -- converted.jsonl > whole.jsonl
    cargo run -p measure --example terms -- converted.jsonl 12 > heads.jsonl
    python assets/terms/train.py whole.jsonl heads.jsonl [JUDGED.tsv DOCUMENTS.jsonl] > assets/terms/weights.txt

The papers' own lists of keywords are the labels of `worth`; the lines that list them are not among the
sentences. Once as whole papers, once as their first sentences, since much that is read is an abstract.
JUDGED.tsv holds rows `file <tab> term <tab> useful|right|wrong` that a person judged, DOCUMENTS.jsonl the
terms of those files: they are the labels of `right` (wrong counts as 0, what is right but useless as 0.3).
Papers are folded, never terms; every paper weighs the same. Needs numpy.
"""

import hashlib
import json
import re
import sys

import numpy

FOLDS = 5
RIDGE = 3.0
WORTH = {"useful": 1.0, "right": 0.3, "wrong": 0.0}


def key(text):
    words = re.findall(r"[^\W_]+", text.lower())
    return " ".join(re.sub(r"(?<=[a-z]{3})(ies|es|s|y|e)$", "", word) for word in words)


def listed(text):
    start = r"(?im)^\W*(?:key ?words?(?: and phrases)?|index terms)\W*[:.—-]\W*(.+(?:\n(?!\s*\n).+){0,4})"
    found = re.search(start, text[:15000])
    return {key(one) for one in re.split(r"[,;•·–]|\n\n", found.group(1).replace("\n", " "))} if found else set()


def fold(name):
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % FOLDS


def fit(rows, labels, weights):
    """Logistic regression by Newton's method; the bias is not shrunk."""
    shrink = numpy.full(rows.shape[1], RIDGE)
    shrink[0] = 1e-6
    found = numpy.zeros(rows.shape[1])
    for _ in range(30):
        chance = 1 / (1 + numpy.exp(-rows @ found))
        slope = rows.T @ (weights * (labels - chance)) - shrink * found
        bend = (rows * (weights * chance * (1 - chance))[:, None]).T @ rows + numpy.diag(shrink)
        found += numpy.linalg.solve(bend, slope)
    return found


def read(paths, names):
    papers = []
    for path in paths:
        for line in open(path, encoding="utf-8"):
            paper = json.loads(line)
            keywords = listed(paper["text"])
            keys = [key(term["name"]) for term in paper["terms"]]
            labels = numpy.array([float(one in keywords) for one in keys])
            if labels.sum() < 1:
                continue
            rows = numpy.array([[term["features"][name] for name in names] for term in paper["terms"]])
            papers.append((paper["file"], rows, labels, keys, paper["sentences"]))
    return papers


def stacked(papers):
    rows = numpy.vstack([paper[1] for paper in papers])
    labels = numpy.concatenate([paper[2] for paper in papers])
    # a paper's keywords weigh as much as all else in it, and each paper as much as the others
    weights = numpy.concatenate([
        numpy.where(labels > 0, 5 / labels.sum(), 20 / (labels == 0).sum()) for _, _, labels, *_ in papers])
    return fit(rows, labels, weights)


def few(order, keys, sentences):
    """As `terms::terms` has it: as many as an author lists, no part of a better one."""
    most, chosen = int(min(max(2 + sentences ** 0.5, 5), 15)), []
    for at in order:
        own = set(keys[at].split())
        if len(chosen) < most and not any(own <= set(keys[one].split()) or own >= set(keys[one].split())
                                          for one in chosen):
            chosen.append(at)
    return chosen


def judge(papers):
    """Of what is kept, the share that is listed; of what is listed and could be found, the share kept."""
    right = kept = there = baseline = 0
    for number in range(FOLDS):
        found = stacked([paper for paper in papers if fold(paper[0]) != number])
        for _, rows, labels, keys, sentences in (paper for paper in papers if fold(paper[0]) == number):
            chosen = few(numpy.argsort(-(rows @ found)), keys, sentences)
            right, kept, there = right + labels[chosen].sum(), kept + len(chosen), there + labels.sum()
            baseline += labels[few(numpy.argsort(-rows[:, 1]), keys, sentences)].sum()
    print(f"kept {kept}, listed {right:.0f} of {there:.0f} ({right / there:.3f}); by count alone {baseline:.0f}",
          file=sys.stderr)


def main(arguments):
    papers, judged = arguments[:2], arguments[2:]
    with open(papers[0], encoding="utf-8") as file:
        first = json.loads(file.readline())["terms"][0]["features"]
    names = ["bias"] + [name for name in first if name not in ("bias", "worth", "right")]
    for path in papers:
        judge(read([path], names))
    found = {"worth": stacked(read(papers, names))}
    if judged:
        terms = {}
        for line in open(judged[1], encoding="utf-8"):
            paper = json.loads(line)
            for term in paper["terms"]:
                features = [term["features"][name] for name in names]
                terms[paper["file"].split("/")[-1], term["name"]] = features
        rows = [line.rstrip("\n").split("\t") for line in open(judged[0], encoding="utf-8") if line[0] != "#"]
        rows = [(terms[file, name], WORTH[verdict]) for file, name, verdict in rows if (file, name) in terms]
        table, labels = numpy.array([row for row, _ in rows]), numpy.array([label for _, label in rows])
        print(f"{len(rows)} judged", file=sys.stderr)
        found["right"] = fit(table, labels, numpy.ones(len(labels)))
    print("# What a term's numbers weigh: see train.py.")
    for head, weights in found.items():
        for name, weight in zip(names, weights):
            print(f"{head}\t{name}\t{weight:.4f}")


main(sys.argv[1:])
