"""Questions and replies that were labelled by hand, before the rules were tried on them."""

from pathlib import Path

import pytest

from measures.made import ADA, BRAM, HOUR, MadeRun, starter
from measures.reports import figures, rows
from townlet.measures.liveliness.questions import answers, list_questions, measure_questions
from townlet.measures.text.words import Vocabulary

VOCABULARY = Vocabulary((ADA, BRAM, "Þóra", "Nguyễn Thị Hạnh"), starter().setting)

ANSWERED = [
    ("Will you come to the regatta?", "I'd love to, but I'm on duty."),
    ("Will you come to the regatta?", "Count me in!"),
    ("Will you come to the regatta?", "My sister is visiting."),
    ("How was your day?", "Long, but nobody shouted. And yours?"),
    ("And yours?", "Fine, thank you."),
    ("How are you?", "Hello, Ada. I can't complain."),
    ("How are you?", "Light as a feather: the exam is over."),
    ("How are you?", "It's been a hard week."),
    ("What did you eat for dinner?", "Soup, and a good deal of bread."),
    ("What did you eat for dinner?", "Bean stew."),
    ("What are you reading?", "A book about bees."),
    ("What brings you here?", "I moved to the valley in May."),
    ("What is the Moonrake?", "It's simple: everybody reads a page aloud."),
    ("Why are you running for mayor?", "Because the footbridge has been shut for two years."),
    ("Why here, of all places?", "The city never let me sleep."),
    ("When must it be there?", "By tomorrow at six, if you can."),
    ("Where did you find it?", "Under the old pier."),
    ("Who told you?", "Þóra did, on the bridge."),
    ("Who is bringing the cake?", "Nguyễn Thị Hạnh."),
    ("How many jars do you need?", "Forty, with lids."),
    ("How long have you lived here?", "Since the flood."),
    ("I need eight lanterns. Do you know anybody?", "Bram keeps a dozen lanterns in the loft."),
    ("Do you like bees?", "I love them."),
    ("Did you sleep?", "Like a stone. You?"),
    ("Are you coming tonight?", "If my nerve holds."),
    ("Is it true that the mill is for sale?", "So they say. The mill was never worth much."),
    ("Has she signed?", "She hasn't yet."),
    ("Were you at the dance?", "I was, until ten."),
    ("Could you spare the ladder?", "Take it. I never climb."),
    ("Would you vote for me?", "I'd rather not say."),
    ("Are you in love?", "You do ask questions. Let's talk about something else."),
    ("What will come of it?", "I honestly don't know."),
    ("What does Bram think?", "You'd have to ask him."),
    ("Do you know what the mayor wants?", "I've nothing to say on that."),
    ("Shall we go?", "Let's."),
    ("Will you come at six?", "Yes, see you at six!"),
    ("Would you like some tea?", "Please."),
]

UNANSWERED = [
    ("How are you, really?", "Now, I should be off, Ada."),
    ("How are you, really?", "I must go. Bye, Ada."),
    ("Did you find the nails?", "How has your day been?"),
    ("What have you been up to?", "By the way, I'm planning a regatta."),
    ("What have you been up to?", "Goodbye, Ada. Mind how you go."),
    ("Do you ever tire of the food?", "Each to their own: Ada loves her family."),
    ("Has inspiration struck?", "The ferry leaves at noon."),
    ("Did you enjoy it?", "The third hedgehog book worries me, because the second sold badly."),
    ("Are the students awake?", "I'm writing a research paper."),
    ("Are you tired?", "Have you heard? The mill is for sale."),
    ("Will there be many guests?", "Hello, Ada!"),
    ("Is there anything we need at home?", "Time I went, dear. Take care."),
    ("Which of the two do you like?", "Good evening, Ada. How is the harp?"),
    ("How soon do you need rosemary?", "So, I'd better get on, Bram. Look after yourself."),
    ("How did it turn out?", "Well, I'd better get back to taking notes. See you soon."),
    ("Where is the key?", "Did you know? Þóra paints boats."),
    ("Is your brother well?", "Ada!"),
    ("How are you, really?", "Well, it's time I went, Ada. Until next time."),
]


@pytest.mark.parametrize(("question", "reply"), ANSWERED)
def test_a_reply_that_answers_or_turns_away_is_seen(question: str, reply: str) -> None:
    assert answers(question, reply, VOCABULARY)


@pytest.mark.parametrize(("question", "reply"), UNANSWERED)
def test_a_reply_that_does_neither_is_seen(question: str, reply: str) -> None:
    assert not answers(question, reply, VOCABULARY)


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("The tide is out.", 0),
        ("Are you coming? I'd like it.", 1),
        ("And your thesis?", 1),
        ("Your thesis? These things take time.", 0),
        ("Did I tell you? I count insults.", 0),
        ("Have you heard?", 1),
        ("“Where is it?” she asked.", 0),
        ("Who told you, and when? Was it Bram?", 2),
    ],
)
def test_questions_are_told_from_what_only_takes_up_or_leads_up(line: str, asked: int) -> None:
    assert len(list_questions(line, VOCABULARY)) == asked


def test_questions_and_partings_of_a_run_are_counted(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, "Hello, Bram. Did you sleep?", "Like a stone. Will you come at six?", "I must go. Bye, Bram.")
    made.talks(2 * HOUR, "Where is the key?", "The tide is out.", "It is.", "Goodbye.")
    part = measure_questions(made.record(tmp_path))
    assert figures(part)["questions"] == 3
    assert figures(part)["questions_answered"] == 1 / 3
    assert figures(part)["partings_on_questions"] == 1 / 2
    assert rows(part, "unanswered") == (
        (BRAM, "day 1, 1:00", "Will you come at six?", "I must go. Bye, Bram."),
        (ADA, "day 1, 2:00", "Where is the key?", "The tide is out."),
    )


def test_leave_taken_at_a_question_counts_also_if_the_other_says_goodbye(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, "Where is the key?", "I must be off, Ada. Take care.", "Goodbye, Bram.")
    made.talks(2 * HOUR, "Where is the key?", "The tide is out.", "It is. Goodbye.", "Bye, Ada.")
    assert figures(measure_questions(made.record(tmp_path)))["partings_on_questions"] == 1 / 2


def test_a_talk_that_ends_with_a_question_is_a_parting_on_one(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, "Hello, Bram.", "Hello, Ada. Where is the key?")
    assert figures(measure_questions(made.record(tmp_path)))["partings_on_questions"] == 1


def test_asking_back_first_and_answering_then_is_an_answer(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(
        HOUR, "Will you come to the Moonrake?", "The Moonrake? What is that?", "It's simple: we read.", "Gladly."
    )
    made.talks(2 * HOUR, "Will you come to the Moonrake?", "What is that?", "It's simple: we read.", "Bye, Ada.")
    assert figures(measure_questions(made.record(tmp_path)))["questions_answered"] == 3 / 4


def test_lines_that_one_speaker_says_in_a_row_are_one_turn(tmp_path: Path) -> None:
    made = MadeRun()
    talk = made.talks(HOUR, "Where is the key?")
    made.says(HOUR + 1, ADA, BRAM, "I lost it.", talk)
    made.says(HOUR + 2, BRAM, ADA, "Under the mat.", talk)
    assert figures(measure_questions(made.record(tmp_path)))["questions_answered"] == 1
