from dataclasses import replace

import pytest

from study.made import ADA, BRAM, FACTS, starter
from townlet.study.diffusion.tracked import FactsFault, TrackedFact, tracked_facts
from townlet.town import Town, builtin_towns, load

FACT = TrackedFact(
    "regatta", ADA, "", (("regatta",), ("ada", "saturday")), (("regatta",), ("i'm", "my")), ("no regatta",)
)


def _town(facts: str) -> Town:
    return replace(starter(), files={**starter().files, "facts.toml": facts.encode()})


@pytest.mark.parametrize(
    ("text", "speaker", "told"),
    [
        ("There is a regatta on Saturday.", BRAM, True),
        ("A regatta! On what day? Saturday.", BRAM, False),
        ("Ada's regattas are famous.", BRAM, True),
        ("There is no regatta on Saturday.", BRAM, False),
        ("I'm holding a regatta.", ADA, True),
        ("I'm going to a regatta.", BRAM, False),
        ("The canada regatta.", BRAM, False),
    ],
)
def test_a_sentence_tells_a_fact_by_a_word_of_each_group(text: str, speaker: str, told: bool) -> None:
    assert FACT.told_by(text, speaker) is told


def test_facts_are_read_with_the_papers_counts_where_they_are_given() -> None:
    (fact,) = tracked_facts(_town(FACTS))
    assert (fact.name, fact.source, fact.paper_start, fact.paper_end) == ("regatta", ADA, 1, 9)
    (plain,) = tracked_facts(_town("[[facts]]\nname = 'a'\nsource = 'b'\nmatch = [['c']]"))
    assert plain.paper_end is None


def test_a_fact_that_lacks_something_is_refused_by_number_and_key() -> None:
    with pytest.raises(FactsFault, match=r"facts.toml: fact 2 has no 'match'; add it."):
        tracked_facts(_town(FACTS + "\n[[facts]]\nname = 'a'\nsource = 'b'"))


def test_a_town_without_facts_has_nothing_to_follow() -> None:
    files = {name: text for name, text in starter().files.items() if name != "facts.toml"}
    assert tracked_facts(replace(starter(), files=files)) == ()


@pytest.mark.parametrize("name", builtin_towns())
def test_each_built_in_towns_facts_are_known_to_their_source_alone_at_the_start(name: str) -> None:
    town = load(name)
    for fact in tracked_facts(town):
        knowing = [p.name for p in town.people if any(fact.told_by(seed, p.name) for seed in p.seeds)]
        assert knowing == [fact.source]
