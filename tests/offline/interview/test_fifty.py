"""Fifty questions to one person, two days into a run: the right day, own words, and nothing that nobody told them."""

from __future__ import annotations

import re

import pytest

from offline.persons import memories
from townlet.language.prompt import Field
from townlet.offline.interview.answer import interview

FILE = memories(
    "Ann Bo is a clockmaker at the mill.",
    "Ann Bo and Cy Du are married.",
    "Ann Bo is the mother of Flo Bo.",
    "Ann Bo and Eve Fay are good friends, because Eve Fay lends Ann Bo books.",
    "Ann Bo dislikes Gus Hay, because Gus Hay laughed at the tower clock.",
    "Ann Bo knows Kit Low as a customer.",
    "Ann Bo is giving a lantern supper at Reed Hall on Tuesday May 6 from 6 pm to 8 pm.",
    "Ann Bo needs paper lanterns for the lantern supper.",
    "Ann Bo needs a bell founder to cast a small bell.",
    "Ann Bo is going to run for warden of the mill, because nobody mends the weir.",
    "Ann Bo wants to see the tower clock go again.",
    "Ann Bo worries that the mill will be sold.",
    "Ann Bo thinks that a clock should be heard by everybody.",
    "Ann Bo enjoys walking by the weir in the evening.",
    "Ann Bo grew up in a lighthouse.",
    "Ann Bo is secretly in love with Lew Mar.",
    when="Monday May 5 2025, 12:00 am",
)
LIVED = [
    *memories("Ann Bo is frying eggs at Bo Cottage.", when="Monday May 5 2025, 7:20 am"),
    *memories("Ann Bo is oiling a bell at the mill.", when="Monday May 5 2025, 10:30 am"),
    *memories("Ann Bo talked with Eve Fay about the price of brass.", when="Monday May 5 2025, 1:10 pm"),
    *memories(
        "Eve Fay promised Ann Bo to help with paper lanterns.",
        "Eve Fay promised me to come to the lantern supper at Reed Hall on Tuesday May 6 at 6 pm.",
        when="Monday May 5 2025, 1:15 pm",
    ),
    *memories(
        "Kit Low said to me: 'Ida Jay is going to sell the ferry.'",
        "Kit Low promised me to come to the lantern supper at Reed Hall on Tuesday May 6 at 6 pm.",
        when="Monday May 5 2025, 4:00 pm",
    ),
    *memories("Ann Bo is stirring a barley soup at Bo Cottage.", when="Monday May 5 2025, 6:05 pm"),
    *memories(
        "I have come to think that a bell wants a quiet street.",
        "I have come to think that Eve Fay is somebody I can rely on.",
        "I have come to think that Gus Hay is hard to like.",
        when="Monday May 5 2025, 8:00 pm",
    ),
    *memories("Eve Fay has helped Ann Bo with paper lanterns.", when="Tuesday May 6 2025, 9:30 am"),
    *memories("Kit Low is carrying a ladder at the mill.", when="Tuesday May 6 2025, 10:00 am"),
    *memories("Kit Low will vote for Ann Bo.", when="Tuesday May 6 2025, 10:10 am"),
]
PLAN: list[Field] = [
    {"start": "7:00 am", "end": "9:00 am", "activity": "having breakfast", "place": "Bo Cottage: kitchen"},
    {"start": "9:00 am", "end": "12:00 pm", "activity": "working as a clockmaker", "place": "Mill: workshop"},
    {"start": "12:00 pm", "end": "1:00 pm", "activity": "having lunch", "place": "Mill: workshop"},
    {"start": "6:00 pm", "end": "8:00 pm", "activity": "hosting the lantern supper", "place": "Reed Hall: hall"},
    {"start": "10:00 pm", "end": "10:00 pm", "activity": "going to bed", "place": "Bo Cottage: bedroom"},
]
PRONOUNS = {
    "Ann Bo": "she", "Cy Du": "he", "Eve Fay": "she", "Flo Bo": "she", "Gus Hay": "he", "Ida Jay": "she",
    "Kit Low": "they", "Lew Mar": "he",
}  # fmt: skip

