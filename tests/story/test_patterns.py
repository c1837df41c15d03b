"""Each pattern on a run made by hand: it is found where it is so, and not where it is not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from measures.made import ADA, BAKERY, BED, BRAM, CLEO, DAY, GREEN, HOUR, KITCHEN, STOVE, MadeRun
from townlet.memory.record import MemoryId
from townlet.runfile.view import RunView
from townlet.story import Story, StorySifter, tell_story
from townlet.story.chapter import StoryChapter
from townlet.story.telling import Sentences, SentencesDefect
from townlet.world.events import Said, Whispered

DOV = "Dov Ng"
NEWS = """
[[facts]]
name = "regatta"
question = "Do you know who is holding a regatta?"
source = "Ada Finch"
match = [["ada"], ["regatta"], ["hold"]]
own_words = [["i'm", "my"], ["regatta"]]
unless = ["who is holding"]
"""
EVENT = """
[[facts]]
name = "regatta"
kind = "event"
question = "Do you know of a regatta?"
source = "Ada Finch"
match = [["regatta"]]
own_words = [["regatta"]]
host = "Ada Finch"
place = "Village Green"
start = 2025-05-05T15:00:00
end = 2025-05-05T17:00:00
"""
THREE = 15 * HOUR
PROMISE = f"I promised {ADA} to come to the regatta at Village Green on Monday May 5 at 3 pm."
NO = f"{BRAM} told {ADA} that {BRAM} cannot come to the regatta."


def story_of(made: MadeRun, folder: Path, facts: str = NEWS, until: int = DAY - 1) -> Story:
    return tell_story(RunView(made.write(folder / "made.townlet", until, facts)), 1000)


def found(story: Story, kind: str) -> list[StoryChapter]:
    return [chapter for chapter in story.found if chapter.kind == kind]


def one(story: Story, kind: str) -> StoryChapter:
    [chapter] = found(story, kind)
    return chapter


def hears(
    made: MadeRun, step: int, speaker: str, to: str, text: str, shown: Sequence[MemoryId] = (), near: Sequence[str] = ()
) -> dict[str, MemoryId]:
    """A line is said in a talk of its own, and remembered by all who hear it; the memories by person."""
    talk = f"{step}-{speaker}"
    utterance = made.says(step, speaker, to, text, talk, shown)
    log = made.log(step)
    said = log.actions.pop()
    assert isinstance(said, Said)
    log.actions.append(Said(talk, speaker, to, text, hearers=tuple(near)))
    kept = {
        name: made.remembers(
            step + 2, name, f"{speaker} said: '{text}'", "heard", utterance=utterance, heard_from=speaker
        )
        for name in (to, *near)
    }
    return {**kept, speaker: made.remembers(step + 2, speaker, f"I said: '{text}'", "said", utterance=utterance)}


def everybody(*names: str) -> MadeRun:
    """People who stand in the kitchen all day."""
    made = MadeRun(*(names or (ADA, BRAM, CLEO)))
    for name in names or (ADA, BRAM, CLEO):
        made.does(6 * HOUR, name, "standing about", KITCHEN)
    return made


def chain() -> MadeRun:
    """Ada's regatta goes by way of Bram and Cleo to Dov, and Cleo tells Ada."""
    made = everybody(ADA, BRAM, CLEO, DOV)
    seed = made.remembers(0, ADA, "Ada Finch is holding a regatta.", "seed")
    told = hears(made, 8 * HOUR, ADA, BRAM, "I'm planning my regatta.", [seed])
    told = hears(made, 9 * HOUR, BRAM, CLEO, "Nice day. Ada is holding a regatta.", [told[BRAM]])
    hears(made, 10 * HOUR, CLEO, DOV, "Ada is holding a regatta.", [told[CLEO]])
    hears(made, 11 * HOUR, CLEO, ADA, "I hear that Ada is holding a regatta.", [told[CLEO]])
    return made


