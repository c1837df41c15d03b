"""All tables of a run, by name."""

from __future__ import annotations

from collections.abc import Mapping

from townlet.study.data.answers import INTERVIEWS, RANKINGS
from townlet.study.data.calls import CALLS
from townlet.study.data.columns import Table
from townlet.study.data.doings import ACTIVITIES, OBJECTS, STAYS
from townlet.study.data.minds import EVIDENCE, MEMORIES, PLANS, RECALLS
from townlet.study.data.news import FACTS, KNOWING
from townlet.study.data.people import PEOPLE, RELATIONS
from townlet.study.data.talks import LINES, TALKS

_ALL = (
    PEOPLE,
    MEMORIES,
    EVIDENCE,
    RECALLS,
    PLANS,
    STAYS,
    ACTIVITIES,
    TALKS,
    LINES,
    RELATIONS,
    FACTS,
    KNOWING,
    OBJECTS,
    CALLS,
    INTERVIEWS,
    RANKINGS,
)
TABLES: Mapping[str, Table] = {table.name: table for table in _ALL}
