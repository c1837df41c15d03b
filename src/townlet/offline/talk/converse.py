"""The next line of a talk: answer what was just said, then perhaps bring something up, or take leave."""

from __future__ import annotations

import re
from collections.abc import Iterable

from townlet.cognition.repetition import blank_names
from townlet.offline.fields import Fields
from townlet.offline.prop import Prop, content, similar
from townlet.offline.talk.answer import answer
from townlet.offline.talk.closing import farewell, farewell_back, intended_lines
from townlet.offline.talk.plainly import ACT as PLAIN
from townlet.offline.talk.scene import Scene
from townlet.offline.talk.thread import Thread
from townlet.offline.talk.topics import Offer, offers
from townlet.offline.talk.trade import ask_about_work, introduction, known_of
from townlet.offline.talk.turn import Turn

TRIES = 24
"""How often a line is made anew while it comes out like one that was said before."""
AT_A_LOSS = "Goodbye."
"""What one says to whom one can say nothing else."""
WORTH_SAYING = 1.0
SAYS_SAME = 0.5
_WORD = re.compile(r"\w[\w'-]*")
SMALL_TALK_LINES = 3
"""Later than this nobody asks how the other is: with no more to say they take leave."""


def converse(fields: Fields, seed: int) -> dict[str, object]:
    """What `name` says next to `other`, and whether they leave with it. Who could but repeat themselves just leaves."""
    turn = speak(Scene(fields, seed))
    return {"say": turn.text, "leave": turn.leave or not turn.text}


def speak(scene: Scene) -> Turn:
    """The line, made anew while it repeats one that was said before, be it to somebody else; else an empty one."""
    names = _names_in((*scene.own_lines, *scene.reader.people))
    said = {blank_names(line, names) for line in scene.own_lines}
    for attempt in range(TRIES):
        scene.attempt = attempt
        turn = _speak(scene)
        turn.text = turn.text or AT_A_LOSS
        if blank_names(turn.text, names) not in said:
            return turn
    return Turn(scene)


def _names_in(texts: Iterable[str]) -> frozenset[str]:
    """All that may be a name, be it only the first word of a sentence."""
    return frozenset(word for text in texts for word in _WORD.findall(text.replace("’", "'")) if word[0].isupper())


def _speak(scene: Scene) -> Turn:
    turn = Turn(scene)
    if not scene.talk:
        _open(scene, turn)
        return turn
    last = scene.last
    if last is not None and "farewell" in last.acts and "invite" not in last.acts:
        farewell_back(scene, turn)
        return turn
    if any("farewell" in line.acts for line in scene.mine):
        _after_farewell(scene, turn)
        return turn
    if last is not None:
        answer(scene, turn, last)
    _go_on(scene, turn)
    return turn


def _open(scene: Scene, turn: Turn) -> None:
    if scene.relation.kind == "stranger":
        turn.put("introduce", None, {"trade": introduction(scene)})
        return
    if not (scene.doing and scene.roll_of(scene.now, "greet") < 0.25 and turn.put("greet_doing")):
        turn.put("greet")
    bring_up(scene, turn)


def _after_farewell(scene: Scene, turn: Turn) -> None:
    """Somebody talks on after one took leave: a short answer, and off."""
    turn.leave = True
    if scene.last is not None:
        answer(scene, turn, scene.last)
    if not turn.text:
        turn.put("farewell_back")


_THIN = frozenset(
    ("answer_still", "answer_why", "answer_none", "answer_done", "answer_doing", "follow_opinion", "follow_taste",
     "react_flat",
     "react_good", "react_mine", "react_known", "react_known_same", "help_none", "grateful_tip", "no_view", "greet",
     "greet_doing", "follow_done", "follow_doing", "follow_plan", "follow_wish", "consoled", "pleased",
     "thanks", "share_wish")
)  # fmt: skip
"""Acts that carry nothing of one's own: something is to follow."""


