"""Hearing news: known already, doubted, good or bad, or simply taken in."""

from __future__ import annotations

import re

from townlet.offline.prop import Prop, Ref, similar
from townlet.offline.talk.rules import lately_said
from townlet.offline.talk.scene import CHORE, SAME, Said, Scene
from townlet.offline.talk.tact import sayable
from townlet.offline.talk.thread import LOOSE
from townlet.offline.talk.turn import Turn

_KINDS = ("event", "plan", "agenda", "fact", "done", "need", "wish", "thought", "opinion", "state", "doing", "promise")
_AGAINST = re.compile(r"\b(dislike|hate|distrust|cannot stand|quarrel)")
_FOR = re.compile(r"friend|\blikes?\b|fond|married|admire")
_FOLLOW = {
    "need": "follow_need", "plan": "follow_plan", "agenda": "follow_plan", "wish": "follow_wish",
    "doing": "follow_doing", "done": "follow_done", "opinion": "follow_opinion", "thought": "follow_opinion",
}  # fmt: skip
_OWN_DOING = ("plan", "agenda", "wish", "doing")
_TROUBLE = re.compile(r"\b(worr|afraid|fear|misses|lonely|sad|lost)")
_TASTE = re.compile(r"\b(?:enjoy|love|like|dislike|hate|prefer)s?\b")
_RESCUE = re.compile(r"\bfound .* (and|,) ")


def news_in(scene: Scene, last: Said) -> Prop | None:
    """What a line tells that is news, the weightiest first."""
    found = [p for p in last.props if p.kind in _KINDS]
    return max(found, key=lambda p: abs(p.valence), default=None)


def answer_news(scene: Scene, turn: Turn, last: Said) -> bool:
    news = news_in(scene, last)
    if news is None:
        return False
    return _of_me(scene, turn, news) or _known(scene, turn, news) or _judged(scene, turn, news)


def _of_me(scene: Scene, turn: Turn, news: Prop) -> bool:
    if news.subj != scene.me:
        return False
    own = next((q for q in scene.props if similar(q, news) >= SAME and q.subj == scene.me and not q.secret), None)
    if own is not None:
        return turn.put("react_mine", own)
    return False


def _known(scene: Scene, turn: Turn, news: Prop) -> bool:
    """Another has told it before, or one knows it oneself."""
    you = scene.you
    known = next(
        (q for q in scene.props if similar(q, news) >= SAME and you not in q.sources and q.told != you and q.sources),
        None,
    )
    teller = next((s for s in known.sources if s not in ("somebody", scene.me)), "") if known else ""
    if known is None or not teller:
        return False
    name = scene.voice.name(teller)
    if news.subj == you:
        return news.valence < 0 and turn.put("react_heard_you", known, {"src": name, "Src": name})
    same = teller in news.sources
    return turn.put("react_known_same" if same else "react_known", known, {"src": name, "Src": name})


def _judged(scene: Scene, turn: Turn, news: Prop) -> bool:
    if (foe := _against(scene, news)) is not None:
        return _take_side(scene, turn, foe)
    if news.sources and _distrusted(scene, news.sources[0]):
        name = scene.voice.name(news.sources[0])
        return turn.put("doubt", news, {"src": name, "Src": name})
    if news.subj == scene.you and news.kind == "done" and _RESCUE.search(news.text):
        return turn.put("well_done", news)
    if _wished_together(scene, news):
        return turn.put("share_wish", news)
    if _relate(scene, turn, news):
        return True
    return turn.put(_feeling(scene, news), news) or turn.put("react_flat", news)


def _wished_together(scene: Scene, news: Prop) -> bool:
    return news.kind == "wish" and news.subj == scene.you and scene.me in news.people and scene.relation.close


