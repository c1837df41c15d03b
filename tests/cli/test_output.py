from __future__ import annotations

import shlex

from hypothesis import given
from hypothesis import strategies as st

from townlet.errors import quote_for_shell

_TYPED = st.text(st.characters(codec="ascii", exclude_characters='\\$`!"\n', exclude_categories=["Cc"]), min_size=1)


@given(_TYPED)
def test_a_shell_reads_back_the_word(word: str) -> None:
    assert shlex.split(quote_for_shell(word)) == [word]


def test_a_plain_path_stays_bare() -> None:
    assert quote_for_shell("runs/one.townlet") == "runs/one.townlet"


def test_quotes_within_are_kept() -> None:
    assert shlex.split(quote_for_shell('say "hi" twice')) == ['say "hi" twice']
