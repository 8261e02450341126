#!/usr/bin/env python3
"""A palace whose rooms are known, and tasks that belong to one or to none, for `loci eval topics`:

    topics_of_beir.py COLLECTION OTHER OUT.jsonl

COLLECTION is a judged collection in BEIR form whose questions share relevant documents; OTHER one of another field.
Questions that share six tenths of the smaller one's relevant documents are of one topic, and so are theirs: each
topic of two questions or more is a room, named by the words that tell its documents' titles from the rest. A document
lies in the room that most of its questions are of, the others in none. Each question of a topic is a task of its
room; OTHER's questions are tasks of none. Half of either, by a hash of its words, is held back."""

import collections
import hashlib
import itertools
import json
import math
import pathlib
import re
import sys

SHARED = 0.6
NAME_WORDS = 3


def rows(path: pathlib.Path) -> list:
    with path.open() as lines:
        return [json.loads(line) for line in lines]


def judgements(folder: pathlib.Path) -> dict:
    relevant = collections.defaultdict(set)
    with (folder / "qrels/test.tsv").open() as lines:
        next(lines)
        for query, document, score in (line.split("\t") for line in lines):
            if int(score) > 0:
                relevant[query].add(document)
    return relevant


def topics(relevant: dict) -> list:
    """Questions in groups that share documents."""
    first = {query: query for query in relevant}

    def root(query: str) -> str:
        while first[query] != query:
            query = first[query]
        return query

    for one, other in itertools.combinations(relevant, 2):
        shared = len(relevant[one] & relevant[other])
        if shared >= SHARED * min(len(relevant[one]), len(relevant[other])):
            first[root(one)] = root(other)
    groups = collections.defaultdict(list)
    for query in relevant:
        groups[root(query)].append(query)
    return [group for group in groups.values() if len(group) > 1]


def words(text: str) -> set:
    return {word for word in re.findall(r"[a-z]{4,}", text.lower())}


def split(text: str) -> str:
    return "held" if hashlib.sha256(text.encode()).digest()[0] % 2 else "dev"


def main() -> None:
    folder, other, out = map(pathlib.Path, sys.argv[1:4])
    documents = {row["_id"]: row for row in rows(folder / "corpus.jsonl")}
    questions = {row["_id"]: row["text"] for row in rows(folder / "queries.jsonl")}
    relevant = judgements(folder)
    common = collections.Counter(word for row in documents.values() for word in words(row["title"]))
    votes, names, of = collections.defaultdict(collections.Counter), [], {}
    for number, group in enumerate(topics(relevant)):
        for query in group:
            of[query] = number
            votes_of = relevant[query] & documents.keys()
            for document in votes_of:
                votes[document][number] += 1
        inside = set().union(*(relevant[query] for query in group)) & documents.keys()
        told = collections.Counter(word for one in inside for word in words(documents[one]["title"]))
        rare = lambda word: told[word] * math.log(len(documents) / common[word])
        best = sorted(told, key=lambda word: (-rare(word), word))[:NAME_WORDS]
        names.append("-".join(best + [str(number)]))
    with out.open("w") as lines:
        for key, row in documents.items():
            room = names[votes[key].most_common(1)[0][0]] if votes[key] else None
            case = {"is": "document", "title": row["title"], "text": row["text"], "room": room}
            print(json.dumps(case), file=lines)
        tasks = [(questions[query], names[number]) for query, number in of.items()]
        judged = judgements(other)
        tasks += [(row["text"], None) for row in rows(other / "queries.jsonl") if row["_id"] in judged]
        for text, room in tasks:
            case = {"is": "task", "text": text, "room": room, "split": split(text)}
            print(json.dumps(case), file=lines)


if __name__ == "__main__":
    main()
