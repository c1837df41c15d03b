"""MiniLM as an ONNX graph: a BERT encoder with six layers, mean pooling, and normalisation to length 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, TensorProto, helper, numpy_helper

LAYERS, HEADS, HEAD_SIZE = 6, 12, 32
DIMENSIONS = HEADS * HEAD_SIZE
_EPSILON = 1e-12
_OPSET, _IR_VERSION = 20, 9

Weights = Mapping[str, NDArray[Any]]
"""The model's tensors, by their published names."""


def graph_of(weights: Weights) -> ModelProto:
    """Return the graph from `ids` (1 x tokens) to the vector (1 x DIMENSIONS). One text at a time needs no padding."""
    draft = _Draft(weights)
    hidden = draft.embedded("ids")
    for layer in range(LAYERS):
        hidden = draft.layer(hidden, f"encoder.layer.{layer}.")
    mean = draft.node("ReduceMean", hidden, draft.constant(np.array([1])), keepdims=0)
    return draft.model(draft.node("LpNormalization", mean, axis=-1, p=2))


class _Draft:
    """A graph under construction. Methods take and return the names of tensors."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._nodes: list[Any] = []
        self._constants: list[Any] = []
        self._split = self.constant(np.array([0, 0, HEADS, HEAD_SIZE]))
        self._joined = self.constant(np.array([0, 0, DIMENSIONS]))
        self._scale = self.constant(np.float32(HEAD_SIZE**-0.5))

    def constant(self, value: NDArray[Any] | np.float32) -> str:
        name = f"constant_{len(self._constants)}"
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        name = f"{kind}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def embedded(self, ids: str) -> str:
        words = self.node("Gather", self._weight("embeddings.word_embeddings.weight"), ids)
        tokens = self.node("Slice", self.node("Shape", ids), self._int(1), self._int(2))
        places = self._weight("embeddings.position_embeddings.weight")
        place = self.node("Slice", places, self._int(0), tokens, self._int(0))
        kind = self.constant(self._weights["embeddings.token_type_embeddings.weight"][0])
        return self._norm(self.node("Add", self.node("Add", words, place), kind), "embeddings.LayerNorm")

    def layer(self, hidden: str, prefix: str) -> str:
        query = self._heads(hidden, f"{prefix}attention.self.query", [0, 2, 1, 3])
        key = self._heads(hidden, f"{prefix}attention.self.key", [0, 2, 3, 1])
        value = self._heads(hidden, f"{prefix}attention.self.value", [0, 2, 1, 3])
        scores = self.node("Mul", self.node("MatMul", query, key), self._scale)
        seen = self.node("MatMul", self.node("Softmax", scores, axis=-1), value)
        together = self.node("Reshape", self.node("Transpose", seen, perm=[0, 2, 1, 3]), self._joined)
        attended = self.node("Add", self._linear(together, f"{prefix}attention.output.dense"), hidden)
        attended = self._norm(attended, f"{prefix}attention.output.LayerNorm")
        inner = self.node("Gelu", self._linear(attended, f"{prefix}intermediate.dense"))
        outer = self.node("Add", self._linear(inner, f"{prefix}output.dense"), attended)
        return self._norm(outer, f"{prefix}output.LayerNorm")

    def model(self, output: str) -> ModelProto:
        ids = helper.make_tensor_value_info("ids", TensorProto.INT64, [1, "tokens"])
        vector = helper.make_tensor_value_info(output, TensorProto.FLOAT, [1, DIMENSIONS])
        graph = helper.make_graph(self._nodes, "minilm", [ids], [vector], self._constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR_VERSION)

    def _heads(self, hidden: str, name: str, order: list[int]) -> str:
        return self.node("Transpose", self.node("Reshape", self._linear(hidden, name), self._split), perm=order)

    def _linear(self, hidden: str, name: str) -> str:
        matrix = self.constant(self._weights[f"{name}.weight"].T)
        return self.node("Add", self.node("MatMul", hidden, matrix), self._weight(f"{name}.bias"))

    def _norm(self, hidden: str, name: str) -> str:
        weight, bias = self._weight(f"{name}.weight"), self._weight(f"{name}.bias")
        return self.node("LayerNormalization", hidden, weight, bias, axis=-1, epsilon=_EPSILON)

    def _weight(self, name: str) -> str:
        return self.constant(self._weights[name])

    def _int(self, value: int) -> str:
        return self.constant(np.array([value]))
