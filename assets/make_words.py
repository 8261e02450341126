#!/usr/bin/env python3
"""Makes words.txt, by which a PDF's reader tells "measure-ment" from "long-term" at a line's end.

    make_words.py SMALL AMERICAN BRITISH > words.txt

The lists are SCOWL's, one word a line, as Debian packs them (wamerican-small, wamerican, wbritish; their
notices are in words-licence.txt). What comes out: the common words of SMALL, and of the others, names
included, those that two common words make up ("wavelength", "iceland"), since only these could be taken
for two words. Lower case, a to z, sorted; same bytes every time.
"""
import sys
from pathlib import Path

# As `hyphens.rs` has it: shorter parts are no evidence of a compound.
FIRST, SECOND = 2, 4


def words(path):
    lines = Path(path).read_text(encoding="utf-8").split("\n")
    return {line for line in lines if line.isascii() and line.isalpha()}


def main(small, *others):
    common = {word for word in words(small) if word.islower()}
    parts = lambda word: range(FIRST, len(word) - SECOND + 1)
    is_compound = lambda word: any(word[:at] in common and word[at:] in common for at in parts(word))
    larger = {word.lower() for path in others for word in words(path)}
    print("# English words, out of SCOWL: see words-licence.txt and make_words.py.")
    print("\n".join(sorted(common | set(filter(is_compound, larger)))))


main(*sys.argv[1:])
