import re
from dataclasses import replace
from datetime import datetime

import pytest

from measures.made import ADA, BRAM, FACTS, starter
from townlet.measures.diffusion.facts import FactsFileError, TrackedEvent, TrackedFact, read_tracked_facts
from townlet.town import Town, builtin_towns, load_town

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


@pytest.mark.parametrize(
    ("text", "told", "told_of_event"),
    [
        ("Are you coming to the regatta? It is on Saturday.", False, True),
        ("I wonder who holds a regatta on Saturday.", False, True),
        ("Are you coming to the regatta? It is on Monday.", False, False),
        ("I wonder who holds a regatta on Saturday. There was no regatta last year.", False, True),
        ("There is no regatta! Not on Saturday.", False, False),
    ],
)
def test_an_event_is_told_by_any_mention_also_in_two_sentences(text: str, told: bool, told_of_event: bool) -> None:
    event = TrackedEvent(ADA, "Quay", datetime(2031, 4, 12, 15), datetime(2031, 4, 12, 17))
    assert FACT.told_by(text, BRAM) is told
    assert replace(FACT, event=event).told_by(text, BRAM) is told_of_event


def test_facts_are_read_with_the_papers_counts_where_they_are_given() -> None:
    (fact,) = read_tracked_facts(_town(FACTS))
    assert (fact.name, fact.source, fact.paper_start, fact.paper_end) == ("regatta", ADA, 1, 9)
    (plain,) = read_tracked_facts(_town("[[facts]]\nname = 'a'\nsource = 'b'\nmatch = [['c']]"))
    assert plain.paper_end is None


PLAIN = "[[facts]]\nname = 'a'\nsource = 'b'\nmatch = [['c']]\n"
EVENT = f"{PLAIN}kind = 'event'\nhost = 'b'\nplace = 'd'\nstart = 2031-04-07T15:00:00\nend = 2031-04-07T17:00:00\n"


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (PLAIN.replace("match", "mtach"), "'facts.0.mtach' is not known. Did you mean 'match'?"),
        (PLAIN.replace("match = [['c']]", ""), "'facts.0.match' is missing"),
        (PLAIN.replace("[['c']]", "['c']"), "match.0 is 'c': input should be a valid list"),
        (PLAIN.replace("'c'", "''"), "match.0.0 is ''"),
        (PLAIN + PLAIN, "two facts have the name 'a'"),
        (PLAIN + "host = 'b'", "the key 'host' is of no event; add kind = 'event'"),
        (EVENT.replace("place = 'd'", ""), "the key 'place' is missing, and it is an event"),
        (EVENT.replace("T17", "T14"), "ends before it begins"),
        (EVENT.replace("T17:00:00", ""), "end is datetime.date"),
        (EVENT.replace("T17:00:00", "T17:00:00Z"), "should not have timezone"),
    ],
)
def test_a_fact_that_cannot_be_followed_as_it_is_written_is_refused(facts: str, said: str) -> None:
    with pytest.raises(FactsFileError, match=f"^facts.toml: .*{re.escape(said)}"):
        read_tracked_facts(_town(facts))


def test_an_event_is_where_and_when_its_town_says() -> None:
    (fact,) = read_tracked_facts(_town(EVENT))
    assert fact.event
    assert (fact.event.host, fact.event.place, fact.event.start.hour, fact.event.end.hour) == ("b", "d", 15, 17)


def test_a_town_without_facts_has_nothing_to_follow() -> None:
    files = {name: text for name, text in starter().files.items() if name != "facts.toml"}
    assert read_tracked_facts(replace(starter(), files=files)) == ()


@pytest.mark.parametrize("name", builtin_towns())
def test_each_built_in_towns_facts_are_known_to_their_source_alone_at_the_start(name: str) -> None:
    town = load_town(name)
    for fact in read_tracked_facts(town):
        knowing = [p.name for p in town.people if any(fact.told_by(seed, p.name) for seed in p.seeds)]
        assert knowing == [fact.source]
