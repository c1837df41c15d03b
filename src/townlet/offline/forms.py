"""Word forms: inflecting verbs and reading what form a word is in."""

from __future__ import annotations

from functools import lru_cache

from townlet.town.lexicon import getAllLemmas, getInflection

IRREGULAR = {
    "be": {"VBG": "being", "VBD": "was", "VBN": "been", "VBZ": "is"},
    "lie": {"VBG": "lying", "VBD": "lay"},
    "have": {"VBZ": "has", "VBD": "had", "VBG": "having"},
    "do": {"VBZ": "does", "VBD": "did", "VBG": "doing"},
}
_BE = frozenset(("am", "is", "are", "was", "were", "be", "been"))
_ENDINGS = {"VBG": "ing", "VBZ": "s", "VBD": "ed", "VBN": "ed", "NNS": "s"}
_PAST_FIRST = {
    "saw": "see", "found": "find", "left": "leave", "felt": "feel", "fell": "fall", "lay": "lie",
    "wound": "wind", "ground": "grind", "bore": "bear", "rose": "rise", "spoke": "speak", "stole": "steal",
    "thought": "think", "lent": "lend", "met": "meet", "read": "read", "put": "put", "hurt": "hurt",
    "cut": "cut", "let": "let",
}  # fmt: skip
"""Words that are past forms far more often than verbs of their own ("saw" is rarely "to saw")."""


@lru_cache(None)
def inflect(lemma: str, tag: str) -> str:
    """A verb (or noun) in the form of a Penn tag: inflect('mend', 'VBG') == 'mending'."""
    if tag == "VB":
        return lemma
    if tag in IRREGULAR.get(lemma, {}):
        return IRREGULAR[lemma][tag]
    found = getInflection(lemma, tag)
    return str(found[0]) if found else lemma + _ENDINGS.get(tag, "")


@lru_cache(None)
def lemmas_of(word: str, part: str) -> tuple[str, ...]:
    """Every lemma of a word read as 'VERB' or 'NOUN'."""
    return tuple(getAllLemmas(word).get(part, ()))


@lru_cache(None)
def verb_lemma(word: str) -> str | None:
    """The lemma of a word read as a verb, or None."""
    if word in _BE:
        return "be"
    lemmas = lemmas_of(word.lower(), "VERB")
    return lemmas[0] if lemmas else None


@lru_cache(None)
def verb_form(word: str) -> tuple[str, str] | None:
    """(lemma, VB | VBZ | VBD | VBG) of a word read as a verb, or None."""
    low = word.lower()
    if low in _PAST_FIRST:
        return _PAST_FIRST[low], "VBD"
    lemmas = lemmas_of(low, "VERB")
    if low in lemmas:
        return low, "VB"
    for lemma in lemmas:
        for tag in ("VBZ", "VBD", "VBG"):
            if inflect(lemma, tag) == low:
                return lemma, tag
    return (lemmas[0], "VBD") if lemmas else None


@lru_cache(None)
def only_noun(word: str) -> bool:
    return bool(lemmas_of(word, "NOUN")) and not lemmas_of(word, "VERB")
