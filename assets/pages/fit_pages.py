#!/usr/bin/env python3
"""Fits `src-tauri/crates/convert/src/html/weights.txt`, by which content is told from the rest of a
web page. Needs numpy and scikit-learn; gives the same file for the same input.

    cargo run -p convert --example page_units -- PAGES… > units.jsonl
    fit_pages.py units.jsonl labels.jsonl weights.txt

A line of labels.jsonl is about one page: {"file", "site", "with", "without", "whole", "others"}.
`with` and `without` are passages that a person marked; `whole` is the text expected of the page;
`others` are texts that other programs made of it, which count less, and least where they differ.
Only pages that are listed are learned from: leave out what is to be measured with."""

import collections
import hashlib
import json
import math
import random
import re
import sys

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

# as in features.rs and model.rs
LEVEL, LETTERS, CONTAINERS, NEAR = 10, 0, 4, 8
# what the field's published lists of class names agree on: it counts as a few observations more
OUT = """ad ads advert advertisement sponsor sponsored promo promotion banner breadcrumb breadcrumbs comment
comments commentlist respond disqus cookie cookies consent gdpr onetrust footer header masthead menu nav navbar
navigation pager pagination paging related relatedposts recommend recommended recommendations share sharing
sharebar social sidebar subscribe subscription newsletter signup login toolbar widget taboola outbrain teaser
teasers tags popup modal overlay skip copyright legal disclaimer author authorbox bio mostread popular trending
<nav> <footer> <aside> <form>""".split()
IN = """article articlebody articlecontent content entrycontent postcontent postbody storybody maincontent entry
story main text hentry body <article> <main> <blockquote> <figure>""".split()


def key(text):
    return re.sub(r"\W+", "", text).replace("_", "").lower()


def digest(text):
    return hashlib.md5(text.encode()).digest()[0]


def contained(unit, whole):
    """Whether a unit's letters stand in a text; of a long one most of its parts."""
    if len(unit) < 400:
        return unit in whole
    steps = range(0, len(unit) - 40, 40)
    return sum(unit[at:at + 40] in whole for at in steps) * 2 > len(steps)


def labelled(units, label):
    """(is content, weight) of each unit; weight 0 where nothing is known."""
    wanted, unwanted = [[key(p) for p in label.get(k, [])] for k in ("with", "without")]
    whole = key(label["whole"]) if label.get("whole") else None
    others = [key(text) for text in label.get("others", [])]
    found = []
    for unit in units:
        own = key(unit["words"])
        marked = None
        for passages, is_content in ((wanted, 1), (unwanted, 0)):
            if any(p in own or (len(own) > 25 and own in p) for p in passages):
                marked = is_content
        if not own:
            found.append((0, 0.0))
        elif marked is not None:
            found.append((marked, 8.0))
        elif whole:
            found.append((int(contained(own, whole)), 2.0))
        elif any(others):
            said = [contained(own, text) for text in others]
            found.append((int(said[0]), 0.8 if len(set(said)) == 1 else 0.35))
        else:
            found.append((0, 0.0))
    return found


def name_weights(pages):
    """For each name the logarithm of its odds, every site counting once."""
    inside, outside, sites = collections.Counter(), collections.Counter(), collections.defaultdict(set)
    for page in pages:
        good, bad = collections.Counter(), collections.Counter()
        for unit, (is_content, weight) in zip(page["units"], page["labels"]):
            weight *= math.log1p(len(unit["words"]))
            for name in {name for names in unit["names"] for name in names}:
                good[name] += weight * is_content
                bad[name] += weight * (1 - is_content)
        for name in good.keys() | bad.keys():
            if good[name] + bad[name] > 0:
                inside[name] += good[name] / (good[name] + bad[name])
                outside[name] += bad[name] / (good[name] + bad[name])
                sites[name].add(page["site"])
    for names, counts, count in ((OUT, outside, 3.0), (IN, inside, 2.0)):
        for name in names:
            sites[name] |= {"published", "lists"}
            counts[name] += count
    odds = {name: math.log((inside[name] + 0.8) / (outside[name] + 1.2)) - math.log(0.4 / 0.6)
            for name in sites if len(sites[name]) > 1}
    return {name: round(value, 2) for name, value in odds.items() if abs(value) > 0.25}


def marks(unit, learned):
    near, worst, best, everything, is_first = 0.0, 0.0, 0.0, 0.0, True
    for names in unit["names"]:
        known = [learned[name] for name in names if name in learned]
        if known:
            high, low = max(known), min(known)
            value = high if high > -low else low
            near, is_first = (value, False) if is_first else (near, False)
            worst, best, everything = min(worst, value), max(best, value), everything + value
    return [near, worst, best, max(-12, min(12, everything))]


