#!/usr/bin/env python3
"""pymupdf4llm as one process for many files, for `loci eval documents --against-server`.

Says {"ready": NAME}, then reads a path a line and answers each with one line of JSON:
{"markdown": ...} or {"error": ...}. Fetches nothing.
"""

import json
import sys
from importlib.metadata import version

import pymupdf4llm


def main() -> None:
    answers = sys.stdout
    sys.stdout = sys.stderr  # what a parser prints is no answer
    print(json.dumps({"ready": "pymupdf4llm " + version("pymupdf4llm")}), file=answers, flush=True)
    for line in sys.stdin:
        try:
            answer = {"markdown": pymupdf4llm.to_markdown(line.rstrip("\n"), show_progress=False)}
        except Exception as error:  # whatever a parser throws is the document's failure
            answer = {"error": type(error).__name__}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
