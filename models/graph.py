"""A small writer of ONNX graphs: nodes and constants by name, checked when saved.

Deps: numpy, onnx. Used by build_minilm.py, build_nomic_test.py and train_static/export.py.
"""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


class Graph:
    """Collects nodes; every node's output carries the node's own name."""

    def __init__(self):
        self.nodes = []
        self.constants = {}

    def constant(self, name, value, dtype=None):
        """A constant; the same name twice is the same constant."""
        array = np.ascontiguousarray(np.asarray(value, dtype=dtype))
        # ascontiguousarray makes a scalar one-dimensional; ONNX minds the difference
        array = array.reshape(np.shape(value))
        self.constants.setdefault(name, numpy_helper.from_array(array, name))
        return name

    def ints(self, *values):
        """A one-dimensional int64 constant: a shape, or axes."""
        name = "i64_" + "_".join(str(v) for v in values).replace("-", "m")
        return self.constant(name, values, np.int64)

    def op(self, kind, inputs, output, **attributes):
        """One node with one output."""
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def split(self, value, outputs):
        """Cuts the last axis into equal parts."""
        node = helper.make_node(
            "Split", [value], outputs, name=outputs[0] + "_split", axis=-1, num_outputs=len(outputs)
        )
        self.nodes.append(node)
        return outputs

    def mask_bias(self):
        """0 where a token stands and -10,000 where padding does, shaped for attention scores."""
        self.op("Cast", ["attention_mask"], "mask_float", to=TensorProto.FLOAT)
        self.op("Unsqueeze", ["mask_float", self.ints(1, 2)], "mask_4d")
        self.op("Sub", [self.constant("one", np.float32(1)), "mask_4d"], "mask_inverse")
        return self.op(
            "Mul", ["mask_inverse", self.constant("masked", np.float32(-1e4))], "mask_bias"
        )

    def weighted_mean(self, states, weights, output):
        """Mean over the tokens of `states` [batch, seq, d], weighted by `weights` [batch, seq]."""
        self.op("Unsqueeze", [weights, self.ints(1)], output + "_row")
        self.op("MatMul", [output + "_row", states], output + "_sum3")
        self.op("Squeeze", [output + "_sum3", self.ints(1)], output + "_sum")
        self.op("ReduceSum", [weights, self.ints(1)], output + "_count", keepdims=1)
        floor = self.constant("count_floor", np.float32(1e-6))
        self.op("Max", [output + "_count", floor], output + "_count_safe")
        return self.op("Div", [output + "_sum", output + "_count_safe"], output)

    def unit(self, value, output):
        """Rows of `value` scaled to length 1."""
        self.op("Mul", [value, value], output + "_squares")
        self.op("ReduceSum", [output + "_squares", self.ints(1)], output + "_square", keepdims=1)
        self.op("Sqrt", [output + "_square"], output + "_length")
        floor = self.constant("length_floor", np.float32(1e-12))
        self.op("Max", [output + "_length", floor], output + "_length_safe")
        return self.op("Div", [value, output + "_length_safe"], output)

    def save(self, path, name, inputs, output, shape, opset=18):
        """Writes and checks the model. `inputs` are int64 [batch, seq]; `output` is float32."""
        values = [
            helper.make_tensor_value_info(i, TensorProto.INT64, ["batch", "seq"]) for i in inputs
        ]
        result = helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)
        graph = helper.make_graph(
            self.nodes, name, values, [result], list(self.constants.values())
        )
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8
        )
        onnx.checker.check_model(model, full_check=True)
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        onnx.save(model, path)
