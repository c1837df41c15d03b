"""Objects that a user changes: who sees it first, and who sees to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from townlet.memory.record import Memory
from townlet.story.chapter import Beat, Evidence, StoryChapter, Thread, cite_event, cite_memory
from townlet.story.chronicle import ObjectSetting, Trouble
from townlet.story.telling import Moment, Telling
from townlet.world.address import Address
from townlet.world.setting import Tile
from townlet.world.tree import spoken


def find_troubles(telling: Telling) -> Iterator[StoryChapter]:
    for trouble in telling.chronicle.troubles:
        yield from _ObjectTrouble(telling, trouble).chapters()


def trouble_threads(telling: Telling) -> Iterator[Thread]:
    for trouble in telling.chronicle.troubles:
        yield _ObjectTrouble(telling, trouble).thread()


class _ObjectTrouble:
    def __init__(self, telling: Telling, trouble: Trouble) -> None:
        self.telling, self.chronicle, self.trouble = telling, telling.chronicle, trouble
        self.threads = (f"trouble-{trouble.number}",)
        later = [each for each in self.chronicle.troubles if each.object == trouble.object and each.step > trouble.step]
        self.until = later[0].step if later else self.chronicle.until
        """The state lasts at most until a user changes it again."""
        after = (each for each in self.chronicle.settings if trouble.step < each.step < self.until)
        self.mended: ObjectSetting | None = next((each for each in after if each.object == trouble.object), None)
        end = self.mended.step if self.mended else self.until
        seen = [each for each in self.chronicle.sightings[trouble] if each.id.step <= end]
        self.seen: Memory | None = seen[0] if seen else None
        self.first_alone = len({each.id.agent for each in seen if each.id.step == seen[0].id.step}) == 1
        """Whether one person saw it before everybody else."""
        self.event = cite_event(
            "StateChanged", trouble.step, str(trouble.object), f"{trouble.object.name} is {trouble.state}"
        )
        self.slots = {"object": trouble.object.name, "state": trouble.state}

    def chapters(self) -> Iterator[StoryChapter]:
        trouble, seen = self.trouble, self.seen
        say, evidence = ["now"], [self.event]
        if seen:
            say.append("seen" if self.first_alone else "same")
            evidence.append(cite_memory(seen.id, seen.text))
        if not self.mended and self.until == self.chronicle.until:
            say.append("never")
        here = self._house(trouble.object)
        chapter = self.telling.chapter(
            "trouble",
            say,
            Moment(trouble.step, (seen.id.agent,) if seen else (), evidence, threads=self.threads, tile=self._tile()),
            **self.slots,
            place=spoken(trouble.object),
            person=self.telling.someone(seen.id.agent) if seen else "",
            end=self.telling.end,
        )
        yield replace(chapter, place=here)
        if self.mended:
            yield self._mended(self.mended)

    def _tile(self) -> Tile | None:
        known = self.chronicle.view.town.setting.objects.get(self.trouble.object)
        return known.footprint[0] if known and known.footprint else None

    def _house(self, address: Address) -> Address | None:
        return address.parent

    def _mended(self, mended: ObjectSetting) -> StoryChapter:
        evidence: list[Evidence] = [self.event, self._setting(mended)]
        say = ["before", "now"]
        if self.seen and self.seen.id.agent != mended.person:
            say.append("first" if self.first_alone else "same")
            evidence.append(cite_memory(self.seen.id, self.seen.text))
        people = (mended.person, *((self.seen.id.agent,) if self.seen else ()))
        return self.telling.chapter(
            "mended",
            say,
            Moment(mended.step, people, evidence, because=(self.event,), threads=self.threads),
            **self.slots,
            person=self.telling.someone(mended.person),
            when=self.telling.when(self.trouble.step, mended.step).removeprefix("at ").removeprefix("on "),
            now=mended.state,
            seen=self.telling.someone(self.seen.id.agent) if self.seen else "",
        )

    def _setting(self, mended: ObjectSetting) -> Evidence:
        return cite_event("StateChanged", mended.step, str(mended.object), f"{mended.object.name} is {mended.state}")

    def thread(self) -> Thread:
        plain, someone = self.telling.plain, self.telling.someone
        beats = [self._beat(self.trouble.step, "", plain("trouble", **self.slots), self.event)]
        if self.seen:
            who, text = self.seen.id.agent, self.seen.text
            sentence = plain("seen_by", person=someone(who), text=text)
            beats.append(self._beat(self.seen.id.step, who, sentence, cite_memory(self.seen.id, text)))
        if self.mended:
            slots = {"object": self.trouble.object.name, "state": self.mended.state}
            sentence = plain("set_by", person=someone(self.mended.person), **slots)
            beats.append(self._beat(self.mended.step, self.mended.person, sentence, self._setting(self.mended)))
        ending = () if self.mended else (plain("never_set", end=self.telling.end),)
        return Thread(self.threads[0], plain("thread_trouble", **self.slots), tuple(beats), ending=ending)

    def _beat(self, step: int, who: str, text: str, evidence: Evidence) -> Beat:
        place = self.chronicle.place(who, step) if who else self._house(self.trouble.object)
        tile = self.chronicle.tile(who, step) if who else self._tile()
        return Beat(step, text, (who,) if who else (), place, tile, (evidence,))
