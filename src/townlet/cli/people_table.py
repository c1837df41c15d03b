"""Everybody in one table."""

from __future__ import annotations

from rich.table import Table

from townlet.cli.portrait import line_json
from townlet.cli.printing import console, print_json
from townlet.cognition.telling import say_time
from townlet.study.portrait import Sight, portrait


def show_everybody(sight: Sight, as_json: bool) -> None:
    """One row a person, in the order of names."""
    people = [portrait(sight, name) for name in sorted(sight.state.agents)]
    if as_json:
        print_json({"time": sight.now.isoformat(), "people": [line_json(seen) for seen in people]})
        return
    table = Table("Name", "Where", "Doing", "Memories", "Thoughts", title=say_time(sight.now), expand=True)
    for column in table.columns[3:]:
        column.justify = "right"
    for seen in people:
        because = f", because {seen.why}" if seen.why else ""
        thoughts = len(seen.stream.of_kind("reflection"))
        table.add_row(seen.agent.name, seen.where, seen.doing + because, str(len(seen.stream)), str(thoughts))
    console().print(table)
