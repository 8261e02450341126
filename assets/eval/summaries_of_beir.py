#!/usr/bin/env python3
"""Abstracts with their titles as reference summaries, for `loci eval summaries`, from a corpus in BEIR form:
summaries_of_beir.py corpus.jsonl DIR writes DIR/documents.jsonl."""

import json
import pathlib
import sys


def main() -> None:
    source, folder = map(pathlib.Path, sys.argv[1:3])
    folder.mkdir(parents=True, exist_ok=True)
    with source.open() as rows, (folder / "documents.jsonl").open("w") as out:
        for row in map(json.loads, rows):
            case = {"id": row["_id"], "text": row["text"], "summary": row["title"]}
            if case["text"].strip() and case["summary"].strip():
                print(json.dumps(case, ensure_ascii=False), file=out)


if __name__ == "__main__":
    main()