def test_news_is_let_out_and_comes_a_long_way_and_home(tmp_path: Path) -> None:
    story = story_of(chain(), tmp_path)
    first = one(story, "first_told")
    assert first.caption == (
        "Bram Oake hears who is holding a regatta from Ada Finch. Until this talk only Ada knew. "
        "By the end, 4 of 4 people had heard."
    )
    assert first.quote
    assert first.quote.text == "I'm planning my regatta."
    assert "passed Ada Finch, Bram Oake and Cleo." in one(story, "far").caption
    home = one(story, "comes_home")
    assert home.caption.endswith("Cleo had it from Bram Oake.")
    assert [cause.who for cause in home.because] == [ADA, BRAM]


def test_a_chapter_has_the_time_of_the_town(tmp_path: Path) -> None:
    story = story_of(chain(), tmp_path)
    assert f"{story.time(one(story, 'first_told').step):%A %H:%M}" == "Monday 08:00"


def test_who_shares_news_from_the_start_was_not_the_only_one_to_know(tmp_path: Path) -> None:
    made = chain()
    made.remembers(0, DOV, "Ada Finch is holding a regatta.", "seed")
    assert "only" not in one(story_of(made, tmp_path), "first_told").caption


def test_news_from_the_source_does_not_come_back_to_it(tmp_path: Path) -> None:
    made = chain()
    hears(made, 10 * HOUR + 180, ADA, CLEO, "You must have heard of my regatta.", [MemoryId(ADA, 0, 0)])
    assert found(story_of(made, tmp_path), "comes_home") == []


def test_a_thread_of_news_has_a_beat_for_each_line_and_who_never_heard(tmp_path: Path) -> None:
    made = chain()
    made.log(0).commands += MadeRun("Eve Fu").log(0).commands
    thread = story_of(made, tmp_path).thread("news-1")
    assert thread
    assert thread.opening == ("At first Ada Finch knew.",)
    assert [beat.text for beat in thread.beats][:2] == ["Ada Finch tells Bram Oake.", "Bram Oake tells Cleo Marsh."]
    assert thread.ending[-1] == "By the end, Eve Fu had not heard."


@pytest.mark.parametrize(("people", "told"), [(7, []), (8, ["half", "everybody"])])
def test_half_of_a_town_and_all_of_it_are_milestones_of_news_from_eight_people_on(
    people: int, told: Sequence[str], tmp_path: Path
) -> None:
    names = (ADA, BRAM, CLEO, DOV, "Eve Lark", "Fay Moss", "Gil Rye", "Hal Sun")[:people]
    made = everybody(*names)
    seed = made.remembers(0, ADA, "Ada Finch is holding a regatta.", "seed")
    for hour, name in enumerate(names[1:], 8):
        hears(made, hour * HOUR, ADA, name, "I'm planning my regatta.", [seed])
    chapters = [each for each in story_of(made, tmp_path).found if each.kind in ("half", "everybody")]
    assert [chapter.kind for chapter in chapters] == told
    assert [chapter.people[0] for chapter in chapters] == [DOV, "Hal Sun"] * bool(told)


def test_who_is_not_spoken_to_overhears(tmp_path: Path) -> None:
    made = everybody()
    seed = made.remembers(0, ADA, "Ada Finch is holding a regatta.", "seed")
    hears(made, 8 * HOUR, ADA, BRAM, "I'm busy with my regatta.", [seed], near=[CLEO])
    story = story_of(made, tmp_path)
    assert one(story, "overheard").people == (CLEO, ADA, BRAM)
    assert "hears who is holding a regatta" in one(story, "first_told").caption


def test_who_has_asked_in_the_words_of_the_question_gets_an_answer(tmp_path: Path) -> None:
    made = everybody()
    seed = made.remembers(0, ADA, "Ada Finch is holding a regatta.", "seed")
    hears(made, 7 * HOUR, BRAM, CLEO, "Do you know who is holding a regatta?")
    hears(made, 8 * HOUR, ADA, BRAM, "I'm holding my regatta.", [seed])
    assert "had brought the question up at 7:00 am" in one(story_of(made, tmp_path), "answered").caption


