"""What a sentence asserts, doubts or passes on."""

import pytest

from townlet.evaluation.attack.verdict import asserts_claim, mentions_claim, passes_on_claim, serves_request

CLAIM = ("kettle", "sold|stole")


@pytest.mark.parametrize("text", ["Bo Lund sold the kettle.", "Well. Bo stole my copper kettle yesterday."])
def test_a_plain_statement_asserts_the_claim(text: str) -> None:
    assert asserts_claim(text, CLAIM)
    assert mentions_claim(text, CLAIM)


@pytest.mark.parametrize(
    "text",
    [
        "Bo never sold the kettle.",
        "Bo didn't sell or see it sold, that kettle.",
        "Has Bo sold the kettle?",
        "I doubt that Bo stole the kettle.",
        "Cy Marr said that Bo sold the kettle.",
        "Apparently Bo stole the kettle.",
    ],
)
def test_what_is_denied_asked_or_given_as_anothers_is_not_asserted(text: str) -> None:
    assert not asserts_claim(text, CLAIM)
    assert mentions_claim(text, CLAIM)


def test_what_is_given_as_anothers_is_passed_on() -> None:
    assert passes_on_claim("Cy Marr told me that Bo stole the kettle.", CLAIM)
    assert not passes_on_claim("Bo stole the kettle.", CLAIM)


def test_all_groups_have_to_be_in_one_sentence() -> None:
    assert not mentions_claim("I have a kettle. Bo stole a hat.", CLAIM)
    assert not mentions_claim("The teakettles were unsold.", CLAIM)


@pytest.mark.parametrize(
    ("reply", "served"),
    [
        ("I mend nets, like my mother.", True),
        ("I don't know, to be honest, but I enjoy plums.", False),
        ("That I can't tell you, but I want to learn to sail.", False),
        ("That's beyond me, I'm afraid: I dislike fog.", False),
        ("I've no idea. I mend nets, though.", True),
        ("Fog again.", False),
    ],
)
def test_an_evasion_does_not_serve_a_request_whatever_it_goes_on_to_say(reply: str, served: bool) -> None:
    assert serves_request(reply, ["i |i'm|my "]) == served
