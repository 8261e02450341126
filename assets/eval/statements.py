"""Pairs of statements in the forms that `loci eval` reads.

    python3 assets/eval/statements.py contradictions FILE && loci eval contradictions FILE
    python3 assets/eval/statements.py grounding FILE && loci eval grounding FILE

`statements/` has 2,771 premises of eleven kinds, with what each entails (`e`), contradicts (`c`) and leaves
open (`n`), in words of their own: written for this project in November 2026 by writers who had seen neither
its rules nor any set of such pairs. Nothing in the program was chosen by them.
"""

import json
import sys
from pathlib import Path

ROWS = Path(__file__).parent / "statements"
RELATIONS = {"e": "agreement", "c": "contradiction", "n": "unrelated"}
LABELS = {"e": "supported", "c": "contradicted", "n": "unsupported"}


def row(form, kind, premise, key, said):
    if form == "contradictions":
        return {"a": premise, "b": said, "relation": RELATIONS[key], "kind": kind, "split": "held"}
    label = LABELS[key]
    return {"claim": said, "sources": [premise], "label": label, "set": kind, "split": "held"}


def main():
    form, out = sys.argv[1:]
    with open(out, "w") as file:
        for path in sorted(ROWS.glob("*.jsonl")):
            for line in path.read_text().splitlines():
                read = json.loads(line)
                for key in RELATIONS:
                    for said in read[key]:
                        print(json.dumps(row(form, path.stem, read["p"], key, said)), file=file)


if __name__ == "__main__":
    main()
