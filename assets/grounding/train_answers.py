#!/usr/bin/env python3
"""Fits the weights by which an answer is given or declined (answers.txt).

    loci eval ask FOLDER --json > asked.json        (for each collection)
    python assets/grounding/train_answers.py asked.json… > assets/grounding/answers.txt

Only questions of the half `dev` are read: those whose documents were in the vault, and those whose documents
were kept out of it. Both kinds and all collections weigh the same. The mark is where as large a share of the one
is answered as of the other declined. Needs numpy.
"""

import json
import sys

import numpy
from train import fit

NAMES = ["bias", "sentence cover", "passage cover", "cover of all", "alike", "alike of third", "no meaning",
         "rarest found", "best score", "question length"]

if __name__ == "__main__":
    values, labels, weights = [], [], []
    for path in sys.argv[1:]:
        rows = [row for row in json.load(open(path, encoding="utf-8"))["rows"] if row["split"] == "dev"]
        for row in rows:
            alike = sum(1 for other in rows if other["answerable"] == row["answerable"])
            # once as it was, once as without a model
            blind = [0.0 if "alike" in name else value for name, value in zip(NAMES, row["signals"])]
            blind[NAMES.index("no meaning")] = 1.0
            for signals in (row["signals"], blind):
                values.append(signals)
                labels.append(float(row["answerable"]))
                weights.append(100 / alike)
    values, labels, weights = numpy.array(values), numpy.array(labels), numpy.array(weights)
    found = fit(values, labels, weights)
    odds = values @ found

    def both(mark):
        answered = numpy.average(odds >= mark, weights=weights * labels)
        declined = numpy.average(odds < mark, weights=weights * (1 - labels))
        return answered, declined

    mark = min(sorted(odds), key=lambda it: abs(both(it)[0] - both(it)[1]))
    print("at the mark, answered and declined:", both(mark), file=sys.stderr)
    found[0] -= mark
    print("# Fitted by train_answers.py; see there.")
    for name, weight in zip(NAMES, found):
        print(f"{name}\t{weight:.4f}")
