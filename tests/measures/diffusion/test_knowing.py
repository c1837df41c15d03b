from pathlib import Path

from measures.made import ADA, BRAM, CLEO, DAY, HOUR, MadeRun
from townlet.measures.diffusion import trace_town_facts
from townlet.measures.diffusion.spread import FactSpread
from townlet.state.events import Embodied

TELLS = "There is a regatta on Saturday."


def _follow(made: MadeRun, tmp_path: Path) -> FactSpread:
    [found] = trace_town_facts(made.record(tmp_path).view)
    return found


def _told(made: MadeRun) -> MadeRun:
    """Ada, who knows from the start, tells Bram; Bram remembers it, and tells Cleo."""
    seed = made.remembers(0, ADA, "Ada Finch is holding a regatta on Saturday.", "seed")
    first = made.says(HOUR, ADA, BRAM, "I'm holding a regatta.", shown=[seed])
    heard = made.remembers(HOUR + 6, BRAM, "Ada Finch said to me: 'I'm holding a regatta.'", "heard", utterance=first)
    second = made.says(2 * HOUR, BRAM, CLEO, TELLS, shown=[heard])
    made.remembers(2 * HOUR + 6, CLEO, f"Bram Oake said to me: '{TELLS}'", "heard", utterance=second)
    return made


def test_a_fact_is_traced_from_mouth_to_mouth_to_its_source(tmp_path: Path) -> None:
    found = _follow(_told(MadeRun()), tmp_path)
    assert [(k.person, k.way, k.heard_from, k.step) for k in found.known] == [
        (ADA, "seed", "", 0),
        (BRAM, "heard", ADA, HOUR),
        (CLEO, "heard", BRAM, 2 * HOUR),
    ]
    assert [k.utterance for k in found.known] == ["", f"{HOUR}-{ADA}#0", f"{2 * HOUR}-{BRAM}#0"]
    assert not found.inventions
    assert [found.known_before(step) for step in (1, HOUR + 1, 3 * HOUR)] == [1, 2, 3]


def test_a_line_without_ground_is_an_invention_and_teaches_nobody(tmp_path: Path) -> None:
    made = MadeRun()
    line = made.says(HOUR, BRAM, CLEO, TELLS)
    made.remembers(HOUR + 6, CLEO, f"Bram Oake said to me: '{TELLS}'", "heard", utterance=line)
    made.remembers(HOUR + 6, BRAM, f"I said to Cleo Marsh: '{TELLS}'", "said", utterance=line)
    found = _follow(made, tmp_path)
    assert not found.known
    assert [each.text for each in found.inventions] == [TELLS]


def test_what_rests_on_an_invention_is_no_knowledge_either(tmp_path: Path) -> None:
    made = MadeRun()
    line = made.says(HOUR, BRAM, CLEO, TELLS)
    heard = made.remembers(HOUR + 6, CLEO, f"Bram Oake said to me: '{TELLS}'", "heard", utterance=line)
    thought = made.remembers(2 * HOUR, CLEO, TELLS, "thought", "reflection", [heard])
    made.says(3 * HOUR, CLEO, ADA, TELLS, shown=[thought])
    found = _follow(made, tmp_path)
    assert not found.known
    assert len(found.inventions) == 2


def test_what_was_shown_but_is_of_something_else_is_no_ground(tmp_path: Path) -> None:
    made = MadeRun()
    other = made.remembers(0, BRAM, "Bram Oake sells rope.", "seed")
    made.says(HOUR, BRAM, CLEO, TELLS, shown=[other])
    assert len(_follow(made, tmp_path).inventions) == 1


def test_who_overhears_a_talk_learns_it_too(tmp_path: Path) -> None:
    made = MadeRun()
    seed = made.remembers(0, ADA, "Ada Finch is holding a regatta.", "seed")
    talk = f"{HOUR}-{ADA}"
    made.says(HOUR, ADA, BRAM, "I'm holding a regatta.", shown=[seed])
    answer = made.says(HOUR + 1, BRAM, ADA, "A regatta, Ada! How grand.", talk)
    made.remembers(HOUR + 2, CLEO, "Bram Oake said to Ada Finch: '...'", "heard", utterance=answer)
    found = _follow(made, tmp_path)
    assert [(k.person, k.heard_from) for k in found.known] == [(ADA, ""), (CLEO, BRAM)]
    assert not found.inventions, "an answer rests on what was said before in the same talk"


