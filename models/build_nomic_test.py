"""Makes the tiny stand-in for nomic-embed-text-v1.5 that the `models` crate is tested with.

Same architecture (rotary positions base 1000, not interleaved; SwiGLU; post-norm; no biases), same
inputs and outputs, the same vocabulary, random weights of a fixed seed. Low rank and float16 keep
it near 2 MB. Beside it: a manifest with a window of 64 tokens, so that windows are met, and the
vectors that reference.py computes for a few texts.

    python models/build_nomic_test.py --out src-tauri/crates/models/tests/data/nomic-test

Deps: requirements.txt. Uses the tokenizer of loci-static-256, whose vocabulary is nomic's.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from onnx import TensorProto

import manifests
from graph import Graph
from reference import Embedder

HERE = Path(__file__).parent
TOKENIZER = HERE / "loci-static-256" / "tokenizer.json"
SETTINGS = HERE / "nomic-embed-text-v1.5" / "manifest.json"
VOCABULARY, WIDTH, HEADS, LAYERS, INNER, RANK = 30528, 768, 12, 2, 256, 24
HEAD, ROTARY_BASE, WORD_RANK = WIDTH // HEADS, 1000.0, 16
TEXTS = [
    ("passage", "the cat sat on the mat"),
    ("passage", "Boundary layers thicken, then separate: heat flows the other way."),
    ("query", "which layer carries heat?"),
    ("passage", "Größe, naïve café, 東京, e=mc² and an emoji 🙂."),
    ("passage", " ".join(f"Sentence {n} of a text longer than one window." for n in range(24))),
]


class RandomNomic:
    """The graph of the architecture, with random weights."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.graph = Graph()

    def normal(self, *shape):
        return self.rng.standard_normal(shape)

    def matrix(self, name, rows, columns, scale):
        """A rows × columns weight of low rank, stored as two float16 factors."""
        g, factors = self.graph, []
        left = self.normal(rows, RANK) / np.sqrt(rows)
        right = self.normal(RANK, columns) * scale / np.sqrt(RANK)
        for part, value in (("left", left), ("right", right)):
            stored = g.constant(f"{name}.{part}", value, np.float16)
            factors.append(g.op("Cast", [stored], f"{name}.{part}_32", to=TensorProto.FLOAT))
        return g.op("MatMul", factors, name + ".weight")

    def norm(self, value, name, output):
        gain = self.graph.constant(name + ".gain", 1 + 0.1 * self.normal(WIDTH), np.float32)
        bias = self.graph.constant(name + ".bias", 0.1 * self.normal(WIDTH), np.float32)
        inputs = [value, gain, bias]
        return self.graph.op("LayerNormalization", inputs, output, axis=-1, epsilon=1e-12)

    def embeddings(self):
        g = self.graph
        words = g.constant("words.left", self.normal(VOCABULARY, WORD_RANK), np.float16)
        wide = g.constant("words.right", self.normal(WORD_RANK, WIDTH) / 4, np.float32)
        types = g.constant("types", 0.1 * self.normal(2, WIDTH), np.float32)
        g.op("Gather", [words, "input_ids"], "word_16", axis=0)
        g.op("Cast", ["word_16"], "word_32", to=TensorProto.FLOAT)
        g.op("MatMul", ["word_32", wide], "word")
        g.op("Gather", [types, "token_type_ids"], "type", axis=0)
        g.op("Add", ["word", "type"], "embedded")
        return self.norm("embedded", "embeddings", "states_0")

    def rotary_tables(self):
        """cos and sin [seq, head] from the length of the batch."""
        g = self.graph
        g.op("Shape", ["input_ids"], "length_1d", start=1, end=2)
        g.op("Squeeze", ["length_1d", g.ints(0)], "length")
        zero, one = g.constant("first", np.int64(0)), g.constant("step", np.int64(1))
        g.op("Range", [zero, "length", one], "position")
        g.op("Cast", ["position"], "position_float", to=TensorProto.FLOAT)
        g.op("Unsqueeze", ["position_float", g.ints(1)], "position_column")
        speeds = ROTARY_BASE ** (-np.arange(0, HEAD, 2) / HEAD)
        g.op("Mul", ["position_column", g.constant("speeds", speeds[None], np.float32)], "angle")
        g.op("Concat", ["angle", "angle"], "angles", axis=-1)
        g.op("Cos", ["angles"], "cos")
        g.op("Sin", ["angles"], "sin")

    def rotate(self, value, name):
        g, half, end = self.graph, self.graph.ints(HEAD // 2), self.graph.ints(HEAD)
        g.op("Slice", [value, g.ints(0), half, g.ints(-1)], name + "_first")
        g.op("Slice", [value, half, end, g.ints(-1)], name + "_second")
        g.op("Neg", [name + "_second"], name + "_negated")
        g.op("Concat", [name + "_negated", name + "_first"], name + "_half_turned", axis=-1)
        g.op("Mul", [value, "cos"], name + "_cos")
        g.op("Mul", [name + "_half_turned", "sin"], name + "_sin")
        return g.op("Add", [name + "_cos", name + "_sin"], name + "_rotated")

    def attention(self, states, n, bias):
        g = self.graph
        g.op("MatMul", [states, self.matrix(n + "qkv", WIDTH, 3 * WIDTH, 3.0)], n + "qkv")
        for part in g.split(n + "qkv", [n + "q", n + "k", n + "v"]):
            g.op("Reshape", [part, g.ints(0, 0, HEADS, HEAD)], part + "_heads")
            g.op("Transpose", [part + "_heads"], part + "_turned", perm=[0, 2, 1, 3])
        query, key = (self.rotate(f"{n}{p}_turned", n + p) for p in "qk")
        g.op("Transpose", [key], n + "key", perm=[0, 1, 3, 2])
        g.op("MatMul", [query, n + "key"], n + "dots")
        g.op("Mul", [n + "dots", g.constant("scale", np.float32(HEAD**-0.5))], n + "scores")
        g.op("Add", [n + "scores", bias], n + "masked")
        g.op("Softmax", [n + "masked"], n + "attention", axis=-1)
        g.op("MatMul", [n + "attention", n + "v_turned"], n + "context_heads")
        g.op("Transpose", [n + "context_heads"], n + "context_turned", perm=[0, 2, 1, 3])
        g.op("Reshape", [n + "context_turned", g.ints(0, 0, WIDTH)], n + "context")
        g.op("MatMul", [n + "context", self.matrix(n + "out", WIDTH, WIDTH, 2.0)], n + "attended")
        g.op("Add", [n + "attended", states], n + "attended_sum")
        return self.norm(n + "attended_sum", n + "norm_1", n + "attended_norm")

    def feed_forward(self, states, n, output):
        g = self.graph
        g.op("MatMul", [states, self.matrix(n + "up", WIDTH, INNER, 2.0)], n + "up")
        g.op("MatMul", [states, self.matrix(n + "gate", WIDTH, INNER, 2.0)], n + "gate")
        g.op("Sigmoid", [n + "gate"], n + "gate_sigmoid")
        g.op("Mul", [n + "gate", n + "gate_sigmoid"], n + "gate_silu")
        g.op("Mul", [n + "up", n + "gate_silu"], n + "gated")
        g.op("MatMul", [n + "gated", self.matrix(n + "down", INNER, WIDTH, 2.0)], n + "down")
        g.op("Add", [n + "down", states], n + "down_sum")
        return self.norm(n + "down_sum", n + "norm_2", output)

    def save(self, path):
        bias, states = self.graph.mask_bias(), self.embeddings()
        self.rotary_tables()
        for layer in range(LAYERS):
            name, last = f"l{layer}_", layer + 1 == LAYERS
            output = "last_hidden_state" if last else f"states_{layer + 1}"
            states = self.feed_forward(self.attention(states, name, bias), name, output)
        inputs = ["input_ids", "token_type_ids", "attention_mask"]
        self.graph.save(path, "nomic_bert_random", inputs, states, ["batch", "seq", WIDTH])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    out = parser.parse_args().out
    RandomNomic(seed=42).save(out / "model.onnx")
    settings = manifests.read(SETTINGS) | {"name": "nomic-test", "max_tokens": 64}
    model, tokenizer = ({"name": name} for name in ("model.onnx", "tokenizer.json"))
    settings = manifests.complete(settings | {"files": [model]}, out)
    hashed = tokenizer | {"sha256": manifests.sha256_of(TOKENIZER)}
    manifests.write(settings | {"files": [*settings["files"], hashed]}, out / "manifest.json")
    model = Embedder(out, tokenizer=TOKENIZER)
    cases = []
    for kind, text in TEXTS:
        vector = [round(float(x), 6) for x in model.embed([text], kind)[0]]
        cases.append({"kind": kind, "text": text, "vector": vector})
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    (out / "expected.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
