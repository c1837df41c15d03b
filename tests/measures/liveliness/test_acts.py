from collections.abc import Sequence

import pytest

from measures.made import line
from townlet.measures.liveliness.speech_acts import (
    SPEECH_ACTS,
    ClassifiedLine,
    SpeechAct,
    classify_sentences,
    most_telling_act,
)
from townlet.runfile.traces import SpokenLine


def classify_line(said: SpokenLine, before: Sequence[SpeechAct]) -> tuple[SpeechAct, ...]:
    return ClassifiedLine(said, classify_sentences(said, before)).acts


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Will you come to the regatta on Saturday?", "invitation"),
        ("There is a regatta on Saturday, and I hope you can make it.", "invitation"),
        ("Don't forget the regatta: are you still coming?", "reminder"),
        ("Could you help me with the sails?", "request"),
        ("I'm looking for somebody who can splice rope.", "request"),
        ("Shall I lend you my rope?", "offer"),
        ("I'm Ada Finch, and I mend sails.", "introduction"),
        ("Cleo told me the pier is going to be sold.", "news"),
        ("Have you heard about the pier?", "question"),
        ("Oh no, I'm so sorry to hear that.", "sympathy"),
        ("Congratulations on the new boat!", "praise"),
        ("Thank you, that helps.", "thanks"),
        ("How deep is the harbour?", "question"),
        ("I'm going to paint the hull tomorrow.", "plan"),
        ("I think that tar smells better than varnish.", "opinion"),
        ("I mended two sails this morning.", "report"),
        ("You don't say.", "agreement"),
        ("The tide waits for nobody.", "remark"),
        ("Goodbye, Bram.", "farewell"),
        ("I'd better get back to my sails. Take care.", "farewell"),
    ],
)
def test_a_line_in_the_middle_of_a_talk_does_what_its_words_say(text: str, act: SpeechAct) -> None:
    assert most_telling_act(classify_line(line(text), ())) == act


@pytest.mark.parametrize("text", ["Good morning, Bram.", "Hey, Bram!", "Bram!", "Bram. There you are.", "Hello!"])
def test_a_talk_is_opened_with_a_greeting(text: str) -> None:
    assert classify_line(line(text, number=0), ()) == ("greeting",)


def test_a_greeting_late_in_a_talk_is_none() -> None:
    assert "greeting" not in classify_line(line("Good morning is what I said.", number=5), ())


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("I'll be there!", "acceptance"),
        ("Of course, with pleasure.", "acceptance"),
        ("I'm afraid I can't come: the nets won't wait.", "refusal"),
        ("I'd love to come, but I have to mend the nets.", "refusal"),
        ("I'd rather have a quiet evening, if you don't mind.", "refusal"),
        ("So many people at once tire me. I'll stay at home, I think.", "refusal"),
        ("It's kind of you to ask, but that's not for me.", "refusal"),
        ("That's the one hour I can't.", "refusal"),
    ],
)
def test_an_invitation_is_accepted_or_refused(text: str, act: SpeechAct) -> None:
    assert most_telling_act(classify_line(line(text), ("invitation",))) == act
    assert act not in classify_line(line(text), ("report",)), "there was nothing to accept or refuse"


@pytest.mark.parametrize(
    "text",
    [
        "I promised Cleo to come to the regatta.",
        "I'm looking forward to the regatta.",
        "I was hoping I'd run into you.",
        "I can't help it: I like tar.",
    ],
)
def test_what_only_sounds_like_it_is_not_taken_for_it(text: str) -> None:
    found = classify_line(line(text), ("invitation",))
    assert not {"invitation", "request", "farewell", "refusal"} & set(found)


def test_a_line_counts_by_its_most_telling_sentence() -> None:
    acts = classify_line(line("Hello, Bram. I mended a sail. Will you come to the regatta?", number=0), ())
    assert acts == ("greeting", "report", "invitation")
    assert most_telling_act(acts) == "invitation"


def test_a_line_without_words_is_a_remark() -> None:
    assert classify_line(line("..."), ()) == ("remark",)
    assert set(SPEECH_ACTS) >= {"remark"}
