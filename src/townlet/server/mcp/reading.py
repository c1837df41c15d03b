"""What the tools that read a run call: public functions of `townlet`, and what each becomes as JSON data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from townlet.errors import BadInput
from townlet.evaluation.recall import recall
from townlet.evaluation.survey import measure
from townlet.measures.diffusion.spread import trace_town_facts
from townlet.measures.origins import trace_belief
from townlet.measures.portrait import Portrait, RunMoment, memory_data, portray, portray_everybody
from townlet.measures.run_measures import RunMeasures, measure_run
from townlet.reporting.script import read_script
from townlet.runfile import as_data
from townlet.runfile.lookup import find_person
from townlet.runfile.view import RunSource, open_view
from townlet.server.views.search import search_run
from townlet.story import Story, Thread, find_thread, tell_story
from townlet.world.tree import label, norms_in_words

Data = dict[str, Any]

MEMORIES, REFLECTIONS = 10, 5
"""How many of a person's memories and reflections are shown."""
MOST_LISTED = 20
"""How many of each list of findings are shown: they grow with the run, and an answer has to stay short."""


def find_places(run: RunSource, at: str = "end") -> Data:
    """Return the places of the town at a moment of a run: their rules, who is there, and the state of each object."""
    moment = RunMoment.of(run, at)
    state, found = moment.state, dict[str, Data]()
    for address, place in state.town.setting.places.items():
        found[label(address)] = {"rules": [*norms_in_words(place.norms)], "people": [], "objects": {}}
    for address, item in state.town.setting.objects.items():
        if address.parent:
            found[label(address.parent)]["objects"][address.name] = state.world.state_of(item)
    for name, body in state.world.bodies.items():
        if here := state.terrain.doors.place_at(body.tile(moment.step)):
            found[label(here)]["people"].append(name)
    return {"step": moment.step, "places": {name: place for name, place in found.items() if any(place.values())}}


def rank_memories(run: RunSource, person: str, query: str, top: int = MEMORIES, at: str = "end") -> list[Data]:
    """Return the memories of a person that fit a text best, with recency, importance and relevance of each."""
    return [memory_data(each) for each in recall(portray(run, person, at), query, top)]


def trace_knowledge(run: RunSource, fact: str = "", person: str = "") -> Data:
    """Return who knows each fact that the town tracks: since when, from whom, and by which line.

    With `fact` only that fact. With `person` only the chain by which this person came to know, back to the source.
    """
    view = open_view(run)
    spreads = {each.fact.name: each for each in trace_town_facts(view)}
    if fact and fact not in spreads:
        raise BadInput(f"The town tracks no fact {fact!r}. Its facts are {', '.join(spreads) or 'none'}.")
    said = {line.utterance: line.text for line in view.lines()}
    name, found = find_person(person, view.joined) if person else "", Data()
    for spread in [spreads[fact]] if fact else spreads.values():
        known = {each.person: each for each in spread.known}
        links, here = [], name
        while here in known:
            links.append(gain := known.pop(here))
            here = gain.heard_from
        rows = [{**as_data(each), "line": said.get(each.utterance, "")} for each in (links if name else spread.known)]
        found[spread.fact.name] = {"question": spread.fact.question, "source": spread.fact.source, "known": rows}
    return found


def compare_runs(run: RunSource, other: RunSource) -> Data:
    """Return each measure that differs between two runs of one town, such as a run and its fork, with both values."""
    measured = measure(run, other, interviews=False)
    measured.as_json()  # refuses runs that cannot be compared
    one, two = (
        {f"{section.key}.{figure.key}": figure.value for section in each.sections for figure in section.figures()}
        for each in measured.runs
    )
    differing = {key: [one[key], two[key]] for key in one if key in two and one[key] != two[key]}
    days = [each.about["game_days"] for each in measured.runs]
    return {"game_days": days, "differing": differing, "alike": len(one.keys() & two.keys()) - len(differing)}


def _everybody(portraits: Sequence[Portrait]) -> Data:
    sight = portraits[0].sight
    counts = sight.run.memory_counts(sight.step) if sight.run else {}
    people = [each.summary_data(counts.get(each.agent.name, {})) for each in portraits]
    return {"step": sight.step, "people": people}


def _person(portrait: Portrait) -> Data:
    return portrait.as_json(portrait.stream.newest(MEMORIES)[::-1], REFLECTIONS)


def _story(story: Story) -> Data:
    """Return a story with its threads by title; another tool tells each."""
    told = story.as_json()
    return {**told, "threads": [{"id": each.id, "title": each.title} for each in story.threads]}


def _measures(measures: RunMeasures) -> Data:
    shown: Data = _beginnings(measures.as_json())
    return shown


def _beginnings(value: Any) -> Any:
    """Return data with the beginning of each long list, and how many more it has."""
    match value:
        case dict():
            return {key: _beginnings(item) for key, item in value.items()}
        case list():
            more = [f"and {len(value) - MOST_LISTED} more"] if len(value) > MOST_LISTED else []
            return [*map(_beginnings, value[:MOST_LISTED]), *more]
        case _:
            return value


def _thread(found: tuple[Story, Thread]) -> Data:
    story, thread = found
    return thread.as_json(story.start, story.step_seconds)


READING: dict[str, tuple[Callable[..., Any], Callable[[Any], Any]]] = {
    "people": (portray_everybody, _everybody),
    "places": (find_places, as_data),
    "show": (portray, _person),
    "memories": (rank_memories, as_data),
    "story": (tell_story, _story),
    "thread": (find_thread, _thread),
    "read": (read_script, as_data),
    "search": (search_run, lambda found: found.model_dump()),
    "who_knows": (trace_knowledge, as_data),
    "origin": (trace_belief, as_data),
    "measure": (measure_run, _measures),
    "compare": (compare_runs, as_data),
}
"""For each tool, the function that it calls and how its answer becomes JSON data."""
