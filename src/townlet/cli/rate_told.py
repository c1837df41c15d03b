"""What `townlet rate serve` says of the study whose page it serves."""

from __future__ import annotations

from collections.abc import Iterator

from townlet.cli.printing import counted
from townlet.cli.serving import Place
from townlet.server.guard import is_loopback
from townlet.server.rating.room import Room
from townlet.study.interviews.conditions import PEOPLE
from townlet.study.rating.links import links_path


def told(room: Room, preview: str, place: Place, public: str) -> Iterator[str]:
    """What is rated and what to know of it, who has links, and where the page is to be seen; a line each."""
    plan = room.plan
    yield from _rated(room)
    who = counted(plan.raters, "rater") + (f" and {counted(len(plan.authors), 'author')}" if plan.authors else "")
    if standings := room.standings():
        yield f"Raters so far: {', '.join(f'{number} {each.value}' for each, number in standings.items())}."
    if any(not each.holds for each in standings):
        yield f"Whoever comes next takes over from those who failed, or did nothing for {counted(plan.idle, 'hour')}."
    yield f"Links for {who}, with completion codes: {links_path(room.run)}"
    if not is_loopback(place.host) and not public:
        yield "The links name this machine; give the address by which others reach it with --address."
    yield f"To see what raters see, open {preview} (nothing done there counts). Ctrl-C ends the server."


def _rated(room: Room) -> Iterator[str]:
    plan, answers = room.plan, room.answers
    items = [item for items in answers.people.values() for item in items]
    people = "1 person" if len(plan.people) == 1 else f"{len(plan.people)} people"
    each = counted(plan.per * len({item.category for item in items}), "question")
    yield f"Rated: {people}, {each} by each rater, under the conditions {', '.join(plan.conditions)}."
    if same := sum(len(set(item.answers.values())) < len(plan.conditions) for item in items):
        yield (
            f"Of {len(items)} questions (each counted for each person), {same} have the very same answer under two "
            f"conditions or more; no rater can tell those apart."
        )
    if answers.written_for and PEOPLE not in plan.conditions:
        yield (
            f"People wrote answers for {', '.join(answers.written_for)} only, so these are left out; with --person you "
            f"can have only those rated who have them."
        )
