"""Another language than the town's is noticed; names, short lines and borrowed words are not taken for one."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from townlet.engine.calls.validation import in_another_language


class Spoken(BaseModel):
    say: str
    more: list[str] = []


FOREIGN = {
    "German": "Ich werde morgen früh in der Werkstatt arbeiten und danach mit meiner Familie zu Abend essen, so wie "
    "immer, wenn es nicht regnet und niemand krank ist.",
    "French": "Demain matin je vais travailler à l'atelier et ensuite je dînerai avec ma famille à la maison, comme "
    "toujours quand il ne pleut pas.",
    "Chinese": "明天早上我要去磨坊工作，然后和家人一起在家吃晚饭，和往常一样。"
    "今天晚上下雨，所以我不想出门，想在家里看书休息。",
    "Russian": "Завтра утром я пойду работать на мельницу, а потом буду ужинать дома с семьёй, как всегда.",
    "Swahili": "kesho asubuhi nitafanya kazi kwenye kinu na kisha nitakula chakula cha jioni na familia yangu nyumbani",
}


@pytest.mark.parametrize("language", FOREIGN)
def test_another_language_than_the_towns_is_noticed(language: str) -> None:
    assert in_another_language(Spoken(say=FOREIGN[language]), "English")
    assert not in_another_language(Spoken(say=FOREIGN[language]), language)


def test_english_is_another_language_in_a_german_town() -> None:
    said = "I was going to bring the bread over later today, if that suits you and all the others at the mill."
    assert in_another_language(Spoken(say=said), "German")


def test_what_is_spread_over_many_fields_counts_together() -> None:
    acts = ["den ganzen vormittag korn mahlen", "danach die säcke in das lager tragen", "weil es heute viel regnet"]
    assert in_another_language(Spoken(say="", more=acts), "English")


@pytest.mark.parametrize(
    "said",
    [
        "",
        "¡Hola! ¿Cómo estás hoy, vecina?",
        "guten morgen, wie geht es dir heute?",
        "Kirchstraße, Bahnhofsplatz, Gasthaus zum Goldenen Löwen, Sparkasse, Stadtbücherei, Freiwillige Feuerwehr",
        "Buenos días, vecina! Did I say that right? You promised to teach me some more before the fair begins.",
        "Ramón Castellanos, María Echeverría, Joaquín Etxeberria, Guðrún Þórsdóttir, Wojciech Brzęczyszczykiewicz",
        "rolling gnocchi, simmering ratatouille, plating tiramisu and pulling an espresso for the last of the guests",
        "🧶🧵",
        "ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha ha",
    ],
)
def test_names_short_lines_and_borrowed_words_are_no_other_language(said: str) -> None:
    assert not in_another_language(Spoken(say=said), "English")


def test_of_a_language_that_is_not_known_nothing_is_said() -> None:
    assert not in_another_language(Spoken(say=FOREIGN["German"]), "Millish")