FIFTY = [
    ("Where were you yesterday evening at six?", "barley soup"),
    ("What were you doing at 10:30 am yesterday?", "oiling a bell"),
    ("What did you eat for dinner yesterday?", "a barley soup for dinner"),
    ("What did you have for breakfast yesterday?", "eggs"),
    ("What did you do yesterday morning?", "^Yesterday morning.*oiling a bell"),
    ("Who did you talk to yesterday?", "Eve Fay"),
    ("What did you and Eve talk about?", "price of brass"),
    ("When did you last talk to Eve?", r"yesterday at 1:1\d pm"),
    ("What will you be doing at 7 pm?", "lantern supper"),
    ("What are you doing tonight?", "lantern supper at Reed Hall"),
    ("What will you do tomorrow?", "clockmaker"),
    ("What will you be doing at 10 am tomorrow?", "most likely.*clockmaker"),
    ("When do you go to bed?", "10 pm"),
    ("Who is Cy Du?", "my husband"),
    ("How do you feel about your husband?", r"\b(?:love|marry) (?:him|her)"),
    ("How do you feel about your daughter?", "(?:wouldn't be without|love)"),
    ("Who is your daughter?", "Flo"),
    ("Do you have a son?", "^I'd rather "),
    ("Who do you live with?", "husband Cy"),
    ("How do you feel about Eve?", "fond of her"),
    ("Do you like Gus?", "dislike him|don't get on"),
    ("Why do you dislike Gus?", "^Because he laughed at the tower clock|laughed at the tower clock"),
    ("Do you know Bertram Cole?", "Bertram Cole"),
    ("Do you know Kit?", "^Yes"),
    ("What does Gus think of you?", "ask him"),
    ("Where is Kit now?", "carrying a ladder"),
    ("What did Kit tell you?", "Ida Jay is going to sell the ferry"),
    ("Who told you about the ferry?", "Kit Low"),
    ("What will become of the ferry?", "sell"),
    ("Is there a supper soon?", "lantern supper"),
    ("When is your supper, and who is coming?", "from 6 to 8 pm.*(?:Eve Fay and Kit Low|Kit Low and Eve Fay)"),
    ("How was your supper?", "hasn't been yet|still to come"),
    ("Is Eve coming to the supper?", "^Yes"),
    ("Is Gus coming to the supper?", "hasn't promised"),
    ("Did you ever find the paper lanterns?", "^Yes. Eve Fay helped me"),
    ("Did you ever find a bell founder?", "^No.* bell"),
    ("What do you need?", "bell founder"),
    ("Why are you running?", "(?i)nobody mends the weir"),
    ("Who supports you?", "^Kit Low (?:will vote for me|told me so)"),
    ("Would you vote for yourself?", "it's me who is standing"),
    ("What do you want most in life?", "tower clock go again"),
    ("What do you worry about?", "mill will be sold"),
    ("What do you believe in?", "clock should be heard|wiser|couldn't argue|long evening"),
    ("What do you like doing best?", "walking by the weir"),
    ("What was your childhood like?", "grew up in a lighthouse"),
    ("What have you been thinking about?", "^A bell wants a quiet street"),
    ("Who is your best friend?", "Eve Fay"),
    ("Who is Eve, and how do you feel about her?", "good friends.*fond of her"),
    ("Your breakfast is burning! What would you do?", "put it out"),
    ("Are you in love?", "tell everybody|something else"),
]


def said(question: str) -> str:
    fields: dict[str, Field] = {
        "name": "Ann Bo",
        "summary": "Ann Bo (age: 40) is kind and dry. Ann Bo is a clockmaker at the mill.",
        "now": "Tuesday May 6 2025, 4:00 pm",
        "doing": "polishing a case",
        "place": "Mill: workshop",
        "asker": "a visitor to the town",
        "question": question,
        "pronouns": [{"name": name, "pronoun": pronoun} for name, pronoun in PRONOUNS.items()],
        "memories": [*FILE, *LIVED],
        "plan": PLAN,
    }
    return str(interview(fields, 1)["say"])


def test_there_are_fifty() -> None:
    assert len({question for question, _ in FIFTY}) == 50


@pytest.mark.parametrize(("question", "wanted"), FIFTY)
def test_a_question_gets_its_answer_in_own_words(question: str, wanted: str) -> None:
    answer = said(question)
    assert re.search(wanted, answer)
    assert answer[0].isupper()
    assert answer[-1] in ".?!"
    assert not re.search(r"[{}⟦⟧⁂“]|\bI is\b|\bme is\b|Ann Bo (?:is|was|has)|\b(\w+) \1\b|Lew", answer)
