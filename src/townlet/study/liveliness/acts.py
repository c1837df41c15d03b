"""What a spoken line does: rules on its words and on the line before, so that any model's lines can be judged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, get_args

from townlet.study.record import Line
from townlet.study.words import sentences

Act = Literal[
    "invitation", "refusal", "acceptance", "reminder", "request", "offer", "introduction", "news", "sympathy",
    "praise", "thanks", "question", "plan", "opinion", "report", "agreement", "remark", "greeting", "farewell",
]  # fmt: skip
"""From the most telling to the least: a line counts as the first of these that any of its sentences is."""

ACTS: tuple[Act, ...] = get_args(Act)

_ASKS: frozenset[Act] = frozenset(("invitation", "request", "offer", "question", "reminder"))
_CALLS_FOR_CONSENT: frozenset[Act] = frozenset(("invitation", "request", "offer", "reminder"))

_HELP = r"(?:help|lend|show|teach|bring|give|spare|fetch|tell me how|look after|carry|fix|mend|read|watch|sing|play)"

_FAREWELL = re.compile(
    r"\b(?:good-?bye|bye|farewell|so long|take care|keep well|good night|see you (?:later|soon|around|then|tomorrow"
    r"|tonight|at home|in|on|at|there)|see you[.,!]|see you$|see you,? \w+[.!]|until (?:next time|then|later)|catch you later|ciao"
    r"|talk (?:to you )?(?:soon|later)|have a (?:good|great|nice|lovely|wonderful|pleasant)|mind yourself"
    r"|mind how you go|look after yourself|be (?:good|well|off with you)|off you go|don't be a stranger|come by (?:again|any)"
    r"|drop in when|don't (?:wait up|forget to eat|work too hard)|safe home|i(?:'d| had| should| must| have to| need to"
    r"|'ve got to| ought to)(?: really)?(?: better| best)? (?:be off|be going|go|get going|get on|get back|head|run|dash)"
    r"|i'll (?:let you (?:go|get)|leave you to)|must dash|got to run|i'm off)\b"
    r"|^(?:later|cheers),? \w+[.!]",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^(?:oh,? |ah,? |well,? |why,? )?(?:good (?:morning|afternoon|evening|day)|morning|afternoon|evening|hello|hi"
    r"|hey|hiya|howdy|greetings|welcome|there you are|you're here|oh good|if it isn't|there's my"
    r"|(?:so |how )?(?:good|nice|lovely|great) to see you)\b",
    re.IGNORECASE,
)
_INTRODUCTION = re.compile(
    r"\b(?:my name is|my name's|we haven't met|don't think we(?:'ve| have) met|have we met|should have met"
    r"|(?:nice|good|pleased|glad|delighted) to meet you|what do they call you|and you are\?|put a name to)",
    re.IGNORECASE,
)
_INVITATION = re.compile(
    r"\b(?:(?:will|would|can|could|won't) you (?:please )?(?:like to |care to |want to |be able to )?(?:come|join|attend"
    r"|be there|make it)(?!\s+(?:to mind|true))|do come|please come|come (?:along|with me|and join|to (?:my|the|our))\b"
    r"|join (?:me|us)|you(?:'re| are) (?:all |very |most |always )?(?:invited|welcome to (?:come|join)|very welcome)"
    r"|(?:love|like|want) (?:for )?(?:you|to have you|to see you) (?:to (?:come|join|be)|there|at)|count you in"
    r"|invit(?:e|ing) you|hope (?:that )?you(?:'ll| can| will| could)? (?:come|make it|join|be there)"
    r"|why don't (?:you (?:come|join)|we (?:go|meet|have))|you should come|fancy (?:coming|joining)|say you'll come"
    r"|(?:care|want|like) to (?:come|join|go with)|save the date|shall we (?:go|meet|have|take))\b",
    re.IGNORECASE,
)
_REMINDER = re.compile(
    r"\b(?:don't forget (?:about |that |the |to come|to bring|my |our )|just a reminder|to remind you|still (?:on for|coming)"
    r"|counting on you|not forgotten|remember,? (?:the|that|to|it's|my|our) )",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"\b(?:i(?:'m| am) afraid (?:not|i can)|i (?:can't|cannot|couldn't|won't)(?! wait| tell you| say| help but| believe| stop"
    r"| thank)|(?:have|got|i'll) to (?:decline|say no|pass|refuse|miss)|must (?:decline|say no|refuse)|not this time"
    r"|won't be able|i'd (?:love|like|have liked) to(?: come| help)?,? but|i'd rather not|no,? (?:thank you|thanks|sorry|i)"
    r"|sorry,? (?:but )?(?:i|no)|count me out|i'm busy|i've (?:already )?promised|i promised \w+ to|i have other plans"
    r"|some other time|another time|i'll give it a miss|don't think i can)",
    re.IGNORECASE,
)
_ACCEPTANCE = re.compile(
    r"\b(?:i'll (?:be there|come|help|do (?:it|that|what)|see what i can|join|bring|try|think about it|look|lend|take)|count me in"
    r"|i(?:'d| would) (?:love|like|be (?:happy|glad|delighted|honou?red))(?: to)?|i wouldn't miss|gladly|happily"
    r"|(?:happy|glad|delighted) to|of course|with pleasure|certainly|absolutely|sounds (?:good|great|lovely|like)"
    r"|leave it to me|i can help|it's a (?:deal|date)|you can count on|i(?:'m| am) in\b|wouldn't miss|yes,? please|consider it done"
    r"|since it's you|i accept)|^(?:yes|sure|all right|okay|ok|why not|fine|done|deal)\b",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"\b(?:thank(?:s| you)|grateful|i appreciate|bless you|(?:that's|that is|how|most|so|very) (?:very |so )?kind"
    r"|(?:that's|that is) good of you|good of you|much obliged|in your debt|you're a lifesaver|won't forget it|load off my mind"
    r"|weight off)\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    rf"\b(?:(?:could|can|would|will|might) you (?:please |possibly |maybe )?{_HELP}|wouldn't (?:you )?lend|you wouldn't"
    r"|help me|lend (?:me )?a hand|favou?r to ask|ask (?:you )?a favou?r|do you know (?:of )?any|know of any"
    r"|i(?:'m| am) looking for|i(?:'m| am) (?:also )?in need of|i need (?:some|a|an|two|three|your|help|people|the|true|more|shop|young|old|guests|to borrow)"
    r"|please (?:help|tell|bring|give)|could i (?:borrow|ask|have)|may i (?:borrow|ask|have))",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"\b(?:(?:shall|can|may|could) i (?:help|lend|bring|get|give|fetch|show|dig|do|carry|offer|take)|let me (?:help|know if|lend"
    r"|get|show|bring|take|carry)|i (?:can|could) (?:help|lend|bring|show|give|teach|spare|offer)|would you like (?:me|some|a|one)"
    r"|do you (?:need|want) (?:help|a hand|some|me)|want (?:a hand|help|some help)|(?:you can|you may|you could) (?:have|borrow|use)"
    r"|if you (?:ever )?need (?:a|any|some|help|me)|say the word|i(?:'d| would) be (?:happy|glad) to help)",
    re.IGNORECASE,
)
_NEWS = re.compile(
    r"\b(?:told (?:me|us|her|him|them)|(?:i )?heard (?:that|from|about|of|you|the|there|it)|i hear\b|according to|rumou?r"
    r"|word is|they say|(?:people|everyone|everybody) (?:say|says|is saying|are saying|is talking)|have you heard"
    r"|had you heard|did you (?:know|hear|see\?)|guess what|(?:has )?any(?:one|body) told you|big news|good news|i have it from"
    r"|it seems that|[A-Z]\w+ says|[A-Z]\w+ mentioned|apparently|breaking news|here's my news|is going to run)",
)
_SYMPATHY = re.compile(
    r"\b(?:sorry to hear|i(?:'m| am) so sorry|(?:that's|that is|what|oh, that's) a (?:pity|shame)|oh no|oh dear|poor (?:you|thing|man|woman)"
    r"|(?:must|that sounds) (?:be )?(?:hard|difficult|tough|awful)|(?:that's|how) (?:sad|hard|terrible|awful|dreadful|rotten)"
    r"|my condolences|how are you bearing|i do hope it|hope (?:things|it) (?:get|gets|turn|turns|comes?)|don't worry|chin up"
    r"|i feel for you|don't like the sound of)",
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"\b(?:congratulations|well done|good for you|proud of you|bravo|three cheers|splendid|marvellous|"
    r"(?:that's|that is|that sounds|how|what) (?:a )?(?:wonderful|great|good news|lovely|fantastic|amazing|exciting|fine|brilliant|splendid)"
    r"|i(?:'m| am) (?:so )?(?:glad|happy|pleased) (?:for|to hear)|gift for|i envy you|i admire|poorer without you|cheered me up|made my day"
    r"|like watching you|this town needs)",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"\b(?:i(?:'m| am) (?:going to|planning|about to|hoping to|giving|holding|throwing|hosting|organi[sz]ing|putting on|running for)"
    r"|we(?:'re| are) (?:going to|planning|having|holding)|i(?:'ll| will)\b|we(?:'ll| will)\b|i (?:plan|intend|mean|want|hope|aim) to"
    r"|my plan|i promised|i(?:'m| am) off to)",
    re.IGNORECASE,
)
_OPINION = re.compile(
    r"\b(?:i (?:really |do |quite |still |always |often )?(?:think|believe|feel|find|love|like|enjoy|hate|dislike|prefer|worry|trust"
    r"|doubt|suppose|reckon|care|miss|wish|admire|fear|suspect)|in my (?:opinion|view)|if you ask me|to my mind|seems to me"
    r"|i(?:'m| am) (?:sure|certain|convinced|afraid|proud|worried|fond|tired|looking forward))",
    re.IGNORECASE,
)
_AGREEMENT = re.compile(
    r"^(?:yes|yeah|no|nope|indeed|exactly|quite|true|i see|really|well,? well|right|i agree|you're right|fair enough|you don't say"
    r"|you never|oh|ah|hm+|aha|so i hear|i know|not at all|by all means|i couldn't say|i honestly don't know|understood|noted|got it"
    r"|very well|fine|alright|all right|okay|sure|of course|same here|me too|that i can't tell you|funny you should)\b",
    re.IGNORECASE,
)
_REPORT = re.compile(r"\b(?:i|i'm|i've|i'd|we|we're|we've|my|our|mine)\b", re.IGNORECASE)
_RULES: tuple[tuple[Act, re.Pattern[str]], ...] = (
    ("invitation", _INVITATION),
    ("reminder", _REMINDER),
    ("request", _REQUEST),
    ("offer", _OFFER),
    ("thanks", _THANKS),
    ("sympathy", _SYMPATHY),
    ("praise", _PRAISE),
)
_STATEMENTS: tuple[tuple[Act, re.Pattern[str]], ...] = (
    ("news", _NEWS),
    ("plan", _PLAN),
    ("opinion", _OPINION),
    ("agreement", _AGREEMENT),
    ("report", _REPORT),
)
_GREETING_LINES = 2
"""Greetings are looked for in so many lines of each talk: later 'good morning' is a farewell or a remark."""


def acts_of(line: Line, before: Sequence[Act]) -> tuple[Act, ...]:
    """What each sentence of a line does, without repeats; `before` is what the line it answers did."""
    found: dict[Act, None] = {}
    for sentence in sentences(line.text):
        found[_act(sentence, line, before)] = None
    return tuple(found) or ("remark",)


def primary(acts: Sequence[Act]) -> Act:
    """The most telling of a line's acts."""
    return min(acts, key=ACTS.index)


