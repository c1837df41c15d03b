"""Up to five insights, each resting on statements that were shown (Park et al. 2023, section 4.2)."""

from __future__ import annotations

import re
from dataclasses import replace

from townlet.cognition.wording import THOUGHT_LEAD
from townlet.offline.fields import Fields, text
from townlet.offline.importance import rate
from townlet.offline.prop import content
from townlet.offline.reflect import bonds, dealings, deeper, habits, news, oneself, people
from townlet.offline.reflect.evidence import Detector, Evidence, Finding
from townlet.offline.say import roll

MOST = 5
_DETECTORS = (
    *deeper.DETECTORS,
    *news.DETECTORS,
    *people.DETECTORS,
    *dealings.DETECTORS,
    *bonds.DETECTORS,
    *habits.DETECTORS,
    *oneself.DETECTORS,
)
_SAME_START = 3


def insights(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `insights`: clauses that can follow 'I have come to think that', and the numbers that carry them."""
    evidence = Evidence(fields, seed)
    question = text(fields, "question")
    found = [replace(one, kind=of(detector)) for detector in _DETECTORS for one in detector(evidence)]
    found = [one for one in found if len(one.text) <= 300]
    ranked = sorted(found, key=lambda one: -_score(one, question, evidence))
    aside = 0
    kept: list[Finding] = []
    for one in ranked:
        beside = not _near(one, question, evidence)
        if one.kind in [other.kind for other in kept] or (beside and aside >= (1 if len(kept) > aside else 2)):
            continue
        if not _known(one, evidence) and not any(_alike(one, other) for other in kept):
            kept.append(one)
            aside += beside
        if len(kept) == MOST:
            break
    return {"insights": [_told(one, fields) for one in kept]}


def _told(one: Finding, fields: Fields) -> dict[str, object]:
    """A finding as it is answered, with its importance where that is asked."""
    clause = as_clause(one.text)
    rated = {"importance": rate(THOUGHT_LEAD + clause, text(fields, "name"))}
    return {"text": clause, "because": list(one.because), **(rated if text(fields, "scale") else {})}


def of(detector: Detector) -> str:
    """The kind of thing that a detector finds; all that tells what one is at counts as one."""
    return "pursuit" if detector in (habits.habits, habits.purpose) else getattr(detector, "__name__", "")


def _near(one: Finding, question: str, evidence: Evidence) -> int:
    """How many words of matter an insight shares with the question; about oneself, if that is asked."""
    name = content(evidence.me)
    shared = len((content(one.text) - name) & (content(question) - name))
    of_oneself = re.search(r"have in common|matters most|spend the days|give the day|want", question) and re.match(
        r"I\b|I'|my\b|so much|two days|one day|whatever", one.text
    )
    return shared + bool(of_oneself)


def _score(one: Finding, question: str, evidence: Evidence) -> float:
    """Weight, nearness to the question, and a little chance so that people, and their days, differ."""
    near = _near(one, question, evidence)
    named = any(who in one.text and who in question for who in evidence.others)
    luck = roll(evidence.seed, evidence.me, one.text)
    mood = roll(evidence.seed, evidence.me, one.kind, question, evidence.now.date())
    return one.weight + 0.9 * min(near, 2) + 1.2 * named + 0.6 * luck + 0.8 * mood


def _known(one: Finding, evidence: Evidence) -> bool:
    """Whether a thought shown already says it."""
    words = content(one.text)
    thoughts = (content(n.body) for n in evidence.notes if n.sort == "thought")
    return any(len(words & old) >= 0.75 * max(1, min(len(words), len(old))) and words and old for old in thoughts)


def _alike(one: Finding, other: Finding) -> bool:
    """Whether two findings say nearly the same, or begin alike upon the same statements."""
    a, b = content(one.text), content(other.text)
    same = len(a & b) >= 0.7 * max(1, min(len(a), len(b)))
    begins = one.text.split()[:_SAME_START] == other.text.split()[:_SAME_START]
    return one.text == other.text or (same and bool(a)) or (begins and bool(set(one.because) & set(other.because)))


_OPENERS = re.compile(
    r"(?:The|A|An|It|If|So|Until|Above|More|Sooner|Two|There|Without|Whoever|One|People|Everyone|Word|Hardly|Whatever|Something|Nothing|"
    r"Things|Step|Every|With|What|My|"
    r"Few|Half|[A-Z][a-z]+ing)\b"
)


def as_clause(sentence: str) -> str:
    """The sentence as it stands after 'that': small first letter, unless it is a name's or 'I'."""
    return sentence[0].lower() + sentence[1:] if _OPENERS.match(sentence) else sentence
