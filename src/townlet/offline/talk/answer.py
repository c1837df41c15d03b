"""Answering what was just said. Each rule looks at the last line and adds a sentence if it is the one to answer it."""

from __future__ import annotations

from collections.abc import Callable

from townlet.offline.prop import Prop, content, similar
from townlet.offline.talk.events import going
from townlet.offline.talk.help import answer_need
from townlet.offline.talk.invitation import answer_invitation, event_of
from townlet.offline.talk.news import answer_news, news_in
from townlet.offline.talk.plainly import answer_plainly
from townlet.offline.talk.question import answer_question
from townlet.offline.talk.scene import SAME, Said, Scene
from townlet.offline.talk.trade import introduction
from townlet.offline.talk.turn import Turn

Rule = Callable[[Scene, Turn, Said], bool]


def _introduction(scene: Scene, turn: Turn, last: Said) -> bool:
    if "introduce" not in last.acts:
        return False
    if any("introduce" in line.acts for line in scene.mine):
        return False
    return turn.put("introduce_back", None, {"trade": introduction(scene)})


def _invited(scene: Scene, turn: Turn, last: Said) -> bool:
    event = event_of(scene, last)
    return "invite" in last.acts and event is not None and answer_invitation(scene, turn, last, event)


def _reminded(scene: Scene, turn: Turn, last: Said) -> bool:
    event = event_of(scene, last)
    if event is None or not {"remind", "ask_going"} & set(last.acts):
        return False
    if going(event, scene.me, scene.props, scene.talk):
        return turn.put("accept_again", event)
    if "ask_going" in last.acts:
        return answer_invitation(scene, turn, last, event)
    return turn.put("decline", event, {"why": "I can't promise", "Why": "I can't promise anything"})


def _source(scene: Scene, turn: Turn, last: Said) -> bool:
    if "ask_source" not in last.acts:
        return False
    told = next((q for q in reversed(scene.said) if q.subj != scene.you or q.sources), None)
    if told is None:
        return False
    known = next((q for q in scene.props if similar(told, q) >= SAME), told)
    teller = next((s for s in known.sources if s not in (scene.you, "somebody")), "")
    if not teller:
        return turn.put("answer_src_own", known)
    name = scene.voice.name(teller)
    return turn.put("answer_src", known, {"src": name, "Src": name})


def _when(scene: Scene, turn: Turn, last: Said) -> bool:
    event = event_of(scene, last)
    return "ask_when" in last.acts and event is not None and event.when.known() and turn.put("answer_when", event)


_THANKS = {
    "accept": "pleased",
    "accept_again": "pleased",
    "decline": "pity",
    "help_yes": "grateful",
    "help_look": "grateful",
    "answer_have": "grateful",
    "help_know": "grateful_tip",
}


def _agreed(scene: Scene, turn: Turn, last: Said) -> bool:
    if "ask_bring" in last.acts or "hall I bring?" in last.text:
        return turn.put("answer_bring", event_of(scene, last)) or turn.put("answer_bring")
    for cue, act in _THANKS.items():
        if cue == "help_know" and cue in last.acts:
            known = next((p for p in last.props if p.person and p.subj not in (scene.me, scene.you)), None)
            return known is not None and turn.put(act, known)
        if cue in last.acts and scene.mine:
            thanked = turn.put(act, _asked(scene, cue)) or turn.put(act)
            return ("ask_help" in last.acts and answer_need(scene, turn, last)) or thanked
    return False


def _asked(scene: Scene, cue: str) -> Prop | None:
    """What I had asked the other to come to or to help with."""
    own = [p for line in reversed(scene.mine) for p in line.props]
    found = next(
        (
            p
            for p in own
            if (p.event if cue in ("accept", "accept_again", "decline") else p.kind in ("need", "plan", "agenda"))
        ),
        None,
    )
    shown = next((q for q in scene.props if found and similar(found, q) >= SAME and q.subj == scene.me), None)
    return shown or found


def _kindness(scene: Scene, turn: Turn, last: Said) -> bool:
    if "compliment" in last.acts:
        return turn.put("thanks")
    return "offer" in last.acts and turn.put("offer_accept", _asked(scene, "offer"))


def _confronted(scene: Scene, turn: Turn, last: Said) -> bool:
    if "confront" not in last.acts or not any(p.subj == scene.me for p in last.props):
        return False
    words = content(last.text)
    own = [
        p for p in scene.props if p.subj == scene.me and not p.sources and not p.secret and len(p.words & words) >= 2
    ]
    if own:
        return turn.put("react_mine", max(own, key=lambda p: len(p.words & words)))
    teller = next((s for p in last.props for s in p.sources), "")
    name = scene.voice.name(teller) if teller not in ("", "somebody") else "anyone"
    return turn.put("deny", None, {"src": name})


def _denied(scene: Scene, turn: Turn, last: Said) -> bool:
    return "deny" in last.acts and turn.put("back_down")


def _consoled(scene: Scene, turn: Turn, last: Said) -> bool:
    return "react_bad_you" in last.acts and bool(scene.mine) and turn.put("consoled")


_TELLING = frozenset(
    ["gossip", "gossip_anon", "know_news", "kin_news", "warn", "thought", "tell", "tell_done", "opinion"]
)
"""Acts whose closing question wants a word on the news."""


def _question(scene: Scene, turn: Turn, last: Said) -> bool:
    rhetorical = news_in(scene, last) is not None and bool(_TELLING & set(last.acts))
    return "question" in last.acts and not rhetorical and answer_question(scene, turn, last)


RULES: tuple[Rule, ...] = (
    _introduction, _invited, _reminded, _source, _when, _agreed, _kindness, answer_need, _confronted, _denied,
    answer_plainly, _question, answer_news, _consoled,
)  # fmt: skip


def answer(scene: Scene, turn: Turn, last: Said) -> bool:
    """Adds the answer to the last line; says whether there was one to give."""
    if "greet" in last.acts and len(scene.talk) == 1:
        turn.put("greet")
    return any(rule(scene, turn, last) for rule in RULES)
