"""The manifest of a model folder: read, completed with the sizes and hashes of its files, written.

No deps. The format is described in README.md and read by the `models` crate.
"""

import hashlib
import json
from pathlib import Path


def sha256_of(path):
    """Lower-case hex SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read(path):
    """One manifest."""
    return json.loads(Path(path).read_text())


def complete(manifest, folder):
    """The manifest with the true size and SHA-256 of each of its files in `folder`."""
    files = []
    for entry in manifest["files"]:
        path = Path(folder) / entry["name"]
        files.append(entry | {"size_bytes": path.stat().st_size, "sha256": sha256_of(path)})
    return manifest | {"files": files}


def matches(manifest, folder):
    """Whether every file of `folder` is the one the manifest names."""
    paths = [(Path(folder) / f["name"], f) for f in manifest["files"]]
    return all(p.is_file() and sha256_of(p) == f["sha256"] for p, f in paths)


def write(manifest, path):
    """Writes by way of a temporary file, so that a half-written manifest is never seen."""
    path = Path(path)
    draft = path.with_suffix(".tmp")
    draft.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
    draft.replace(path)
