"""A day as stretches that neither overlap nor leave gaps."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

SHORTEST = 15
"""Minutes below which a stretch is not worth planning."""


@dataclass(frozen=True)
class Block:
    """From `start` to `end` (minutes after the first midnight): a gerund phrase, and the place's name."""

    start: int
    end: int
    activity: str
    place: str = ""
    sort: str = ""
    """'meal', 'work', 'event', 'errand' or 'rest'."""
    why: str = ""
    """A particular reason: a clause that can follow 'because'."""

    @property
    def minutes(self) -> int:
        return self.end - self.start


@dataclass
class Timeline:
    """A span of the day that is being filled; what is put in first stays."""

    start: int
    end: int
    blocks: list[Block] = field(default_factory=list)

    def put(self, block: Block) -> bool:
        """Adds what of a block lies in the span, if all of that is still free; says whether it did."""
        start, end = max(block.start, self.start), min(block.end, self.end)
        if end - start < 5 or any(b.start < end and start < b.end for b in self.blocks):
            return False
        self.blocks = sorted([*self.blocks, replace(block, start=start, end=end)], key=lambda b: b.start)
        return True

    def gaps(self, start: int | None = None, end: int | None = None) -> list[tuple[int, int]]:
        """The free stretches between two times, in order."""
        at, until = max(start or self.start, self.start), min(self.end if end is None else end, self.end)
        found = []
        for block in self.blocks:
            if block.start > at and min(block.start, until) > at:
                found.append((at, min(block.start, until)))
            at = max(at, block.end)
        return [*found, (at, until)] if at < until else found

    def pour(self, block: Block) -> None:
        """Fills what is free of the block's stretch with it; slivers are left out."""
        for start, end in self.gaps(block.start, block.end):
            if end - start >= SHORTEST:
                self.put(replace(block, start=start, end=end))

    def closed(self) -> list[Block]:
        """The blocks, each lasting until the next: what is too short to plan goes to the one before."""
        kept: list[Block] = []
        for block in self.blocks:
            if kept and block.activity == kept[-1].activity and block.place == kept[-1].place:
                continue
            if not kept and block.start > self.start:
                block = replace(block, start=self.start)
            kept.append(block)
        ends = [*(block.start for block in kept[1:]), self.end][: len(kept)]
        return [replace(block, end=end) for block, end in zip(kept, ends, strict=True)]
