from __future__ import annotations

from typing import Any

from lemminflect.codecs.InflectionLUCodec import InflectionLUCodec
from lemminflect.codecs.LemmaLUCodec import LemmaLUCodec
from lemminflect.core.Inflections import Inflections
from lemminflect.core.Lemmatizer import Lemmatizer

from townlet.town import lexicon

NOT_THERE: dict[str, Any] = {}


def test_each_word_has_the_forms_that_the_library_reads_itself() -> None:
    for singleton, read, library in (
        (Lemmatizer(), Lemmatizer().lemma_dict, LemmaLUCodec.load(Lemmatizer().lemma_lu_fn)),
        (Inflections(), Inflections().infl_dict, InflectionLUCodec.load(Inflections().infl_lu_fn)),
    ):
        assert type(read).__module__ == lexicon.__name__, singleton
        assert len(library) > 30_000
        assert all(read.get(word, NOT_THERE) == forms for word, forms in [*library.items()][::11])
        assert read.get("xyzzy", NOT_THERE) is NOT_THERE
        assert read.get("", NOT_THERE) is NOT_THERE
        assert read.get("￿", NOT_THERE) is NOT_THERE
