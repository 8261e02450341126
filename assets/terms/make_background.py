#!/usr/bin/env python3
"""Makes background.txt: how common each word of English is, and what it mostly is.

    make_background.py WORDFREQ WORDNET PAPERS > background.txt

WORDFREQ is `large_en.msgpack.gz` of the PyPI package wordfreq 3.1.1 (needs msgpack); WORDNET the folder with
`index.noun` and `cntlist.rev` of Debian's wordnet-base; PAPERS a folder of papers as text (`pdftotext`), of
which only the number of papers that use a word is taken: a word that every paper uses is common in papers.
Notices of the first two are in background-licence.txt.

Out come lines of `CLASS ZIPF word word …`: Zipf is ten times the base-10 logarithm of occurrences in 10^9
words; the class n (noun), v (verb), a (adjective), r (adverb), x (not in WordNet). Sorted; same bytes
every time.
"""
import gzip
import math
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

import msgpack

LEAST = 26
POS = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
ENDINGS = [("ies", "y"), ("ied", "y"), ("sses", "ss"), ("es", "e"), ("es", ""), ("s", ""), ("ed", "e"),
           ("ed", ""), ("ing", "e"), ("ing", "")]


def senses(folder):
    """For each lemma, how often its senses were met, by part of speech; one more for each listed."""
    counts = defaultdict(Counter)
    for name, pos in (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "r")):
        for line in (folder / f"index.{name}").read_text().splitlines():
            word = line.split(" ")[0]
            if word.isalpha():
                counts[word][pos] += 0.5
    for line in (folder / "cntlist.rev").read_text().splitlines():
        key, _, count = line.split(" ")
        word, rest = key.split("%")
        if word.isalpha():
            counts[word][POS[rest[0]]] += int(count)
    return counts


def bases(word):
    yield word
    for ending, base in ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            yield word[: -len(ending)] + base
            stem = word[: -len(ending)]
            if ending in ("ed", "ing") and len(stem) > 3 and stem[-1] == stem[-2]:
                yield stem[:-1]


def word_class(word, counts):
    if word in counts and not word.endswith("s"):
        return counts[word].most_common(1)[0][0]
    found = next((base for base in bases(word) if base in counts), None)
    if found is None:
        return "x"
    own = counts[found]
    if word == found:
        return own.most_common(1)[0][0]
    if word.endswith("s") and not word.endswith("ss"):
        return "n" if own["n"] >= own["v"] else "v"
    return "v" if own["v"] else own.most_common(1)[0][0]


def in_papers(folder):
    papers, texts = Counter(), sorted(Path(folder).glob("*.txt"))
    for text in texts:
        papers.update(set(re.findall(r"[a-z]{3,}", text.read_text(errors="replace").lower())))
    return {word: 33 + 10 * math.log10(100 * n / len(texts)) for word, n in papers.items() if n >= 8}


def main(wordfreq, wordnet, papers):
    with gzip.open(wordfreq) as file:
        bins = msgpack.load(file, raw=False)[1:]
    zipf = {word: 90 - at / 10 for at, words in enumerate(bins) for word in words
            if word.isascii() and word.isalpha() and len(word) > 1 and 90 - at / 10 >= LEAST}
    for word, common in in_papers(papers).items():
        if word in zipf:
            zipf[word] = max(zipf[word], common)
    counts = senses(Path(wordnet))
    lines = defaultdict(list)
    for word, common in zipf.items():
        lines[word_class(word, counts), round(common / 2) * 2].append(word)
    print("# How common words are, and what they are: see make_background.py, background-licence.txt.")
    for (kind, common), words in sorted(lines.items()):
        print(kind, common, *sorted(words))


main(*sys.argv[1:])
