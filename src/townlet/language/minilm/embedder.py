"""The embedder that MiniLM is: texts are near when they mean the like, in English. No network, no torch."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from townlet.language.minilm.weights import PAGE, TOKENIZER, WEIGHTS, verified
from townlet.language.providers.spec import NotConfigured

NAME = "minilm"
DIMENSIONS = 384
MOST_TOKENS = 256
"""What comes later in a text does not count; the model was made for no more."""


class MiniLM:
    """Implements `Embedder`. Made in about a second; texts are embedded one by one, on one core.

    A text's vector does not depend on what is embedded with it or before it. On another kind of processor it may
    differ in its last bits; a run keeps its vectors, so that only two runs can differ by that.
    """

    def __init__(self) -> None:
        """Raises NotConfigured if the extra is not installed, or is not what it should be."""
        try:
            from onnxruntime import InferenceSession, SessionOptions
            from safetensors.numpy import load
            from tokenizers import Tokenizer

            from townlet.language.minilm.graph import graph_of
        except ImportError as error:
            raise NotConfigured(f"minilm needs {error.name}: install townlet[minilm]; see {PAGE}.") from None
        self._tokenizer = Tokenizer.from_str(verified(TOKENIZER).decode())
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MOST_TOKENS)
        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        model = graph_of(load(verified(WEIGHTS))).SerializeToString()
        self._session = InferenceSession(model, options, providers=["CPUExecutionProvider"])

    @property
    def name(self) -> str:
        return NAME

    @property
    def dimensions(self) -> int:
        return DIMENSIONS

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return await asyncio.to_thread(self.embed, texts)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of `texts`, without an event loop."""
        rows = np.zeros((len(texts), DIMENSIONS), np.float32)
        for place, text in enumerate(texts):
            ids = np.array([self._tokenizer.encode(text).ids], np.int64)
            rows[place] = self._session.run(None, {"ids": ids})[0][0]
        return rows
