"""The network embedder: vectors from a provider's API."""

from __future__ import annotations

import base64
import json
import logging
import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from townlet.language.embedder import EmbeddedTexts
from townlet.language.model import ModelError, RequestRefused, reported_tokens
from townlet.language.providers.connection import OPENAI_ADDRESS, Connection, model_served, patiently
from townlet.language.providers.http import MAX_BODY_BYTES, AnswerTooLarge
from townlet.language.providers.library import UnreadableReply, embedding_model, through_library
from townlet.language.providers.spec import ModelSpec

BATCH_SIZE = 64
"""The number of texts in one call; most providers accept this many."""

BYTES_A_NUMBER = 25
"""The most bytes that a number takes in an answer, as JSON."""

MANY = 4
"""So many texts cannot all have the same vector."""

PROBES = ("A short text, embedded to see how long its vector is.", "Bread")
"""The two unlike texts that `prepare` embeds."""


class WrongVectors(ModelError):
    """A paid answer does not hold usable vectors."""

    billed = True


class TooFewVectors(WrongVectors):
    """An answer holds fewer vectors than texts were sent."""


_Embedded = tuple[list[list[float]], int, str]
"""The vectors of some texts, the tokens they took, and the model's own name."""


_TOO_LONG = re.compile(
    r"too l|less than \d+ tokens|(?:exceed|longer than)\D*\d* ?(?:token|context|length)", re.IGNORECASE
)
"""What servers say of a long text: 'input is too long', '`inputs` must have less than 512 tokens'."""


def _is_too_long(error: ModelError) -> bool:
    return isinstance(error, RequestRefused) and (error.context is not None or bool(_TOO_LONG.search(error.said)))


def _read(answer: Any, dimensions: int) -> _Embedded:
    """Read an answer of OpenAI's embeddings API, whose rows may come in any order, or a bare list of vectors.

    `dimensions` is the length of a vector, or 0 if that is not known yet. Raises KeyError and the like.
    """
    if isinstance(answer, list):
        answer = {"data": answer}
    if "embedding" in answer:
        answer = {**answer, "data": [answer["embedding"]]}  # Ollama's older form, of one text
    rows = answer["data"] if "data" in answer else answer["embeddings"]
    rows = [row if isinstance(row, dict) and "embedding" in row else {"embedding": row} for row in rows]
    places = [str(row.get("index")) for row in rows]
    if len(set(places)) == len(rows) and all(map(str.isdecimal, places)):
        rows = sorted(rows, key=lambda row: int(row["index"]))
    vectors = [_vector(row["embedding"], dimensions) for row in rows]
    [tokens] = reported_tokens((answer.get("usage") or {}).get("prompt_tokens"))
    return vectors, tokens, str(answer.get("model") or "")


def _vector(given: Any, dimensions: int) -> list[float]:
    """Return the numbers of a vector: as a list, in base64, or as the one vector in a list. Raises WrongVectors."""
    if isinstance(given, str):
        packed = "".join(given.split()).translate(_OF_URLS).rstrip("=")
        return _unpacked(base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True), dimensions)
    if isinstance(given, dict) and len(given) == 1:
        [given] = given.values()  # {"float": [...]}
    if given and isinstance(given[0], list):
        if len(given) > 1:
            raise WrongVectors(
                f"An answer has {len(given)} vectors for one text, as for each of its tokens; "
                "let the server pool them, such as with --pooling mean."
            )
        [given] = given
    # What is no number in floats is null in JSON.
    return [math.nan if number is None else float(number) for number in given or ()]


_OF_URLS = str.maketrans("-_", "+/")
_KINDS = {1: "i1", 2: "<f2", 4: "<f4", 8: "<f8"}
"""The numbers of a packed vector by their bytes: 32-bit floats, as the API has it, and what some servers give."""
_NEAR = 1e-4
"""Most numbers of a vector come at least to this share of its largest. The bytes of other numbers lie all over."""


