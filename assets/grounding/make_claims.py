#!/usr/bin/env python3
"""Makes rows for `loci eval grounding` out of public material: claims beside sources, with what is wrong.

    python assets/grounding/make_claims.py nli FILE.jsonl dev|held [SET…] > rows.jsonl
    python assets/grounding/make_claims.py texts CORPUS.jsonl NAME dev|held [MOST] > rows.jsonl

`nli` takes rows {"premise", "hypothesis", "label", "set"} whose labels are their makers': entailment is
supported, neutral unsupported, contradiction contradicted. `texts` takes documents {"title", "text"} (a BEIR
corpus) and changes their sentences mechanically. What belongs to which half is told by the SHA-256 of the
premise (of SNLI and ContractNLI), the claim (of the others) or the document's text, before anything is read.
Each document gives at most one row a label; everything drawn is drawn by hashes, so that two runs agree.
"""

import hashlib
import json
import re
import sys

AUXILIARIES = "is are was were can could may might will would has have had should must".split()
OTHERS = 2


def number_of(text):
    return int(hashlib.sha256(text.encode()).hexdigest()[:12], 16)


def half_of(text):
    return "held" if number_of("half:" + text) % 2 else "dev"


def pick(items, key):
    return items[number_of(key) % len(items)] if items else None


def row(claim, sources, label, origin, half):
    split = "test" if half == "held" else "dev"
    line = {"claim": claim, "sources": sources, "label": label, "set": origin, "split": split}
    print(json.dumps(line, ensure_ascii=False))


def judged(path, half, wanted):
    names = {"entailment": "supported", "neutral": "unsupported", "contradiction": "contradicted",
             "not_entailment": "unsupported"}
    for line in open(path, encoding="utf-8"):
        one = json.loads(line)
        by = "premise" if one["set"] in ("snli", "contractnli") else "hypothesis"
        if half_of(one[by]) == half and (not wanted or one["set"] in wanted):
            row(one["hypothesis"], [one["premise"]], names[one["label"]], one["set"], half)


def sentences(text):
    found = re.split(r"(?<=[a-z0-9)%][.?!])\s*(?=[A-Z])", text) if re.search("[A-Z]", text) else text.split(" . ")
    # labels of structured abstracts
    return [re.sub(r"^(?:[A-Z]{4,}:? )+(?=[A-Z])", "", one.strip()) for one in found]


def fit(sentence):
    return 8 <= len(sentence.split()) <= 45 and not sentence.endswith(("?", ":"))


def number_changed(sentence, key):
    found = [m for m in re.finditer(r"(?<![\w.,/-])\d+(?:[.,]\d+)*(?![\w/-])", sentence)]
    at = pick(found, key)
    if not at:
        return None
    old = at.group()
    places = [i for i, c in enumerate(old) if c.isdigit()]
    place = pick(places, key + "place")
    digit = str((int(old[place]) + 1 + number_of(key + "digit") % 8) % 10)
    new = old[:place] + digit + old[place + 1:]
    if new.startswith("0") and not old.startswith("0"):
        new = "1" + new
    return sentence[:at.start()] + new + sentence[at.end():] if new != old else None


def names(sentence):
    """Words with capitals that do not open the sentence, and words of letters and digits."""
    return [m for m in re.finditer(r"(?<![\w-])(?:[A-Z][\w-]*\w|[a-z]+\d[\w-]*)(?![\w-])", sentence) if m.start() > 0 and not m.group()[1:].islower() or m.group()[0].isupper() and m.start() > 0
            and m.group().lower() not in ("the", "this", "these", "those", "we", "our", "in", "an", "to", "here")]


def name_changed(sentence, strangers, source, key):
    at = pick(names(sentence), key)
    strangers = [one for one in strangers if at and one.lower() not in source.lower() and one != at.group()]
    new = pick(strangers, key + "new")
    return sentence[:at.start()] + new + sentence[at.end():] if new else None