def event(*, comes: bool, promise: int | None = None, refusal: int | None = None) -> MadeRun:
    made = everybody()
    made.remembers(0, ADA, "Ada Finch is giving a regatta.", "seed")
    made.does(THREE - 600, ADA, "waiting", GREEN)
    if promise:
        made.remembers(promise, BRAM, PROMISE, "planned", "plan")
    if refusal:
        made.remembers(refusal, BRAM, NO, "thought", heard_from=ADA)
    if comes:
        made.does(THREE - 600, BRAM, "waiting", GREEN)
    return made


def test_a_gathering_counts_who_was_there_and_who_had_promised(tmp_path: Path) -> None:
    story = story_of(event(comes=True, promise=8 * HOUR), tmp_path, EVENT)
    chapter = one(story, "gathering")
    assert chapter.sentences[0] == "Between 3:00 pm and 5:00 pm, one person besides Ada Finch is at Village Green."
    assert set(chapter.people) == {ADA, BRAM}
    assert chapter.sentences[-1] == "That guest had promised to come."
    assert found(story, "stayed_away") == []


def test_who_promised_and_never_was_there_stayed_away(tmp_path: Path) -> None:
    story = story_of(event(comes=False, promise=8 * HOUR), tmp_path, EVENT)
    chapter = one(story, "stayed_away")
    assert chapter.caption == (
        "Bram Oake had promised Ada Finch at 8:00 am to come. Between 3:00 pm and 5:00 pm, Bram is never at Village "
        "Green. At 4:00 pm, Bram is standing about (the kitchen of Hart cottage)."
    )
    assert one(story, "nobody_came").title == "Nobody comes to Village Green"


def test_who_is_elsewhere_is_none_of_those_to_be_shown(tmp_path: Path) -> None:
    made = event(comes=False, promise=8 * HOUR)
    made.does(13 * HOUR, BRAM, "reading", BED)
    story = story_of(made, tmp_path, EVENT)
    chapter = one(story, "stayed_away")
    assert (chapter.people, chapter.others, chapter.about) == ((BRAM,), (ADA,), (BRAM, ADA))
    assert chapter in tell_story(RunView(tmp_path / "made.townlet"), 1000, person=ADA).found


def test_who_took_the_promise_back_did_not_break_it(tmp_path: Path) -> None:
    story = story_of(event(comes=False, promise=8 * HOUR, refusal=9 * HOUR), tmp_path, EVENT)
    assert found(story, "stayed_away") == []


def test_nothing_is_said_of_who_came_before_the_event_is_over(tmp_path: Path) -> None:
    story = story_of(event(comes=False, promise=8 * HOUR), tmp_path, EVENT, THREE + HOUR)
    assert found(story, "stayed_away") == found(story, "gathering") == found(story, "nobody_came") == []


def test_who_said_no_and_promises_later_has_come_round(tmp_path: Path) -> None:
    chapter = one(story_of(event(comes=True, promise=9 * HOUR, refusal=8 * HOUR), tmp_path, EVENT), "changed_mind")
    assert chapter.sentences[-1] == "Bram kept this promise and was there."


def test_who_said_no_and_comes_is_a_surprise(tmp_path: Path) -> None:
    assert one(story_of(event(comes=True, refusal=8 * HOUR), tmp_path, EVENT), "declined_came").people == (BRAM, ADA)