def _unpacked(packed: bytes, dimensions: int) -> list[float]:
    """Return the numbers of a vector in base64, whose length tells what kind they are.

    `dimensions` is 0 if it is not known how many there are: then they are floats of 32 or 64 bits, or WrongVectors is
    raised.
    """
    kinds = [_KINDS.get(len(packed) // dimensions, "")] if dimensions else ["<f4", "<f8"]
    for kind in kinds:
        if kind and packed and len(packed) % np.dtype(kind).itemsize == 0:
            with np.errstate(invalid="ignore"):
                numbers = np.frombuffer(packed, kind).astype(float)
            sizes = np.abs(numbers[np.isfinite(numbers) & (numbers != 0)])
            if dimensions or (sizes > _NEAR * sizes.max(initial=0)).sum() >= 0.9 * np.count_nonzero(numbers):
                return [float(number) for number in numbers]
    raise WrongVectors(
        f"A vector in base64 has {len(packed):,} bytes that are no 32-bit floats; let the server give lists of numbers."
    )


class NetworkEmbedder:
    """Embed texts through a provider's API. Await `prepare` before reading `dimensions`.

    Implements `Embedder` and `MeteredEmbedder`.
    """

    def __init__(self, spec: ModelSpec, connection: Connection) -> None:
        self.spec, self.connection = spec, connection
        self._served, self._dimensions = spec.model, 0
        self._most = BATCH_SIZE
        self._cuts = self._gave_zeros = False
        self._packed, self._alone = True, False
        """Whether vectors are asked for in base64 once their length is known, and whether a text is sent by itself and
        not in a list."""

    @property
    def batch_size(self) -> int:
        """How many texts one call takes: fewer if their vectors are long, or if the server has refused more."""
        return max(1, min(self._most, MAX_BODY_BYTES // (BYTES_A_NUMBER * max(1, self._dimensions))))

    @property
    def name(self) -> str:
        return str(self.spec)

    @property
    def dimensions(self) -> int:
        if not self._dimensions:
            raise ModelError(f"The length of {self.name}'s vectors is not known yet; await its prepare() first.")
        return self._dimensions

    async def prepare(self) -> None:
        """Learn the length of the vectors by embedding two texts. Raises ModelError, also if vectors are useless."""
        if self._dimensions:
            return
        one, other = (await patiently(lambda: self._embed(PROBES)))[0]
        self._dimensions = len(one)
        rows = self._checked([one, other])
        if not rows.any(axis=1).all() or _are_equal(rows):
            self._dimensions = 0
            raise self._useless()

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        await self.prepare()
        starts = range(0, len(texts), size := self.batch_size)
        parts = [(await self.embed_batch(texts[start : start + size])).vectors for start in starts]
        return np.concatenate(parts) if parts else np.zeros((0, self._dimensions), np.float32)

    async def embed_batch(self, texts: Sequence[str]) -> EmbeddedTexts:
        """Embed at most 64 texts. Blank texts are not sent and get zeros. Raises ModelError."""
        await self.prepare()
        rows = np.zeros((len(texts), self._dimensions), np.float32)
        filled = [place for place, text in enumerate(texts) if text.strip()]
        if not filled:
            return EmbeddedTexts(rows, 0, self._served)
        vectors, tokens, model = await self._embed([texts[place] for place in filled])
        rows[filled] = self._checked(vectors)
        if not rows[filled].any(axis=1).all() and not self._gave_zeros:
            self._gave_zeros = True
            told = "%s gave a vector of zeros for a text; nothing is found by such a vector."
            logging.getLogger(__name__).warning(told, self.name)
        return EmbeddedTexts(rows, tokens, model or self._served)

    async def aclose(self) -> None:
        """Close the connection, which other models may share; call this at the end of a run."""
        await self.connection.aclose()

    async def _embed(self, texts: Sequence[str]) -> _Embedded:
        """Embed texts in as many parts as the server needs, and cut those that are too long for it."""
        if not self._served:
            self._served = await model_served(self.connection)
        most = self.batch_size
        if len(texts) <= most:
            try:
                return await self._ask(texts)
            except (RequestRefused, AnswerTooLarge, TooFewVectors) as error:
                if len(texts) == 1:
                    return await self._embed(self._otherwise(texts[0], error))
                self._most = most = -(-len(texts) // 2)
        parts = [await self._embed(texts[start : start + most]) for start in range(0, len(texts), most)]
        vectors = [row for rows, _, _ in parts for row in rows]
        return vectors, sum(tokens for _, tokens, _ in parts), parts[0][2]

    def _otherwise(self, text: str, error: ModelError) -> list[str]:
        """Return the text to send in place of one that was refused, or in another way. Raises `error`."""
        if _is_too_long(error) and len(text) > 1:
            if not self._cuts:
                told = "%s takes no text of %d signs: such texts are cut."
                logging.getLogger(__name__).warning(told, self.name, len(text))
            self._cuts = True
            # It was the length of this text, and not the number of texts.
            self._most = BATCH_SIZE
            return [text[: len(text) // 2]]
        if self._alone:
            raise error
        # The server may not know how vectors are asked for, and then not that texts come in a list.
        self._packed, self._alone = False, not self._packed
        self._most = 1 if self._alone else BATCH_SIZE
        return [text]

    async def _ask(self, texts: Sequence[str]) -> _Embedded:
        """Return the vectors of one call, its tokens, and the model's own name."""
        endpoint = self.connection.endpoint
        if endpoint.kind == "google":
            model = embedding_model(endpoint.kind, self._served, self.connection.provider())
            # Memories and queries are embedded alike, because a text has only one stored vector.
            result = await through_library(lambda: model.embed(list(texts), input_type="document"), endpoint.label)
            [tokens] = reported_tokens(result.usage.input_tokens)
            return [list(row) for row in result.embeddings], tokens, result.model_name or ""
        client = self.connection.http()
        fields = {"encoding_format": "base64"} if self._packed and self._dimensions else {}
        request = client.build_request(
            "POST",
            f"{endpoint.base_url or OPENAI_ADDRESS}/embeddings",
            json={"model": self._served, "input": texts[0] if self._alone else list(texts), **fields},
            headers={"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {},
        )
        body = await client.read_body(request)
        try:
            rows, tokens, name = _read(json.loads(body), self._dimensions)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise UnreadableReply(body, f"{type(error).__name__}: {error}") from error
        if len(rows) != len(texts):
            kind = TooFewVectors if len(rows) < len(texts) else WrongVectors
            raise kind(f"{self.name} gave {len(rows)} vectors for {len(texts)} texts; {_ANOTHER}.")
        return rows, tokens, name

    def _useless(self) -> WrongVectors:
        return WrongVectors(
            f"{self.name} gives vectors that are zero, or equal for unlike texts, so that nothing could be found by "
            "them; serve another model, or see whether its server pools embeddings as the model needs it."
        )

    def _checked(self, vectors: Sequence[Sequence[float]]) -> NDArray[np.float32]:
        if odd := {len(vector) for vector in vectors} - {self._dimensions or 1}:
            told = "an empty vector" if 0 in odd else f"vectors of another length than its first: {self._dimensions}"
            raise WrongVectors(f"{self.name} gave {told}; {_ANOTHER}.")
        with np.errstate(over="ignore"):
            rows = np.asarray(vectors, np.float32)
        if not np.isfinite(rows).all():
            raise WrongVectors(
                f"{self.name} gave a vector with a value that is not a number, or too large; let the server compute "
                "with 32-bit floats, or use another model."
            )
        if len(rows) >= MANY and _are_equal(rows):
            raise self._useless()
        return rows


_ANOTHER = "see whether the model is one for embeddings, and whether the server has only this one under its name"


def _are_equal(rows: NDArray[np.float32]) -> bool:
    """Whether vectors differ by no more than rounding does."""
    return bool((np.abs(rows - rows[0]).max(axis=1) <= 1e-4 * np.abs(rows[0]).max()).all())
