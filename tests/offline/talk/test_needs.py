"""Who is asked for help, and what they say to it."""

from __future__ import annotations

from townlet.offline.talk import converse, speech_acts
from townlet.offline.talk.needs import anyone_can, who_might
from townlet.offline.talk.scene import Scene

from .scenes import TUESDAY_NOON, Person, said_by, spoken, talk

SEEDS = range(40)
FLUTES = "Dora Quill needs two people who can play the flute."
CHOIR = "Dora Quill knows Ivo Lint from the choir."
ASKED = "I need two people who can play the flute. Could you help me?"


def answers(person: Person, asked: str) -> list[str]:
    history = spoken(("Ivo Lint", "Hello, Dora."), ("Dora Quill", "Good morning."), ("Dora Quill", asked))
    fields = [person.fields(Person("Dora Quill"), TUESDAY_NOON, history)] * len(SEEDS)
    return [str(converse(each, seed)["say"]) for each, seed in zip(fields, SEEDS, strict=True)]


def asks(memories: tuple[str, ...], other: str = "Ivo Lint") -> int:
    """In how many of the seeds Dora asks the other for help."""
    dora = Person("Dora Quill").knows(*memories)
    return sum(
        "ask_help" in speech_acts(said_by("Dora Quill", talk(dora, Person(other), seed=s)), False) for s in SEEDS
    )


def test_friends_are_asked_sooner_than_acquaintances() -> None:
    friend = asks((FLUTES, "Dora Quill and Ivo Lint are old friends."))
    known = asks((FLUTES, CHOIR))
    assert friend > 2 * known > 0


def test_whoever_plainly_can_is_asked() -> None:
    assert asks((FLUTES, CHOIR, "Ivo Lint plays the flute in the band.")) > 0.8 * len(SEEDS)


def test_with_two_helpers_nobody_else_is_asked() -> None:
    promised = (
        "Eve Fox promised me to look out for two people who can play the flute.",
        "Cy Du promised me to look out for two people who can play the flute.",
    )
    assert asks((FLUTES, "Dora Quill and Ivo Lint are old friends.", *promised)) == 0


def test_nobody_promises_what_they_cannot_do() -> None:
    ivo = Person("Ivo Lint").knows("Ivo Lint knows Dora Quill from the choir.")
    said = answers(ivo, ASKED)
    assert not any("I'll help" in line for line in said)
    no = [line for line in said if not ("look out" in line or "ask around" in line or "keep" in line)]
    assert len(no) > len(said) / 3


def test_what_anyone_can_do_is_mostly_done() -> None:
    ivo = Person("Ivo Lint").knows("Ivo Lint and Dora Quill are old friends.")
    said = answers(ivo, "I need somebody to carry the long tables. Could you help me?")
    helping = sum("help" in line and "carrying the long tables" in line for line in said)
    assert helping > len(said) / 2


def test_one_names_somebody_who_might() -> None:
    ivo = Person("Ivo Lint").knows(
        "Ivo Lint knows Dora Quill from the choir.", "Eve Fox plays the flute in the harbour band."
    )
    said = answers(ivo, ASKED)
    assert all("Eve" in line and "plays the flute" in line for line in said)
    scene = Scene(ivo.fields(Person("Dora Quill"), TUESDAY_NOON, spoken(("Dora Quill", ASKED))), 1)
    need = scene.talk[0].props[0]
    assert not anyone_can(need)
    found = who_might(scene, need)
    assert found is not None
    assert found.subj == "Eve Fox"


def test_a_secret_talent_is_not_given_away() -> None:
    ivo = Person("Ivo Lint").knows(
        "Ivo Lint knows Dora Quill from the choir.", "Eve Fox secretly plays the flute at night."
    )
    assert not any("Eve" in line for line in answers(ivo, ASKED))
