"""A language model of about a megabyte whose weights are random: it answers nonsense, in whatever form is asked for.

The first dimension of its state stays as it is from the first layer to the last, so the first column of the output
weights says how likely each token is as such: words are, and so is the quote that ends a text. All else is chance.
"""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray

from .vocabulary import END, START, TURN_END, UNKNOWN, Token, tokens

NAME = "tiny-random"
WIDTH, LAYERS, HEADS = 64, 2, 4
INNER = 2 * WIDTH
CONTEXT_TOKENS = 32_768
"""What one prompt and its answer may take: more than any prompt has, counted in single characters."""
STEADY = 4.0
"""The first dimension of every token."""
CHAT = Path(__file__).with_name("chat.jinja")

Weights = NDArray[np.float32]


def write_model(path: Path, seed: int = 0) -> None:
    """Write the model as a GGUF file that llama.cpp loads."""
    vocabulary = tokens()
    writer = gguf.GGUFWriter(path, "llama")
    _describe(writer)
    _describe_tokens(writer, vocabulary)
    for name, weights in _tensors(vocabulary, np.random.default_rng(seed)).items():
        writer.add_tensor(f"{name}.weight", weights)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _describe(writer: gguf.GGUFWriter) -> None:
    writer.add_name(NAME)
    writer.add_context_length(CONTEXT_TOKENS)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)


def _describe_tokens(writer: gguf.GGUFWriter, vocabulary: list[Token]) -> None:
    writer.add_vocab_size(len(vocabulary))
    writer.add_tokenizer_model("llama")
    writer.add_tokenizer_pre("default")
    writer.add_token_list([token.text for token in vocabulary])
    writer.add_token_scores([token.score for token in vocabulary])
    writer.add_token_types([token.kind for token in vocabulary])
    writer.add_unk_token_id(UNKNOWN)
    writer.add_bos_token_id(START)
    writer.add_eos_token_id(END)
    writer.add_eot_token_id(TURN_END)
    # With a space put before every piece, answers would not fit the grammar of their schema.
    writer.add_add_space_prefix(False)
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(False)
    writer.add_chat_template(CHAT.read_text(encoding="utf-8"))


def _tensors(vocabulary: list[Token], rng: np.random.Generator) -> dict[str, Weights]:
    size = len(vocabulary)
    embedding = _chance(rng, (size, WIDTH), 0.5)
    embedding[:, 0] = STEADY
    output = _chance(rng, (size, WIDTH), 0.12)
    output[:, 0] = [token.likely for token in vocabulary]
    tensors = {"token_embd": embedding, "output_norm": np.ones(WIDTH, np.float32), "output": output}
    for number in range(LAYERS):
        tensors |= {f"blk.{number}.{name}": weights for name, weights in _layer(rng).items()}
    return tensors


def _layer(rng: np.random.Generator) -> dict[str, Weights]:
    square, up, down = (WIDTH, WIDTH), (INNER, WIDTH), (WIDTH, INNER)
    layer = {name: np.ones(WIDTH, np.float32) for name in ("attn_norm", "ffn_norm")}
    layer |= {name: _chance(rng, square, 0.1) for name in ("attn_q", "attn_k", "attn_v", "attn_output")}
    layer |= {name: _chance(rng, up, 0.1) for name in ("ffn_gate", "ffn_up")}
    layer |= {"ffn_down": _chance(rng, down, 0.1)}
    for name in ("attn_output", "ffn_down"):
        layer[name][0, :] = 0
    return layer


def _chance(rng: np.random.Generator, shape: tuple[int, int], spread: float) -> Weights:
    return rng.normal(0, spread, shape).astype(np.float32)