def test_sight_and_inner_voice_are_ways_of_knowing_counted_apart(tmp_path: Path) -> None:
    made = MadeRun()
    made.remembers(HOUR, BRAM, "The regatta of Ada Finch is under way.", "seen")
    made.remembers(HOUR, CLEO, "Cleo Marsh is going to the regatta on Saturday.", "inner voice")
    assert {k.person: k.way for k in _follow(made, tmp_path).known} == {BRAM: "seen", CLEO: "inner voice"}


def test_ones_own_words_do_not_make_one_know(tmp_path: Path) -> None:
    made = MadeRun()
    made.remembers(HOUR, BRAM, TELLS, "thought", "reflection")
    assert not _follow(made, tmp_path).known


def test_what_a_person_at_the_keyboard_says_is_told_by_them_and_passed_on_from_there(tmp_path: Path) -> None:
    made = MadeRun()
    made.log(HOUR).commands.append(Embodied(BRAM, True))
    line = made.says(HOUR, BRAM, CLEO, TELLS)
    heard = made.remembers(HOUR + 6, CLEO, f"Bram Oake said to me: '{TELLS}'", "heard", utterance=line)
    again = made.says(2 * HOUR, CLEO, ADA, TELLS, shown=[heard])
    made.remembers(2 * HOUR + 6, ADA, f"Cleo Marsh said to me: '{TELLS}'", "heard", utterance=again)
    made.log(3 * HOUR).commands.append(Embodied(BRAM, False))
    made.says(4 * HOUR, BRAM, CLEO, TELLS)
    found = _follow(made, tmp_path)
    assert [(k.person, k.way, k.heard_from) for k in found.known] == [(CLEO, "told", BRAM), (ADA, "heard", CLEO)]
    assert [each.step for each in found.inventions] == [4 * HOUR], "his own lines are his own again"


def test_who_is_taken_over_tells_what_they_know_themselves(tmp_path: Path) -> None:
    made = MadeRun()
    made.remembers(0, ADA, "Ada Finch is holding a regatta on Saturday.", "seed")
    made.log(HOUR).commands.append(Embodied(ADA, True))
    line = made.says(HOUR, ADA, BRAM, "I'm holding a regatta.")
    made.remembers(HOUR + 6, BRAM, "Ada Finch said to me: 'I'm holding a regatta.'", "heard", utterance=line)
    found = _follow(made, tmp_path)
    assert [(k.person, k.way, k.heard_from) for k in found.known] == [(ADA, "seed", ""), (BRAM, "heard", ADA)]
    assert not found.inventions


def test_who_saw_it_knows_it_from_the_moment_of_seeing_not_of_filing(tmp_path: Path) -> None:
    made = MadeRun()
    text = "Ada Finch is hanging up a banner for the regatta on Saturday."
    made.remembers(3 * HOUR, BRAM, text, "seen", noticed=2 * HOUR)
    found = _follow(made, tmp_path)
    assert [(gain.person, gain.step, gain.way) for gain in found.known] == [(BRAM, 2 * HOUR, "seen")]
    assert (found.known_before(2 * HOUR + 1), found.known_by_talk_before(DAY)) == (1, 0)


def test_who_saw_it_and_was_told_afterwards_knows_it_from_talk_too(tmp_path: Path) -> None:
    made = MadeRun()
    made.remembers(10, BRAM, "Ada Finch is hanging up a banner for the regatta on Saturday.", "seen")
    found = _follow(_told(made), tmp_path)
    assert [(gain.person, gain.step, gain.way) for gain in found.known[:2]] == [(ADA, 0, "seed"), (BRAM, 10, "seen")]
    assert [(gain.person, gain.step) for gain in found.by_talk] == [(ADA, 0), (BRAM, HOUR), (CLEO, 2 * HOUR)]
