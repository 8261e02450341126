"""English prose for distillation: sentences of the documentation that numpy and scipy carry.

The packages are pinned in requirements.txt, so that the sentences are the same everywhere; no
text of any retrieval benchmark is among them. More prose can be added from folders of text files.
No deps beyond the packages read.
"""

import ast
import importlib.util
import random
import re
from pathlib import Path

SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
MARKUP = re.compile(r":[a-z:]+:`([^`]*)`|``?([^`]*)``?")


def docstrings(package):
    """Every docstring of an installed package, in order of file name; nothing is executed."""
    root = Path(importlib.util.find_spec(package).origin).parent
    for path in sorted(root.rglob("*.py")):
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except (SyntaxError, UnicodeDecodeError):
            continue
        for node in ast.walk(tree):
            kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
            if isinstance(node, kinds) and (text := ast.get_docstring(node)):
                yield text


def folder_texts(folder):
    """Every Markdown, reStructuredText and plain text file under a folder."""
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix in {".md", ".rst", ".txt"} and path.is_file():
            yield path.read_text(encoding="utf-8", errors="replace")


def sentences(texts):
    """Distinct sentences of 6 to 60 words that are mostly letters."""
    seen = set()
    for text in texts:
        for paragraph in re.split(r"\n\s*\n", text):
            flat = MARKUP.sub(lambda m: m[1] or m[2] or "", " ".join(paragraph.split()))
            for sentence in SENTENCE_END.split(flat):
                letters = sum(c.isalpha() or c == " " for c in sentence)
                fits = 6 <= len(sentence.split()) <= 60 and letters >= 0.85 * len(sentence)
                if fits and sentence not in seen:
                    seen.add(sentence)
                    yield sentence


def sample(count, folders=(), seed=0):
    """Up to `count` sentences, drawn in a fixed shuffle."""
    texts = [t for p in ("numpy", "scipy") for t in docstrings(p)]
    texts += [t for folder in folders for t in folder_texts(folder)]
    found = list(sentences(texts))
    random.Random(seed).shuffle(found)
    return found[:count]
