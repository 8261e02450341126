"""What the `models` crate does with a model folder, said once more in numpy: the tests' yardstick.

Manifest → tokens with prefix, in even windows → graph → pooling → layer norm → the first
dimensions → unit length → mean of the windows. Deps: numpy, onnxruntime, tokenizers.
"""

from pathlib import Path

import numpy as np

import manifests

LAYER_NORM_EPSILON = 1e-5


def unit(rows):
    """Rows of length 1."""
    return rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-12)


class Embedder:
    """One model folder at work."""

    def __init__(self, folder, threads=1, tokenizer=None):
        import onnxruntime
        import tokenizers

        folder = Path(folder)
        self.manifest = manifests.read(folder / "manifest.json")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(folder / "model.onnx", options)
        path = tokenizer or folder / "tokenizer.json"
        self.tokenizer = tokenizers.Tokenizer.from_file(str(path))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def windows(self, text, prefix):
        """Token ids of each window: [CLS] prefix, an even share of the text, [SEP]."""
        start, end = self.tokenizer.encode("").ids
        lead = self.tokenizer.encode(prefix, add_special_tokens=False).ids
        body = self.tokenizer.encode(text, add_special_tokens=False).ids
        room = self.manifest["max_tokens"] - len(lead) - 2
        parts = np.array_split(np.array(body, np.int64), max(1, -(-len(body) // room)))
        return [[start, *lead, *part, end] for part in parts]

    def run(self, rows):
        """Unit vectors of rows of ids, as one padded batch."""
        ids = np.zeros((len(rows), max(map(len, rows))), np.int64)
        mask = np.zeros_like(ids)
        for at, row in enumerate(rows):
            ids[at, : len(row)] = row
            mask[at, : len(row)] = 1
        feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        feeds = {name: feeds[name] for name in self.manifest["inputs"]}
        out = self.session.run(None, feeds)[0]
        if self.manifest["pooling"] == "mean":
            weights = mask[..., None].astype(np.float32)
            out = (out * weights).sum(1) / weights.sum(1)
        if self.manifest["layer_norm"]:
            spread = np.sqrt(out.var(1, keepdims=True) + LAYER_NORM_EPSILON)
            out = (out - out.mean(1, keepdims=True)) / spread
        return unit(out[:, : self.manifest["truncate_dimensions"]])

    def embed(self, texts, kind="passage"):
        """Unit vectors of texts in their order; `kind` is passage or query."""
        prefix = self.manifest["prefixes"][kind]
        rows, owners = [], []
        for owner, text in enumerate(texts):
            for window in self.windows(text, prefix):
                rows.append(window)
                owners.append(owner)
        sums = np.zeros((len(texts), self.manifest["truncate_dimensions"]), np.float32)
        order = np.argsort([len(r) for r in rows], kind="stable")
        batch = self.manifest["run"]["batch_texts"]
        for start in range(0, len(order), batch):
            group = order[start : start + batch]
            np.add.at(sums, np.array(owners)[group], self.run([rows[i] for i in group]))
        return unit(sums)
