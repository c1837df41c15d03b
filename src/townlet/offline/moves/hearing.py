"""Words that no row says, as visitors and language models use them: understood by what they contain or tell."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from townlet.offline.moves.table import Read, TalkMove, moves
from townlet.offline.reader.facts import Fact, RememberedLine
from townlet.offline.words import WORDS, cached, pattern, words
from townlet.world.register import first_name


@dataclass(frozen=True)
class MovePattern:
    """One row `[[heard]]`: how free words are recognised as a move."""

    as_move: TalkMove
    says: tuple[str, ...]
    """Patterns, one of which the sentence must contain; none if any words will do. {hearer} is the hearer's name."""
    tells: frozenset[str]
    """The kinds of fact, one of which the sentence must tell; none if it need tell nothing."""
    whose: str
    """Whom that fact must be about: speaker, hearer, other or nobody; '' for anybody."""
    after: tuple[str, ...]
    """The ids of moves, one of which it must follow: questions of the hearer, or what the speaker has just said; none
    if it need follow nothing."""

    def slots(
        self, sentence: str, fact: Fact | None, line: RememberedLine, follows: Collection[str]
    ) -> dict[str, str] | None:
        """Return the named groups of the pattern that recognises a sentence; None if none does."""
        if self.after and not set(self.after) & set(follows):
            return None
        if self.tells and (fact is None or fact.kind not in self.tells):
            return None
        if self.whose and (fact is None or self.whose != _relation(fact, line)):
            return None
        if not self.says:
            return {}
        hearer = re.escape(first_name(line.hearer))
        patterns = (pattern(f"(?i){each.replace('{hearer}', hearer)}") for each in self.says)
        found = next(filter(None, (each.search(sentence) for each in patterns)), None)
        return None if found is None else {name: said for name, said in found.groupdict().items() if said}


def _relation(fact: Fact, line: RememberedLine) -> str:
    if not fact.who:
        return "nobody"
    return "speaker" if fact.who == line.speaker else "hearer" if fact.who == line.hearer else "other"


def _rows() -> Iterator[MovePattern]:
    for file in words().moves:
        for row in file.get("heard", []):
            says, after = tuple(row.get("says", [])), tuple(row.get("after", "").split())
            yield MovePattern(
                moves().all[row["as"]], says, frozenset(row.get("tells", [])), row.get("whose", ""), after
            )


@cached()
def hearings() -> tuple[MovePattern, ...]:
    """Return every row `[[heard]]` of the words in use, in the order in which they are tried."""
    return tuple(_rows())


def understood(read: Read, fact: Fact | None, line: RememberedLine, follows: Collection[str]) -> Read:
    """Return a stretch in free words with the move as which it is understood, if there is one. `follows` are the ids of
    the question that it answers and of the stretch before it in the line."""
    if read.move is not None:
        return read
    said = read.text.replace("’", "'")
    for hearing in hearings():
        slots = hearing.slots(said, fact, line, follows)
        if slots is not None:
            return replace(read, move=hearing.as_move, slots=slots, free=True)
    return replace(read, free=True)


def answer_meant(move: TalkMove, asked: TalkMove) -> TalkMove | None:
    """Return the answer to a question for which 'yes' or 'no' stands: the one that leaves what such a word means."""
    meant = WORDS.tables["heard"]["means"].get(move.id, ())
    return next((each for each in moves().answers.get(asked.id, []) if each.does and each.does in meant), None)