def _act(sentence: str, line: Line, before: Sequence[Act]) -> Act:
    if line.number < _GREETING_LINES and (_GREETING.search(sentence) or _only_calls(sentence, line.to)):
        return "greeting"
    if _INTRODUCTION.search(sentence) or _names_oneself(sentence, line.speaker):
        return "introduction"
    if _CALLS_FOR_CONSENT & frozenset(before):
        if _REFUSAL.search(sentence):
            return "refusal"
        if _ACCEPTANCE.search(sentence):
            return "acceptance"
    if _FAREWELL.search(sentence):
        return "farewell"
    for act, pattern in _RULES:
        if pattern.search(sentence):
            return act
    if sentence.endswith("?"):
        return "question"
    return next((act for act, pattern in _STATEMENTS if pattern.search(sentence)), "remark")


def _only_calls(sentence: str, other: str) -> bool:
    """Whether a sentence is the other's name and nothing else that counts."""
    words = re.findall(r"[^\W\d_]+", sentence.lower())
    names = other.lower().split()
    return bool(words) and words[0] in names and len(words) <= len(names)


def _names_oneself(sentence: str, speaker: str) -> bool:
    first = re.escape(speaker.split()[0])
    return bool(re.search(rf"\b(?:I'm|I am|This is|Call me) {first}\b", sentence))