def negated(sentence, key):
    denied = re.search(r"\b(is|are|was|were|can|could|may|did|do|does|has|have|had) not ", sentence)
    if denied:
        return sentence[:denied.start()] + denied.group(1) + " " + sentence[denied.end():]
    if re.search(r"\b(no|not|never|neither|nor|without|cannot|fail\w*|lack\w*)\b", sentence, re.I):
        return None
    found = [m for m in re.finditer(r"\b(" + "|".join(AUXILIARIES) + r")\b(?= [a-z])", sentence)]
    at = found[0] if found else None
    return sentence[:at.end()] + " not" + sentence[at.end():] if at else None


def parted(sentence):
    at = re.search(r" (" + "|".join(AUXILIARIES) + r") ", sentence)
    if not at or len(sentence[:at.start()].split()) < 2 or len(sentence[at.end():].split()) < 4:
        return None
    return sentence[:at.start()], sentence[at.start():]


def lowered(sentence):
    first = sentence.split(" ", 1)[0]
    return sentence[0].lower() + sentence[1:] if first[1:].islower() or len(first) == 1 else sentence


def reworded(sentence, key):
    """The same with less: without brackets, an opening adverbial or a trailing clause."""
    less = re.sub(r"\s*\([^()]*\)", "", sentence)
    less = re.sub(r"^(However|Moreover|Furthermore|Thus|Therefore|In addition|Here|Finally), ?(we show that )?", "", less)
    less = re.sub(r",? (which|whereas|while|although|suggesting|indicating|thereby)\b[^,;]*\.?$", ".", less)
    if less == sentence or len(less.split()) < 7:
        return None
    return less[0].upper() + less[1:]


def texts(path, origin, half, most):
    documents = [json.loads(line) for line in open(path, encoding="utf-8")]
    documents = [one for one in documents if half_of(one["text"]) == half]
    documents.sort(key=lambda one: number_of(one["text"]))
    cut = [(one["text"], [s for s in sentences(one["text"])]) for one in documents]
    cut = [(text, found) for text, found in cut if len(found) > 3][:most]
    vocabulary = [set(re.findall(r"[a-z]{5,}", text.lower())) for text, _ in cut]
    for at, (text, found) in enumerate(cut):
        ranked = sorted((j for j in range(len(cut)) if j != at), key=lambda j: (-len(vocabulary[at] & vocabulary[j]) / (len(vocabulary[j]) + 20), j))
        near, far = cut[ranked[0]], [cut[j] for j in ranked[1:1 + OTHERS]]
        sources = [text] + [other for other, _ in far]
        sources = sources[number_of(text) % 3:] + sources[:number_of(text) % 3]
        usable = [one for one in found if fit(one)]
        if not usable:
            continue
        one = pick(usable, text)
        row(one, sources, "supported", origin, half)
        other = pick([s for s in far[0][1] if fit(s)], text)
        if other:
            row(one.rstrip(". ") + ", and " + lowered(other), sources, "supported", origin, half)
        less = next((r for r in (reworded(s, text) for s in usable) if r), None)
        if less:
            row(less, sources, "supported", origin, half)
        strangers = [m.group() for j in ranked[-20:] for s in cut[j][1] for m in names(s)]
        makers = [("number changed", lambda s: number_changed(s, text)),
                  ("name changed", lambda s: name_changed(s, strangers, " ".join(sources), text)),
                  ("negated", lambda s: negated(s, text))]
        for label, make in makers:
            start = number_of(text + label) % len(usable)
            made = next((m for m in map(make, usable[start:] + usable[:start]) if m), None)
            if made:
                row(made, sources, label, origin, half)
        heads = [p for p in map(parted, usable) if p]
        tails = [p for p in map(parted, (s for s in far[0][1] if fit(s))) if p]
        if heads and tails:
            row(pick(heads, text)[0] + pick(tails, text)[1], sources, "merged", origin, half)
        stranger = pick([s for s in near[1] if fit(s)], text)
        if stranger:
            row(stranger, sources, "unsupported", origin, half)
        left_out = pick(usable[1:], text + "left out")
        if left_out and left_out != one:
            rest = " ".join(s for s in found if s != left_out)
            row(left_out, [rest] + [other for other, _ in far], "unsaid", origin, half)


if __name__ == "__main__":
    if sys.argv[1] == "nli":
        judged(sys.argv[2], sys.argv[3], sys.argv[4:])
    else:
        texts(sys.argv[2], sys.argv[3], sys.argv[4], int((sys.argv[5:] or ["300"])[0]))
