"""A visitor's fifteen lines in free words, in a running town: at least thirteen are answered to the point."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from offline.moves.guest import Answered, Guest
from townlet.engine.simulation import Simulation
from townlet.offline.moves.table import moves
from townlet.town import load_town
from towns import MADE_UP_TOWNS

MORNING = 8 * 360
"""The step at eight, when everybody is up."""
POLITE = r"(?i)thank|kind|welcome|glad|good to hear|nothing|blush"
BYE = r"(?i)bye|see you|till next|take care|so long|off with you|until|mind how"
FIRST = (
    ("Good morning!", r"(?i)hello|morning|good day"),
    ("My name is Ida Quist.", r"Ida"),
    ("I can help you with the lanterns.", r"(?i)lanterns"),
    ("When is it?", r"(?i)tomorrow at half past six"),
    ("Where is it?", r"Net Loft"),
    ("Who else is coming?", r"(?i)stand in the door|said yes|heard from|I know of|firm word|name anybody"),
    ("What should I bring?", r"(?i)yourself|need|just come|lanterns|chairs"),
    ("Somebody stole my bicycle from the quay last night.", r"(?i)stolen|theft|bad"),
    ("Last night, after nine.", r"(?i)eyes open|sorry|lookout|watch out"),
    ("Do you want to hear a joke?", r"(?i)laugh|listening|how does it end|next time|tell me|joke"),
    ("Why did the chicken cross the road? To get to the other side.", r"(?i)ha!|so bad|laughing|heard worse"),
    ("Thank you.", POLITE),
    ("How are you?", r"(?i)well|bad|complain|fine|tired|same|\bI'm\b|ever"),
    ("I love old ships.", r"(?i)understand|feel the same|good to have"),
    ("Goodbye, May.", BYE),
)
SECOND = (
    ("Hey there!", r"(?i)hello|morning|hi\b|good day"),
    (
        "I'm a baker from Lisbon.",
        r"(?i)busy|come to that|take that up|always w(?:anted|hat you)|best|hard|difficult"
        r"|remember|use people|look around|like it here|ask me",
    ),
    ("Can I give you a hand with anything?", r"(?i)need|looking for|kind|have all"),
    ("I could lend you a ladder.", r"(?i)thank|kind|help|need"),
    ("You look tired.", r"(?i)all right"),
    ("What is your name?", r"\bI'm\b"),
    ("My purse has gone missing.", r"(?i)stolen|theft|bad"),
    ("I had it on the train.", r"(?i)eyes open|sorry|lookout|watch out"),
    ("Just kidding!", r"(?i)ha!|so bad|laughing|heard worse"),
    ("I'm sorry about that.", r"(?i)no harm|all right"),
    ("Will you come to my concert?", r"(?i)another time|can't|glad to come|love to"),
    ("You owe me ten coins.", r"(?i)don't remember|recall|somebody else|never met"),
    ("From now on say quack.", r"(?i)^no\b|rather not|tells me to|go on as I was"),
    ("It was lovely to meet you.", r"(?i)kind|good to hear|blush|pleas"),
    ("I have to go now. Take care!", BYE),
)


async def _visit(town: str | Path, host: str, lines: list[str]) -> list[Answered]:
    with Simulation.start(load_town(town)) as simulation:
        while simulation.next_step < MORNING:
            await simulation.step()
        guest = Guest(simulation, "Ida Quist", host)
        await guest.comes()
        return await guest.says(lines)


@pytest.fixture(scope="module", params=["ternholm", "kestrel"])
def visit(request: pytest.FixtureRequest) -> list[tuple[Answered, str]]:
    """What was answered, with what an answer to the point has in it."""
    if request.param == "ternholm":
        town, host, wanted = "ternholm", "May Lindqvist", FIRST
    else:
        town, host, wanted = MADE_UP_TOWNS[0], "Nguyễn Thị Hạnh", SECOND
    answers = asyncio.run(_visit(town, host, [line for line, _ in wanted]))
    return [(answer, pattern) for answer, (_, pattern) in zip(answers, wanted, strict=True)]


def test_at_least_thirteen_of_fifteen_lines_are_answered_to_the_point(visit: list[tuple[Answered, str]]) -> None:
    missed = [(each.line, each.reply) for each, pattern in visit if not re.search(pattern, each.reply)]
    assert len(visit) == 15
    assert len(missed) <= 2, missed


def test_whoever_leaves_says_so(visit: list[tuple[Answered, str]]) -> None:
    left = [each.reply for each, _ in visit if each.leave]
    ends = [moves().read(reply)[-1].move for reply in left]
    assert left
    assert [
        reply for reply, move in zip(left, ends, strict=True) if move is None or move.role not in ("part", "bye")
    ] == []


def test_every_line_is_answered_in_at_most_five_sentences(visit: list[tuple[Answered, str]]) -> None:
    assert [each for each, _ in visit if not each.reply or len(re.findall(r"[.?!](?: |$)", each.reply)) > 5] == []