_EMPTY = frozenset(("follow_opinion", "follow_taste", "answer_none", "no_view"))
"""Acts that one who is leaving can do without."""


def _go_on(scene: Scene, turn: Turn) -> None:
    """Brings something up, or takes leave when the talk has had its length or nothing is left to say."""
    if len(scene.talk) + 1 >= intended_lines(scene) and not _just_invited(scene, turn):
        _leave(scene, turn)
        return
    if _enough(scene, turn):
        return
    sorry = any(act.startswith("react_bad") for act in turn.acts)
    if not bring_up(scene, turn) and not turn.asks and not sorry and (len(scene.talk) >= 2 or not turn.text):
        _leave(scene, turn)


def _leave(scene: Scene, turn: Turn) -> None:
    """Takes leave, without an empty word before it."""
    if _EMPTY.issuperset(turn.acts):
        turn.clear()
    farewell(scene, turn)


def _just_invited(scene: Scene, turn: Turn) -> bool:
    """Whether an invitation stands that was neither taken nor declined: nobody leaves it so."""
    return (
        scene.last is not None and "invite" in scene.last.acts and "farewell" not in scene.last.acts and not turn.text
    )


def _enough(scene: Scene, turn: Turn) -> bool:
    """Whether the answer can stand by itself; a thin one seldom does."""
    if PLAIN in turn.acts:
        return True
    thin = bool(turn.acts) and _THIN.issuperset(turn.acts)
    if turn.asks and scene.roll("only ask") < (0.35 if thin else 0.7):
        return True
    return bool(turn.sources) and not thin and scene.roll("enough") < 0.5


def bring_up(scene: Scene, turn: Turn) -> bool:
    """Raises the best of what one remembers; questions about work where one hardly knows the other."""
    thread = Thread.of(scene)
    used = [act for line in scene.mine for act in line.acts] + turn.acts
    answered = bool(turn.text) and scene.last is not None and len(scene.talk) > 1
    for offer in offers(scene, thread, used):
        if offer.score < WORTH_SAYING:
            break
        if _said_in(offer.prop, turn):
            continue
        turn.bridge = thread.bridge(scene, offer.prop, offer.act, answered)
        if turn.put(offer.act, offer.prop, _partner(scene, offer)):
            return True
    turn.bridge = ""
    return _ask(scene, turn)


def _said_in(p: Prop, turn: Turn) -> bool:
    """Whether the line has it already, be it as a reason."""
    same = any(similar(p, told) >= SAYS_SAME for told in turn.told)
    return same or len(p.words & content(turn.text)) >= max(2, 0.7 * len(p.words))


def _partner(scene: Scene, offer: Offer) -> dict[str, str]:
    """Slots for telling of a talk with somebody else."""
    if offer.act != "talked_with":
        return {}
    toks = offer.prop.toks
    other = next(w for w in sorted(offer.prop.people) if w not in (scene.me, scene.you))
    about = scene.voice.clause(offer.prop, when=False, toks=toks[toks.index("about") :]) if "about" in toks else ""
    name = scene.voice.name(other)
    return {"them": name, "Them": name, "aboutc": f" {about}" if about else " "}


def _ask(scene: Scene, turn: Turn) -> bool:
    """With nothing of one's own to tell: ask the other, once in a talk, if possible about what one knows of them."""
    asked = any("?" in line.text for line in scene.mine) or turn.asks
    sorry = any(act.startswith("react_bad") for act in turn.acts)
    if asked or sorry or scene.relation.feel == "dislike":
        return False
    work = ask_about_work(scene)
    if work and scene.relation.kind == "stranger" and turn.put("ask_trade", None, work):
        return True
    known = known_of(scene)
    if known is not None and turn.put("ask_view" if known.kind == "opinion" else "ask_known", known):
        return True
    if len(scene.talk) > SMALL_TALK_LINES:
        return False
    return (bool(scene.doing) and scene.roll("ask") < 0.5 and turn.put("ask_doing")) or turn.put("ask_feel")
