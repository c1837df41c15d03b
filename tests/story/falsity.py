"""Checks a story against its run file without any code of the sifter: by scanning the file's rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from townlet.measures.record import RunRecord, read_run_record
from townlet.runfile.view import RunView
from townlet.world.doors import Doors


def falsehoods(story: dict[str, Any], view: RunView) -> list[str]:
    """What a story as JSON says that the run file does not hold."""
    return list(_File(view).objections(story))


class _File:
    def __init__(self, view: RunView) -> None:
        self.view = view
        self.record: RunRecord = read_run_record(view)
        self.doors = Doors(view.town.setting)
        self.lines = {line.utterance: line for line in view.lines()}
        self.memories = {"/".join(map(str, memory.id)): memory for memory in view.memories_by_step()}
        self.events = {(row.kind, row.step): [] for row in view.events()}
        for row in view.events():
            self.events[row.kind, row.step].append(json.loads(row.data))

    def objections(self, story: dict[str, Any]) -> Iterator[str]:
        for chapter in story["chapters"]:
            for objection in self._chapter(chapter):
                yield f"{chapter['id']}: {objection}"
        for thread in story["threads"]:
            for beat in thread["beats"]:
                for objection in (*self._evidence(beat["evidence"]), *self._quote(beat)):
                    yield f"{thread['id']}: {objection}"

    def _chapter(self, chapter: dict[str, Any]) -> Iterator[str]:
        if not chapter["evidence"]:
            yield "no evidence"
        if any(mark in chapter["title"] + chapter["caption"] for mark in "{}\x01\x02"):
            yield "a slot is left open"
        yield from self._evidence([*chapter["evidence"], *chapter["because"]])
        yield from self._quote(chapter)
        if chapter["from"] > chapter["step"] or chapter["step"] > chapter["to"] + 1:
            yield "the moment lies outside what is shown"
        camera = chapter["camera"]
        stands = self.doors.place_at(tuple(camera["tile"])) if camera["tile"] else None
        spoken = chapter["quote"] and chapter["talk"] and chapter["kind"] != "gathering"
        if spoken and camera["place"] != (str(stands) if stands else None):
            yield f"the camera looks at {stands}, not at {camera['place']}"
        check = getattr(self, f"_{chapter['kind']}", None)
        if check:
            yield from check(chapter)

    def _quote(self, item: dict[str, Any]) -> Iterator[str]:
        quote = item["quote"]
        if quote and quote["utterance"]:
            line = self.lines.get(quote["utterance"])
            if line is None or line.speaker != quote["who"] or quote["text"] not in line.text:
                yield f"nobody said {quote}"
        elif quote:
            said = [each for (kind, _), rows in self.events.items() if kind in ("Whispered", "Told") for each in rows]
            if quote["text"] not in [each["text"] for each in said]:
                yield f"no voice said {quote}"

    def _evidence(self, evidence: list[dict[str, Any]]) -> Iterator[str]:
        for each in evidence:
            name, step = each["id"], each["step"]
            if each["kind"] == "line":
                line = self.lines.get(name)
                if line is None or (line.text, line.step, line.speaker) != (each["text"], step, each["who"]):
                    yield f"no line {each}"
            elif each["kind"] == "memory":
                memory = self.memories.get(name)
                if memory is None or memory.text != each["text"]:
                    yield f"no memory {each}"
            elif not self._happened(name.partition("/")[0], step, each):
                yield f"no event {each}"

    def _happened(self, kind: str, step: int, each: dict[str, Any]) -> bool:
        rows = self.events.get((kind, step), [])
        match kind:
            case "Acted":
                return any(row["agent"] == each["who"] for row in rows)
            case "StateChanged":
                return any(
                    row["address"].endswith(each["text"].split(" is ")[0]) or row["address"] == each["who"]
                    for row in rows
                )
            case "Whispered" | "Told":
                return any(row["text"] == each["text"] for row in rows)
        return kind == "Stay"

    # What was never so.

    def _there(self, name: str, place: str, start: int, end: int) -> bool:
        """Whether somebody stood in a place, tile by tile."""
        stays = (stay for stay in self.record.stays_of(name) if stay.start < end and stay.end > start)
        return any(stay.place and str(stay.place).startswith(place) for stay in stays)

    def _stayed_away(self, chapter: dict[str, Any]) -> Iterator[str]:
        [stay] = [each for each in chapter["evidence"] if each["id"].startswith("Stay/")]
        place, _, steps = stay["text"].removeprefix("never at ").partition(" from step ")
        start, end = map(int, steps.split(" to "))
        guest = chapter["people"][0]
        if self._there(guest, place, start, end):
            yield f"{guest} was there"

    def _in_vain(self, chapter: dict[str, Any]) -> Iterator[str]:
        asker = chapter["people"][0]
        refused = [each["text"] for each in chapter["evidence"] if "could not help" in each["text"]]
        thing = refused[0].partition(" for ")[2].partition(", and ")[0].removeprefix("help with ").split(" for ")[0]
        promised = [
            memory.text
            for memory in self.memories.values()
            if thing in memory.text
            and memory.kind == "plan"
            and (asker == memory.id.agent or asker in memory.text)
            and "promised" in memory.text
        ]
        if promised:
            yield f"but {promised}"

    def _silent_day(self, chapter: dict[str, Any]) -> Iterator[str]:
        person, day = chapter["people"][0], self.record.day(chapter["step"])
        spoken = [line for line in self.lines.values() if person in (line.speaker, line.to)]
        awake = [line for line in spoken if self.record.day(line.step) == day and self.record.time(line.step).hour >= 7]
        if awake and min(line.step for line in awake) < chapter["step"] < max(line.step for line in awake):
            yield f"{person} spoke: {awake[0].text}"

    def _first_meeting(self, chapter: dict[str, Any]) -> Iterator[str]:
        pair = set(chapter["people"][:2])
        earlier = [
            line for line in self.lines.values() if {line.speaker, line.to} == pair and line.step < chapter["step"]
        ]
        if earlier:
            yield f"they had talked: {earlier[0].text}"

    def _first_told(self, chapter: dict[str, Any]) -> Iterator[str]:
        if "Until this talk only" in chapter["caption"] and any(
            line.step < chapter["step"]
            and line.utterance != chapter["quote"]["utterance"]
            and chapter["quote"]["text"] in line.text
            for line in self.lines.values()
        ):
            yield "the very words were said before"

    def _about_them(self, chapter: dict[str, Any]) -> Iterator[str]:
        if chapter["people"][0] not in self.lines[chapter["quote"]["utterance"]].hearers:
            yield "out of earshot"

    def _overheard(self, chapter: dict[str, Any]) -> Iterator[str]:
        line = self.lines[chapter["quote"]["utterance"]]
        if chapter["people"][0] not in line.hearers or line.to == chapter["people"][0]:
            yield "did not overhear it"
