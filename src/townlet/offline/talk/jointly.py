"""A whole talk at once: line by line, each from the fields of its own speaker and what was said before it."""

from __future__ import annotations

from townlet.language.prompt import Field
from townlet.offline.fields import Fields, number, records, text
from townlet.offline.talk.converse import speak
from townlet.offline.talk.scene import Scene

MOST_LINES = 10
FEWEST_LINES = 2


def joint_dialogue(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `joint_dialogue`. Neither of the two is shown anything of the other's block but the name."""
    both = [*records(fields, "sides"), {}, {}][:2]
    spoken: list[Field] = []
    lines: list[dict[str, object]] = []
    parting = False
    while len(lines) < MOST_LINES:
        me, you = (both[(len(lines) + turn) % 2] for turn in (0, 1))
        scene = Scene({**me, "now": fields.get("now", ""), "other": text(you, "name"), "lines": list(spoken)}, seed)
        turn = speak(scene)
        said = turn.text or "Goodbye."
        lines.append({"speaker": text(me, "name"), "say": said, "rests_on": _numbers(me, scene, turn.sources)})
        spoken.append({"speaker": text(me, "name"), "line": said})
        if parting and len(lines) >= FEWEST_LINES:
            break
        parting = turn.leave
    return {"lines": lines}


def _numbers(side: Fields, scene: Scene, sources: list[int]) -> list[int]:
    """Under which numbers the memories were shown that a line was made from."""
    shown = [*records(side, "memories"), *records(side, "last_talk")]
    of_text = {text(record, "text"): number(record, "n", 0) for record in shown}
    found = [of_text.get(scene.memories[source].text, 0) for source in dict.fromkeys(sources)]
    return [each for each in found if each > 0]