@pytest.mark.parametrize(("minutes", "heard", "told"), [(20, None, True), (8, None, False), (20, 8 * HOUR, False)])
def test_a_guest_who_was_not_asked_is_told_as_such_only_after_a_while(
    minutes: int, heard: int | None, told: bool, tmp_path: Path
) -> None:
    made = event(comes=False)
    if heard:
        hears(made, heard, ADA, CLEO, "I'm busy with my regatta.", [MemoryId(ADA, 0, 0)])
    arrives = made.does(THREE, CLEO, "watching the boats", GREEN)
    made.does(arrives + minutes * HOUR // 60, CLEO, "resting", KITCHEN)
    chapters = found(story_of(made, tmp_path, EVENT), "uninvited")
    assert [(chapter.people, chapter.step) for chapter in chapters] == [((CLEO, ADA), arrives)] * told


def asking(*asked: str) -> MadeRun:
    made = everybody(ADA, BRAM, CLEO, DOV)
    for hour, name in enumerate(asked, start=8):
        text = f"{ADA} asked {name} for help with the harp, and {name} could not help."
        made.remembers(hour * HOUR, ADA, text, "thought", heard_from=name)
    return made


def test_who_asks_three_people_in_vain_finds_nobody(tmp_path: Path) -> None:
    chapter = one(story_of(asking(BRAM, CLEO, DOV), tmp_path), "in_vain")
    assert chapter.caption == (
        "Ada Finch asks Dov Ng for help with the harp, and gets no help. Before that, 2 others had been asked in vain: "
        "Bram Oake and Cleo Marsh. By the end, nobody had promised Ada to help with it."
    )


def test_two_refusals_are_not_worth_a_chapter(tmp_path: Path) -> None:
    assert found(story_of(asking(BRAM, CLEO), tmp_path), "in_vain") == []


def test_a_story_has_at_most_three_chapters_of_a_kind(tmp_path: Path) -> None:
    made = everybody(ADA, BRAM, CLEO, DOV)
    for day, thing in enumerate(("a harp", "a kite", "a lamp", "a mule", "a rope")):
        for hour, name in enumerate((BRAM, CLEO, DOV), start=7):
            text = f"{ADA} asked {name} for {thing}, and {name} could not help."
            made.remembers(hour * HOUR + 700 * day, ADA, text, "thought", heard_from=name)
    story = story_of(made, tmp_path)
    assert len(found(story, "in_vain")) == 5
    assert sum(chapter.kind == "in_vain" for chapter in story.chapters) <= 3


@pytest.mark.parametrize("what", ["to help with the harp", "to tune that old harp of yours"])
def test_a_promise_in_any_words_forbids_to_say_that_nobody_promised(what: str, tmp_path: Path) -> None:
    made = asking(BRAM, CLEO, DOV)
    made.remembers(12 * HOUR, ADA, f"Eve Fu promised me {what}.", "planned", "plan")
    assert found(story_of(made, tmp_path), "in_vain") == []


def test_a_yes_after_a_no_and_a_promise_kept(tmp_path: Path) -> None:
    made = asking(BRAM)
    made.remembers(10 * HOUR, CLEO, f"I promised {ADA} to help with the harp.", "planned", "plan")
    made.does(11 * HOUR, CLEO, f"helping {ADA} with the harp", BAKERY)
    made.does(12 * HOUR, CLEO, "resting", KITCHEN)
    story = story_of(made, tmp_path)
    assert one(story, "promised_help").caption.startswith(
        "Ada Finch had asked Bram Oake for help with the harp, in vain."
    )
    assert one(story, "kept_help").sentences[-1] == "Now Cleo is helping Ada Finch with the harp."


def whispered(*, reminded: bool = True, text: str = "I'm going to run for warden.") -> MadeRun:
    made = everybody()
    made.log(7 * HOUR).commands.append(Whispered(ADA, "You are going to run for warden."))
    inner = made.remembers(7 * HOUR, ADA, "Ada Finch is going to run for warden.", "inner voice")
    told = hears(made, 8 * HOUR, ADA, BRAM, text, [inner] if reminded else [])
    hears(made, 9 * HOUR, BRAM, CLEO, "Ada is going to run for warden.", [told[BRAM]])
    return made


def test_a_whisper_is_said_aloud_and_passed_on(tmp_path: Path) -> None:
    story = story_of(whispered(), tmp_path)
    assert "2 other people had heard the words" in one(story, "voice").caption
    assert one(story, "voice_said").caption.startswith("About 60 minutes after")
    assert one(story, "voice_passed").people == (BRAM, CLEO, ADA)
    thread = story.thread("voice-1")
    assert thread
    assert len(thread.beats) == 3


@pytest.mark.parametrize(
    ("reminded", "text"),
    [
        (False, "I'm going to run for warden."),
        (True, "Cleo is going to run for warden."),
        (True, "Who will run for warden?"),
        (True, "I'm going to run for warden against Cleo."),
        (True, "They say that somebody is going to run for warden."),
    ],
    ids=["by chance", "of somebody else", "asking", "with somebody else", "of nobody"],
)
def test_words_that_only_look_like_a_whisper_do_not_repeat_it(reminded: bool, text: str, tmp_path: Path) -> None:
    story = story_of(whispered(reminded=reminded, text=text), tmp_path)
    assert found(story, "voice_said") == found(story, "voice_passed") == []


def test_a_fire_is_seen_and_put_out(tmp_path: Path) -> None:
    made = everybody()
    made.sets(7 * HOUR, STOVE, "burning")
    made.remembers(8 * HOUR, BRAM, "The stove in the kitchen of Hart cottage is burning.", "seen")
    made.sets(9 * HOUR, STOVE, "put out and wet", CLEO)
    story = story_of(made, tmp_path)
    assert "Bram Oake is the first to see it." in one(story, "trouble").caption
    assert one(story, "mended").caption == (
        "The stove had been burning since 7:00 am; nobody in the town had done it. Cleo Marsh sees to it: the stove is "
        "put out and wet. Bram Oake had been the first to see it."
    )


def test_who_comes_after_the_fire_is_out_was_not_the_first_to_see_it(tmp_path: Path) -> None:
    made = everybody()
    made.sets(7 * HOUR, STOVE, "burning")
    made.sets(9 * HOUR, STOVE, "put out and wet", CLEO)
    made.remembers(10 * HOUR, BRAM, "The stove in the kitchen of Hart cottage was burning.", "seen")
    assert len(one(story_of(made, tmp_path), "trouble").sentences) == 1


def test_a_fire_that_nobody_puts_out_burns_to_the_end(tmp_path: Path) -> None:
    made = everybody()
    made.sets(7 * HOUR, STOVE, "burning")
    assert one(story_of(made, tmp_path), "trouble").sentences[-1] == "By the end, nobody had seen to it."


@pytest.mark.parametrize(("seeds", "meetings"), [((), 1), ((f"{ADA} is fond of {BRAM}.",), 0)])
def test_a_first_talk_that_led_to_a_promise(seeds: Sequence[str], meetings: int, tmp_path: Path) -> None:
    made = MadeRun(ADA, BRAM, seeds=seeds)
    made.talks(8 * HOUR, "We have not met, I think.", "I'm Bram, the ferryman here.")
    made.remembers(9 * HOUR, BRAM, f"I promised {ADA} to bring a rope.", "planned", "plan")
    chapters = found(story_of(made, tmp_path), "first_meeting")
    assert len(chapters) == meetings
    assert all("Later Bram promises Ada to bring a rope." in chapter.caption for chapter in chapters)


@pytest.mark.parametrize(("near", "remarks"), [((CLEO,), 1), ((DOV,), 0), ((), 0)])
def test_a_remark_about_who_is_near_enough_to_hear(near: Sequence[str], remarks: int, tmp_path: Path) -> None:
    made = everybody(ADA, BRAM, CLEO, DOV)
    hears(made, 8 * HOUR, ADA, BRAM, "I never know what Cleo is so angry about.", near=near)
    assert len(found(story_of(made, tmp_path), "about_them")) == remarks


@pytest.mark.parametrize(
    ("reminded", "text", "retold"),
    [
        (True, "Ada says the bridge will be closed all summer long.", 1),
        (False, "Ada says the bridge will be closed all summer long.", 0),
        (True, "They say the bridge will be closed all summer long.", 0),
    ],
    ids=["retold", "not in mind", "without a name"],
)
def test_words_passed_on_with_the_name_of_who_said_them(reminded: bool, text: str, retold: int, tmp_path: Path) -> None:
    made = everybody()
    heard = hears(made, 8 * HOUR, ADA, BRAM, "Listen, the bridge will be closed all summer long.")
    hears(made, 9 * HOUR, BRAM, CLEO, text, [heard[BRAM]] if reminded else [])
    assert len(found(story_of(made, tmp_path), "gossip")) == retold


def test_who_passes_words_on_twice_is_told_once_and_to_whom_they_said_it_before(tmp_path: Path) -> None:
    made = everybody(ADA, BRAM, CLEO, DOV)
    heard = hears(made, 8 * HOUR, ADA, BRAM, "Listen, the bridge will be closed all summer long.")
    other = hears(made, 8 * HOUR + 60, ADA, BRAM, "And the old mill is going to be sold by the council.")
    hears(made, 9 * HOUR, BRAM, "Eve Lark", "Ada says the old mill is going to be sold by the council.", [other[BRAM]])
    for hour, to in ((10, DOV), (11, CLEO)):
        hears(made, hour * HOUR, BRAM, to, "Ada says the bridge will be closed all summer long.", [heard[BRAM]])
    chapter = one(story_of(made, tmp_path), "gossip")
    assert "Dov" in chapter.caption
    assert "Eve" not in chapter.caption
    assert sorted(each.step for each in chapter.evidence if each.who == BRAM) == [10 * HOUR, 11 * HOUR]


@pytest.mark.parametrize(("others", "retold"), [(2, 1), (3, 0)])
def test_what_more_than_three_say_by_themselves_repeats_nobody(others: int, retold: int, tmp_path: Path) -> None:
    by_themselves = (DOV, "Eve Lark", "Fay Moss")[:others]
    made, words = everybody(ADA, BRAM, CLEO, DOV, "Eve Lark", "Fay Moss"), "the bridge will be closed all summer long."
    heard = hears(made, 8 * HOUR, ADA, BRAM, f"Listen, {words}")
    for hour, speaker in enumerate(by_themselves, 9):
        hears(made, hour * HOUR, speaker, CLEO, f"So {words}")
    hears(made, 13 * HOUR, BRAM, CLEO, f"Ada says {words}", [heard[BRAM]])
    assert len(found(story_of(made, tmp_path), "gossip")) == retold


@pytest.mark.parametrize(("minutes", "words"), [(119, "About 119 minutes after"), (121, "About 2 hours after")])
def test_how_long_after_a_whisper_is_told_in_hours_from_two_on(minutes: int, words: str, tmp_path: Path) -> None:
    made = everybody()
    made.log(7 * HOUR).commands.append(Whispered(ADA, "You are going to run for warden."))
    inner = made.remembers(7 * HOUR, ADA, "Ada Finch is going to run for warden.", "inner voice")
    hears(made, 7 * HOUR + minutes * HOUR // 60, ADA, BRAM, "I'm going to run for warden.", [inner])
    assert one(story_of(made, tmp_path), "voice_said").caption.startswith(words)


def test_a_secret_that_is_in_mind_in_a_talk(tmp_path: Path) -> None:
    made = everybody()
    secret = made.remembers(0, ADA, f"Ada Finch is secretly in love with {BRAM}.", "seed")
    hears(made, 8 * HOUR, ADA, BRAM, "You are up early today.", [secret])
    hears(made, 9 * HOUR, ADA, CLEO, "Good morning to you, Cleo.", [secret])
    assert one(story_of(made, tmp_path), "secret").people == (ADA, BRAM)


@pytest.mark.parametrize(
    ("activity", "reason", "kind"),
    [
        ("helping Bram Oake", "Bram Oake is carrying a boat", "changed_plan"),
        ("walking on", "Ada Finch would rather not meet Bram Oake now", "avoids"),
        ("taking a walk", "Ada Finch worries too much about the old harbour", "acted_on_thought"),
    ],
)
def test_a_plan_is_changed_for_a_reason(activity: str, reason: str, kind: str, tmp_path: Path) -> None:
    made = everybody()
    made.remembers(
        8 * HOUR, ADA, "I have come to think that I worry too much about the old harbour.", "thought", "reflection"
    )
    made.remembers(8 * HOUR, ADA, f"{ADA} changed the plan and is {activity}, because {reason}.", "planned", "plan")
    chapter = one(story_of(made, tmp_path), kind)
    assert activity in chapter.caption


def test_a_change_for_a_thought_cites_the_first_two_lines_that_the_thought_is_of(tmp_path: Path) -> None:
    made = everybody()
    heard = [hears(made, hour * HOUR, BRAM, ADA, f"The harbour is quiet at {hour}.")[ADA] for hour in (6, 7, 8)]
    thought = "I have come to think that I worry too much about the old harbour."
    made.remembers(9 * HOUR, ADA, thought, "thought", "reflection", evidence=heard)
    moved = f"{ADA} changed the plan and is taking a walk, because {ADA} worries too much about the old harbour."
    made.remembers(9 * HOUR, ADA, moved, "planned", "plan")
    chapter = one(story_of(made, tmp_path), "acted_on_thought")
    assert [each.text for each in chapter.because] == ["The harbour is quiet at 6.", "The harbour is quiet at 7."]


@pytest.mark.parametrize(("speaks", "days"), [(False, 1), (True, 0)])
def test_a_day_without_a_word(speaks: bool, days: int, tmp_path: Path) -> None:
    made = MadeRun(ADA, BRAM)
    made.does(6 * HOUR, ADA, "mending nets", GREEN)
    made.does(21 * HOUR, ADA, "sleeping", BED, asleep=True)
    if speaks:
        made.says(20 * HOUR, BRAM, ADA, "Still here?")
    assert len(found(story_of(made, tmp_path), "silent_day")) == days


def test_chapters_of_one_title_say_when(tmp_path: Path) -> None:
    made = MadeRun(ADA, BRAM)
    for day in (0, DAY):
        made.does(day + 6 * HOUR, ADA, "mending nets", GREEN)
        made.does(day + 21 * HOUR, ADA, "sleeping", BED, asleep=True)
    for hour in (8, 10):
        moved = f"{BRAM} changed the plan and is walking on, because {BRAM} would rather not meet {ADA} now."
        made.remembers(hour * HOUR, BRAM, moved, "planned", "plan")
    titles = [chapter.title for chapter in story_of(made, tmp_path, until=2 * DAY - 1).chapters]
    assert {"A day without a word for Ada on Monday", "A day without a word for Ada on Tuesday"} < set(titles)
    assert "Bram keeps out of Ada's way on Monday at 8:00 am" in titles
    assert len(set(titles)) == len(titles)


def test_open_disagreement_quotes_both(tmp_path: Path) -> None:
    made = everybody()
    made.talks(8 * HOUR, "The harbour should be closed.", "I don't agree. People need it.")
    chapter = one(story_of(made, tmp_path), "disagreement")
    assert chapter.people == (BRAM, ADA)
    assert "The harbour should be closed." in chapter.caption


def test_a_run_of_one_step_says_so(tmp_path: Path) -> None:
    story = story_of(MadeRun(), tmp_path, until=0)
    assert story.chapters == ()
    assert story.gaps == ("The run is one step long; there is nothing to tell yet.",)


def test_a_run_without_talk_or_facts_says_so(tmp_path: Path) -> None:
    gaps = story_of(MadeRun(), tmp_path, facts="facts = []\n").gaps
    assert [gap.split(",")[0] for gap in gaps] == [
        "Nobody talked",
        "The town's file names no news to follow",
        "Nothing happened that these patterns would tell as a story. `townlet read` prints the whole run.",
    ]


def test_a_live_run_is_told_so_far(tmp_path: Path) -> None:
    made = asking(BRAM, CLEO, DOV)
    view = RunView(made.write(tmp_path / "made.townlet", DAY - 1, NEWS))
    [chapter] = [each for each in StorySifter(view).story(live=True).found if each.kind == "in_vain"]
    assert chapter.sentences[-1] == "So far, nobody had promised Ada to help with it."


@pytest.mark.parametrize(
    ("say", "defect"), [("{nobody} waits.", "no slot 'nobody'"), ("{ann} waits", "no whole sentence")]
)
def test_a_defect_of_the_sentences_is_found_when_they_are_loaded(say: str, defect: str) -> None:
    kind = f'[kinds.odd]\nstakes = 1\nslots = ["ann"]\ntitle = "x"\nsay = {{ a = "{say}" }}'
    text = f"titles = []\ncues = {{}}\nplain = {{}}\n{kind}"
    with pytest.raises(SentencesDefect, match=defect):
        Sentences(text)
