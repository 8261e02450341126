"""Measures a model folder: agreement with the float32 teacher, and nDCG@10 of its vectors alone.

    python models/evaluate.py MODEL_FOLDER --wheel W.whl            # agreement
    python models/evaluate.py MODEL_FOLDER --beir FOLDER …          # retrieval, BEIR layout

Agreement: Spearman's rho between the two models' similarities of 20,000 random pairs of sentences,
and the share of each sentence's ten nearest that both name. `loci eval retrieval` is the measure
of the product; this one needs no build. Deps: requirements.txt.
"""

import argparse
import csv
import json
import tempfile
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

import prose
from minilm import Teacher, Wheel
from reference import Embedder


def agreement(model, teacher, count=1500):
    """Spearman of pair similarities and overlap of the ten nearest; sentences new to the basis."""
    texts = prose.sample(20_000)[-count:]
    ours, theirs = model.embed(texts), teacher.embed(texts)
    rng = np.random.default_rng(5)
    left, right = rng.integers(0, count, (2, 20_000))
    pairs = [(v[left] * v[right]).sum(1)[left != right] for v in (ours, theirs)]
    nearest = []
    for vectors in (ours, theirs):
        scores = vectors @ vectors.T
        np.fill_diagonal(scores, -9)
        nearest.append(np.argsort(-scores, 1)[:, :10])
    shared = np.mean([len(set(a) & set(b)) / 10 for a, b in zip(*nearest)])
    return spearmanr(*pairs)[0], shared


def read_beir(folder):
    """Documents, queries and judgements of a BEIR folder."""
    lines = lambda name: [json.loads(line) for line in (folder / name).open()]
    whole = lambda d: f"{d.get('title', '')} {d['text']}".strip()
    documents = {d["_id"]: whole(d) for d in lines("corpus.jsonl")}
    queries = {q["_id"]: q["text"] for q in lines("queries.jsonl")}
    judged = {}
    with (folder / "qrels" / "test.tsv").open() as file:
        for row in csv.DictReader(file, delimiter="\t"):
            judged.setdefault(row["query-id"], {})[row["corpus-id"]] = int(row["score"])
    return documents, queries, judged


def ndcg(ranking, gains, depth=10):
    """Normalised discounted cumulative gain of one ranking."""
    discount = 1 / np.log2(np.arange(2, depth + 2))
    found = np.array([gains.get(d, 0) for d in ranking[:depth]])
    ideal = np.sort(list(gains.values()))[::-1][:depth]
    best = (ideal * discount[: len(ideal)]).sum()
    return (found * discount[: len(found)]).sum() / max(best, 1e-9)


def retrieval(model, folder):
    """Mean nDCG@10 over the judged queries, by cosine alone."""
    documents, queries, judged = read_beir(folder)
    names, asked = list(documents), [q for q in judged if q in queries]
    passages = model.embed(list(documents.values()))
    scores = model.embed([queries[q] for q in asked], "query") @ passages.T
    best = np.argsort(-scores, 1)[:, :10]
    return np.mean([ndcg([names[i] for i in row], judged[q]) for q, row in zip(asked, best)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("--wheel", type=Path)
    parser.add_argument("--beir", type=Path, nargs="*", default=[])
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    model = Embedder(args.model, args.threads)
    if args.wheel:
        with tempfile.TemporaryDirectory() as work:
            rho, shared = agreement(model, Teacher(Wheel(args.wheel), Path(work), args.threads))
        print(f"agreement with the teacher: Spearman {rho:.4f}, ten nearest {shared:.3f}")
    for folder in args.beir:
        print(f"{folder.name}: nDCG@10 {retrieval(model, folder):.4f}", flush=True)


if __name__ == "__main__":
    main()
