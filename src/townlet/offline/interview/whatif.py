"""Questions about what one would do, choose or give."""

from __future__ import annotations

import re
from collections import Counter

from townlet.offline.english import sentence
from townlet.offline.interview.recall import Recall
from townlet.offline.states import classify

_HAPPENING = re.compile(r"\b(?:your|the|my|a) ([\w' ]+?) (?:is|are|has|was) ((?:\w+ ?){1,4})[.!,]", re.I)
_WOULD = re.compile(
    r"\b(?:what would you (?:do|say)|would you do|how would you react|what do you do (?:if|when)|imagine|suppose"
    r"|what if)\b",
    re.I,
)
_COMPANY = re.compile(
    r"\b(?:spend (?:time|an? \w+|the \w+) with|who would you|whom would you|favou?rite person|closest|"
    r"best friend|company of|get to know better)\b",
    re.I,
)
_CROWD = re.compile(
    r"\b(?:see|meet|notice|saw)\b.*\b(?:friend|someone|somebody|neighbou?r|[A-Z]\w+)\b.*\b(?:street|"
    r"walking|crying|cafe|bathroom|occupied|cook|need|sad)",
    re.I,
)


def answer(recall: Recall) -> str:
    """The answer to a question about a case; '' if it is none."""
    question = recall.question
    if _COMPANY.search(question):
        return company(recall)
    if _WOULD.search(question) or re.search(r"!\s*what\b", question, re.I):
        return would(recall)
    return ""


def would(recall: Recall) -> str:
    """What one would do about something that has happened."""
    question = re.sub(
        r"(?i)^(?:imagine|suppose|what if|what would you do if|what do you do (?:if|when))(?: that)? ",
        "",
        recall.question.strip(),
    )
    low = question.lower()
    if re.search(r"bathroom|toilet", low) and re.search(r"occupied|busy|taken|someone|somebody", low):
        return "I'd wait outside until it's free. There's no hurry."
    if re.search(r"\b(?:fired|lost your job|closed down)", low):
        return "I'd be shaken, and then I'd ask everybody I know what there is to do."
    if found := _HAPPENING.search(question.replace("?", ".") + "."):
        sight = classify(f"the {found[1]} is {found[2].strip()}")
        if sight.of.do:
            do = re.sub(
                rf"\b(put out|turn off) the {re.escape(found[1])}\b",
                lambda m: " it ".join(m[1].split(" ")),
                sight.fill(min(sight.of.do, key=len)),
            )
            do = do.replace(f"the {found[1]}", "it", 1)
            return sentence(
                recall.pick(
                    "would",
                    f"I'd {do} at once",
                    f"I'd drop everything and {do}",
                    f"first I'd {do}, and then ask how it came about",
                )
            )
    if re.search(r"\bfire\b|burning", low):
        return "I'd get everybody out first, and then see to the fire."
    if re.search(r"\b(?:cry|sad|upset|hurt|lost|need)", low):
        return "I'd stop and ask whether there's anything I can do."
    if re.search(r"\b(?:win|lottery|million|rich)\b", low):
        return "I'd sit down for a while. And then I'd most likely go on as before, with better shoes."
    if _CROWD.search(question) or re.search(r"\b(?:meet|see|walk)", low):
        return recall.pick("meet", "I'd say hello and ask how they are.", "I'd stop for a word, I expect.")
    return recall.pick(
        "what", "I'd have to be there to know. I'd keep calm, I hope.", "Hard to say. I'd ask somebody I trust first."
    )


def companions(recall: Recall) -> list[str]:
    """Whom one thinks of, warmly or often, the most first."""
    count: Counter[str] = Counter()
    for note in recall.notes:
        for who in sorted(recall.reader.people - {recall.me}):
            if " " in who and who in note.text:
                warm = re.search(
                    r"\b(?:friend|love|like|fond|admire|thank|enjoy|trust|rely|good to|matters)", note.text
                )
                cold = re.search(r"\b(?:dislik|hate|distrust|cannot stand)", note.text)
                count[who] += -4 if cold else 3 if warm else 1
    return [who for who, n in sorted(count.items(), key=lambda item: (-item[1], item[0])) if n > 0]


def company(recall: Recall) -> str:
    """Whom one would spend time with, and why."""
    people = companions(recall)
    if not people:
        return "I'd have to meet somebody first. I've kept to myself lately."
    who = people[0]
    props = [p for n, p in recall.props if who in p.people or n.who == who]
    props.sort(key=lambda p: (p.kind not in ("thought", "opinion", "relation"), p.kind == "doing", -p.idx))
    why = recall.told(props, 1)
    why = recall.thought([who]) or why
    return f"{recall.pick('who', f'{who}, I think.', f'It would be {who}.', f'I would choose {who}.')} {why}".strip()
