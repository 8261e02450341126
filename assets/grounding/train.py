#!/usr/bin/env python3
"""Fits the weights by which claims are judged (weights.txt), and sets the mark.

    cargo run -p summarise --example support_rows < rows.jsonl > seen.jsonl      (for each set of rows)
    python assets/grounding/train.py FIT.jsonl… -- MARK.jsonl… > assets/grounding/weights.txt

FIT are rows (of `make_claims.py`, development half) whose licence allows fitting: SNLI (CC BY-SA 4.0), ContractNLI
and the contracts of LegalBench-RAG (CC BY 4.0). MARK are rows on which the mark is set alone: as low as less than
1.5 % of what is not said passes there. Rows that miss a number, name or denial are failures without being weighed,
and copied ones hold, so neither is fitted. Since windows are chosen by the weights, run it twice. Needs numpy.
"""

import json
import sys
from collections import Counter

import numpy

RIDGE = 1.0
MOST_PASS = 0.015
KEPT = 0.7


def read(paths):
    rows = [json.loads(line) for path in paths for line in open(path, encoding="utf-8")]
    return [row for row in rows if row["features"]]


def fit(rows, labels, weights):
    """Logistic regression by Newton's method; the bias is not shrunk."""
    shrink = numpy.full(rows.shape[1], RIDGE)
    shrink[0] = 1e-6
    found = numpy.zeros(rows.shape[1])
    for _ in range(40):
        chance = 1 / (1 + numpy.exp(-rows @ found))
        slope = rows.T @ (weights * (labels - chance)) - shrink * found
        bend = (rows * (weights * chance * (1 - chance))[:, None]).T @ rows + numpy.diag(shrink)
        found += numpy.linalg.solve(bend, slope)
    return found


def weighed(row):
    """Whether the row is decided by weights alone."""
    return row["missing"] == "[]" and not (row["score"] == 1.0 and row["holds"])


def table(rows):
    values = numpy.array([[value for _, value in row["features"]] for row in rows])
    return values, numpy.array([row["label"] == "supported" for row in rows], dtype=float)


if __name__ == "__main__":
    cut = sys.argv.index("--")
    rows = [row for row in read(sys.argv[1:cut]) if weighed(row)]
    names = [name for name, _ in rows[0]["features"]]
    values, labels = table(rows)
    # what is said weighs as much as what is not
    sizes = Counter((row["set"], row["label"] == "supported") for row in rows)
    # a person's paraphrase of a caption is further from its source than what we compare
    weights = numpy.array([(500 if row["set"] == "contracts" else 100) / sizes[row["set"], row["label"] == "supported"] for row in rows])
    found = fit(values, labels, weights)

    mark = read(sys.argv[cut + 1:])
    false = [row for row in mark if row["label"] != "supported"]
    open_ = [row for row in false if weighed(row)]
    copied = sum(1 for row in false if row["score"] == 1.0 and row["holds"])
    odds = numpy.sort(table(open_)[0] @ found)[::-1]
    allowed = max(int(MOST_PASS * len(false)) - copied, 0)
    threshold = odds[allowed] + 1e-3 if allowed < len(odds) else odds[-1]
    # a claim at the mark has the score KEPT
    found[0] += numpy.log(KEPT / (1 - KEPT)) - threshold
    print("# Fitted by train.py; see there.")
    for name, weight in zip(names, found):
        print(f"{name}\t{weight:.4f}")
    for label, passing in (("kept", True), ("passing", False)):
        every = [row for row in mark if (row["label"] == "supported") == passing]
        sets = sorted({(row["set"], row["label"]) for row in every})
        for one in sets:
            group = [row for row in every if (row["set"], row["label"]) == one]
            values, _ = table(group)
            holds = [row["missing"] == "[]" and (o >= numpy.log(KEPT / (1 - KEPT)) or row["score"] == 1.0)
                     for row, o in zip(group, values @ found)]
            print(f"{label} {one}: {sum(holds)} of {len(group)} = {sum(holds) / len(group):.3f}", file=sys.stderr)