def alone_rows(page, learned):
    return [unit["counts"] + marks(unit, learned) for unit in page["units"]]


def context_rows(page, rows, sure):
    letters = np.array([math.expm1(unit["counts"][LETTERS]) for unit in page["units"]])
    total = np.concatenate([[0], np.cumsum(letters)])
    likely = np.concatenate([[0], np.cumsum(letters * np.array(sure))])

    def mean(start, end):
        return float((likely[end] - likely[start]) / max(1, total[end] - total[start]))

    count, heading, out = len(rows), -1.0, []
    for at, (unit, row) in enumerate(zip(page["units"], rows)):
        more = [sure[at + step] if 0 <= at + step < count else -1.0 for step in (0, -1, 1, -2, 2, -3, 3)]
        around = unit["containers"]
        for level in range(CONTAINERS):
            start, end = around[level] if level < len(around) else (around[-1] if around else (at, at + 1))
            more.append(mean(start, end))
        more += [mean(0, count), math.log1p(likely[-1]), heading,
                 mean(max(0, at - NEAR), at), mean(at + 1, min(count, at + 1 + NEAR))]
        if unit["counts"][LEVEL] > 0:
            heading = sure[at]
        out.append(row + more)
    return out


def importance(page):
    """A page counts by its size, but a large one not much more."""
    own = [weight * (0.25 + math.log1p(len(unit["words"])) / 5)
           for unit, (_, weight) in zip(page["units"], page["labels"])]
    whole = sum(own) or 1
    return [weight / whole * min(60.0, whole ** 0.75) for weight in own]


def boosted(pages, rows):
    answers = [is_content for page in pages for is_content, _ in page["labels"]]
    weights = [weight for page in pages for weight in importance(page)]
    model = HistGradientBoostingClassifier(
        max_iter=120, max_leaf_nodes=12, learning_rate=0.06, min_samples_leaf=15,
        l2_regularization=5.0, max_features=0.15, early_stopping=False, random_state=0)
    return model.fit(np.array([row for page in rows for row in page]), np.array(answers), sample_weight=weights)


def first_stage(pages):
    """What is learned of a page's names must not come from the page itself."""
    parts = [name_weights([page for page in pages if digest(page["site"]) % 3 != part]) for part in range(3)]
    rows = [alone_rows(page, parts[digest(page["site"]) % 3]) for page in pages]
    return boosted(pages, rows)


def fit(pages, folds=4):
    sites = sorted({page["site"] for page in pages})
    random.Random(1).shuffle(sites)
    fold = {site: at % folds for at, site in enumerate(sites)}
    rows = {}
    for left_out in range(folds):
        others = [page for page in pages if fold[page["site"]] != left_out]
        model, learned = first_stage(others), name_weights(others)
        for page in (page for page in pages if fold[page["site"]] == left_out):
            alone = alone_rows(page, learned)
            sure = model.predict_proba(np.array(alone))[:, 1].tolist()
            rows[page["file"]] = context_rows(page, alone, sure)
    second = boosted(pages, [rows[page["file"]] for page in pages])
    return name_weights(pages), first_stage(pages), second


def written(learned, stages):
    lines = ["# What tells content from the rest of a page; written by fit_pages.py, not by hand."]
    lines += [f"name {name} {learned[name]:.2f}" for name in sorted(learned)]
    for stage in stages:
        lines += ["stage", f"base {float(np.ravel(stage._baseline_prediction)[0]):.5f}"]
        for (tree,) in stage._predictors:
            lines.append(f"tree {len(tree.nodes)}")
            for node in tree.nodes:
                if node["is_leaf"]:
                    lines.append(f"leaf {node['value']:.5f}")
                else:
                    lines.append(f"{node['feature_idx']} {float('%.9g' % node['num_threshold'])!r} {node['left']} {node['right']}")
    return "\n".join(lines) + "\n"


def main():
    units_file, labels_file, weights_file = sys.argv[1:]
    labels = {}
    for line in open(labels_file, encoding="utf-8"):
        label = json.loads(line)
        labels[label["file"]] = label
    pages = []
    for line in open(units_file, encoding="utf-8"):
        page = json.loads(line)
        label = labels.get(page["file"].split("/")[-1])
        if label and page["units"]:
            pages.append({"file": label["file"], "site": label["site"], "units": page["units"],
                          "labels": labelled(page["units"], label)})
    learned, *stages = fit(pages)
    with open(weights_file, "w", encoding="utf-8") as out:
        out.write(written(learned, stages))
    print(f"{len(pages)} pages of {len({page['site'] for page in pages})} sites, {len(learned)} names")


main()