def _relate(scene: Scene, turn: Turn, news: Prop) -> bool:
    """Sets something of one's own beside it: what touches it, or against a view a view."""
    view = _is_view(news)
    touching = _touching(scene, news)
    if touching is not None and news.valence < 0 and not view and touching.kind not in ("opinion", "need", "wish"):
        return False
    if touching is not None and scene.roll("relate") < (0.85 if view else 0.6) and turn.put("relate", touching):
        return True
    own = _own_view(scene, news) if view else None
    act = "relate_taste" if _is_taste(news) else "relate_other"
    return own is not None and scene.roll("relate") < 0.75 and turn.put(act, own)


def _touching(scene: Scene, news: Prop) -> Prop | None:
    """Something of one's own on the same matter or person, not yet told here."""
    names = {part.lower() for who in (scene.me, scene.you) for part in who.split()}
    matter, others = news.words - LOOSE - names, news.people - {scene.me, scene.you}
    found = [
        p
        for p in scene.props
        if p.subj == scene.me
        and p.kind in ("opinion", "wish", "fact", "done", "need", "doing", "thought")
        and scene.you not in p.people
        and not (p.sources or p.told or p.event or scene.shared(p) or scene.worn(p))
        and (p.words & matter or p.people & others)
        and similar(p, news) < SAME
        and not CHORE.search(p.text.lower())
        and sayable(scene, p)
    ]
    return max(found, key=lambda p: (len(p.words & matter), scene.roll_of(p.text)), default=None)


def _is_view(news: Prop) -> bool:
    return news.kind in ("opinion", "thought") and not _TROUBLE.search(news.text.lower())


def _is_taste(view: Prop) -> bool:
    """Whether it is what somebody likes, about which nobody can be right."""
    return view.kind == "opinion" and bool(_TASTE.search(view.text))


def _own_view(scene: Scene, news: Prop) -> Prop | None:
    """A view of one's own to set beside another's, not yet voiced here."""
    fits = [
        p
        for p in scene.props
        if p.subj == scene.me
        and p.kind == "opinion"
        and scene.you not in p.people
        and not (p.sources or p.told or scene.shared(p) or scene.worn(p))
        and sayable(scene, p)
        and not (p.kind == "opinion" and _AGAINST.search(p.text.lower()) and not scene.relation.close)
    ]
    return max(fits, key=lambda p: (-lately_said(scene, p), scene.roll_of(p.text)), default=None)


def _feeling(scene: Scene, news: Prop) -> str:
    if _is_taste(news) and news.subj == scene.you:
        return "follow_taste"
    if _is_view(news):
        return "follow_opinion" if news.subj == scene.you or news.kind == "thought" else "react_flat"
    if news.subj == scene.you and news.kind in _OWN_DOING and not _TROUBLE.search(news.text.lower()):
        return _FOLLOW[news.kind] if scene.roll("follow") < 0.45 else "react_flat"
    if news.kind == "done" and news.subj == scene.you and news.valence >= 0:
        return "follow_done"
    if news.valence > 0:
        return "react_good"
    if news.valence < 0:
        if news.subj == scene.you:
            return "react_bad_you"
        return "react_bad_them" if news.person and scene.roll("them") < 0.6 else "react_bad"
    return _FOLLOW.get(news.kind, "react_flat") if news.subj == scene.you else "react_flat"


def _against(scene: Scene, news: Prop) -> str | None:
    """Whom the teller speaks against, if anyone."""
    if news.kind != "opinion" or news.subj != scene.you or not _AGAINST.search(news.text.lower()):
        return None
    return next((t.who for t in news.toks if isinstance(t, Ref) and t.who != scene.you), None)


def _take_side(scene: Scene, turn: Turn, foe: str) -> bool:
    if foe == scene.me:
        return turn.put("hurt")
    mine = next(
        (p for p in scene.props if p.subj == scene.me and foe in p.people and _FOR.search(p.text.lower())), None
    )
    return turn.put("defend" if mine else "side", None, {"subj": scene.voice.name(foe)})


def _distrusted(scene: Scene, teller: str) -> bool:
    return any(p.subj == scene.me and teller in p.people and _AGAINST.search(p.text.lower()) for p in scene.props)
