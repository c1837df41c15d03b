"""What the words of an error say: what it means under whatever status, and which limit a request went beyond."""

from __future__ import annotations

import json
import re
from contextlib import suppress

REFUSED = frozenset({400, 413, 422, 501})
"""Statuses that refuse one request; another request may be accepted."""

LEAST_ROOM = 120
"""The fewest tokens that any answer is given."""

_CLEAR = frozenset({401, 402, 407, 408, 425, 429})
"""Statuses whose meaning no message changes, but that no money is left where too many requests are told."""

_NO_SUCH_MODEL = re.compile(
    r"model.*\b(?:not[ _]found|not exist|unknown(?! \w*(?:param|field|arg|key|prop|option)))"
    r"|\b(?:unknown|invalid|no such|unrecogni[sz]ed) (?:model|deployment)\b(?! (?:param|output|input|response|setting))"
    r"|model\W{0,3}(?:[\w./:@-]+\W{1,3})?(?:is|was|are|has been)? ?(?:currently )?"
    r"(?:not (?:loaded|available|installed|deployed|served|hosted|a valid)|decommissioned|retired|deprecated)"
    r"|model\W{1,3}[\w./:@-]+\W{1,3}is not supported|\bno models? (?:named|(?:is |are )?(?:currently )?loaded)"
    r"|(?:could not|cannot|can't|failed to) (?:find|load) (?:the )?model\b(?! vocab)|模型.{0,40}不存在",
    re.IGNORECASE,
)
_BAD_KEY = re.compile(
    r"api[ _-]?(?:secret )?key|unauthori[sz]ed|authenticat\w+ (?:fail|error)|invalid credentials|login fail"
    r"|(?:invalid|incorrect|expired|missing) (?:access|auth\w*|bearer) ?(?:token|header|$)",
    re.IGNORECASE,
)
_NO_MONEY = re.compile(
    r"insufficient[ _](?:\w+[ _])?(?:quota|balance|funds?|credits?)|arrear|余额不足|欠费"
    r"|balance (?:is )?(?:too low|not enough|insufficient|empty)|not enough (?:credits?|balance|money|funds)"
    r"|\b(?:out of|no|no more|more|any) credits?\b|payment (?:is )?required"
    r"|billing[ _](?:hard[ _]limit|not[ _]active|is not)|requires billing|billing to be enabled|spend(?:ing)? limit",
    re.IGNORECASE,
)
"""What is said under 400 and the like by endpoints where others answer 404, 401 or 402: no other request would succeed.
'The model `x` does not exist', 'model "x" is not loaded'; 'API key not valid'; 'balance is too low'."""
_UNFIT = re.compile(
    r"json_validate_failed|tool_use_failed|failed_generation|output_parse_failed"
    r"|(?:failed to|could not|did not|unable to) (?:generate|produce|output|return) (?:valid )?json(?!.?schema)"
    r"|(?:generated|(?<!structured )output|generation) (?:json )?(?:is|was|does|did) not (?:an? )?"
    r"(?:valid|match|conform|fit)",
    re.IGNORECASE,
)
"""What servers say that read an answer themselves and found that it does not fit."""

ABOUT_SCHEMAS = re.compile(
    r"response_?format|schema|grammar|output_format|structured output|guided|constrained (?:decod|generat|output)"
    r"|required for format|\$(?:defs|ref)\b|json[_ ](?:mode|object|output)|requested (?:parameters|features|options)",
    re.IGNORECASE,
)
_ABOUT_REQUEST = re.compile(
    r"context (?:size|length|window)|too (?:large|big)\b|jinja|not (?:supported|implemented)|unsupported|bad request"
    rf"|invalid (?:param|request)|{ABOUT_SCHEMAS.pattern}",
    re.IGNORECASE,
)
_ABOUT_TEXTS = re.compile(
    r"\b(?:one|1|single|multiple|many) \w*\s?(?:inputs?|texts?|strings?|items?|sentences?)\b|at a time"
    rf"|batch|\blist|array|base64|encoding|too (?:long|many)|embedding model|(?:support|do) \w*\s?embedding"
    rf"|{_ABOUT_REQUEST.pattern}",
    re.IGNORECASE,
)
"""Messages of servers that answer 500 where others answer 400: another sending would fail, too."""


NO_MEMORY = re.compile(
    r"out of memory|unable to allocate|(?:system|insufficient|not enough|more) memory", re.IGNORECASE
)
"""What a server says that has too little memory for a model or a request."""
FILTERED = re.compile(
    r"content[ _](?:management|filter|policy|exists)|was filtered|safety system|requires moderation"
    r"|(?:input|prompt|request|content|message)\b[^.]{0,30} (?:was|been|is) flagged|inappropriate content",
    re.IGNORECASE,
)
"""What a provider says of a prompt that its filter stopped."""

_BUSY = re.compile(r"rate.?limit|too many requests|try again (?:in|later)|quota", re.IGNORECASE)
PASSES = re.compile(
    rf"{_BUSY.pattern}|time?d?[ -]?out|overload|unavailable|busy|capacity|temporar|upstream|internal|unknown error",
    re.IGNORECASE,
)
"""What is said of something that may be over soon."""


def meaning(status: int, words: str, path: str) -> int:
    """Return the status that a message means where it comes under another."""
    if ABOUT_ANSWERS.search(words) and any(limit >= LEAST_ROOM for limit in limits_in(words)) and status == 402:
        return 400  # 'more credits, or fewer max_tokens': a shorter answer can be paid
    if status < 400 or status in _CLEAR:
        return 402 if status == 429 and _NO_MONEY.search(words) else status
    if _NO_MONEY.search(words):
        return 402
    if FILTERED.search(words):
        return 400
    if status >= 500 and NO_MEMORY.search(words):
        return status
    if status == 403 or status >= 500:
        if _BUSY.search(words):
            return max(status, 429)
        if status >= 500 and (_ABOUT_TEXTS if path.endswith("embeddings") else _ABOUT_REQUEST).search(words):
            status = 400
    if ABOUT_SCHEMAS.search(words) or _UNFIT.search(words):
        return 400
    if status in REFUSED or status == 500:
        if _BAD_KEY.search(words):
            return 401
        return 404 if _NO_SUCH_MODEL.search(words) else status
    return status


def unfit_answer(words: str, body: bytes) -> str | None:
    """Return the answer of a model that its server refused to pass on, empty if it is not told; None if it is none."""
    if not _UNFIT.search(words):
        return None
    with suppress(ValueError, RecursionError, AttributeError):
        told = json.loads(body)
        return str(told.get("error", told).get("failed_generation") or "")
    return ""


_TOO_LONG = re.compile(
    r"\b[ck]ontext\w*[ _](?:length|size|window|limit)|\b[ck]ontext\w*(?!\w|=)[^.]{0,60}\d{3}"
    r"|max_(?:seq|model)_len|\bn_ctx"
    r"|too many \w* ?tokens|number of tokens|tokens allowed|tokens? > ?\d|must have less than \d+ tokens"
    r"|(?:prompt|input)s? (?:token count|length)|max\w* (?:prompt|input|sequence|total) (?:length|size|tokens)"
    r"|(?:prompt|input|messages?)\b.{0,40}(?:\+|\bplus\b).{0,40}(?:token|max|\d{3})"
    r"|tokens\W{0,3}(?:\+|plus\b)"
    r"|(?:prompt|input)\b[^.]{0,60}tokens\b[^.]{0,40}(?:\bonly\b|at most|limit|max)"
    r"|(?:prompt|input|request|message|entity|payload)\b[^.]{0,20} too (?:long|large|big)"
    r"|reduce (?:the length|your (?:message|prompt|input))"
    r"|超长|过长|太长|長すぎ|上下文|コンテキスト|컨텍스트|контекст|слишком длин"
    r"|\b(?:zu lang|trop long|demasiado larg|troppo lung)",
    re.IGNORECASE,
)
"""What a server says of a prompt that is too long, alone or with the answer that was asked for."""

ABOUT_ANSWERS = re.compile(
    r"max_|max\w*[ _-]?(?:number of )?(?:(?:new|output|completion|response|generat\w*|answer)[ _-]?)?(?:tokens?|length)"
    r"|\bn(?:um)?_predict|(?:output|completion|response|answer)[ _](?:tokens?|length)",
    re.IGNORECASE,
)
"""What a server says of a limit of answers: 'max_tokens', 'maxOutputTokens', 'the maximum output tokens'."""
_BOUNDS_ANSWERS = re.compile(
    r"max\w*tokens\W{0,3}(?:must|should|can|may) be (?:at most|up to|\w+ than(?: or equal to)?)\W{0,2}\d", re.IGNORECASE
)
"""What bounds answers alone, whatever else is said: '`max_tokens` must be less than or equal to `1024`'."""
_ABOUT_PROMPTS = re.compile(r"prompt|input|message|context|max_(?:seq|model)_len|n_ctx", re.IGNORECASE)

_LEAST_OF_RANGE = re.compile(
    r"(?<=\[)\s*\d+\s*,\s*(?=\d)|(?<=\b(?:from|ween|ange) )\d[\d,]*\W*(?:inclusive\W*)?(?:to|and|-)\s*(?=\d)",
    re.IGNORECASE,
)
"""The lower end of a range, with what joins it to the upper: '[1, 2000]', 'between 1 and 2000', 'range 1 to 2000'."""
_NUMBER = re.compile(
    r"(?<![a-z0-9_.-])(?:(\d{3,7})|(\d{1,4}(?:\.\d+)?)k)(?=-?tokens?\b|[^a-z0-9_-]|-(?!\w)|$)", re.IGNORECASE
)
"""A number by itself: '4096', '8k', '512-token', and neither 'gpt-4096' nor 'v2.1024'."""
_CUES = re.compile(
    r"(?P<sent>max\w*?[ _]?(?:(?:new|output|completion)[ _]?)?tokens\W*(?:value )?(?:of )?\W*$"
    r"|request\w*|\bgot\b|given|received|\bsent\b|suppl\w+|provided|\byour?\b|\bha(?:s|ve|d)\b|contain\w*|\btotal\b"
    r"|\bby\b|exceeded|overflow\w*|too (?:long|large|many|big)|prompt\w*|inputs?|messages?|value of|\bplus\b|[=+]|- ?$)"
    r"|(?P<bound>(?:max(?:im\w*|_\w+|\b)|máxim\w*|limit\w*|most|höchst\w*|[ck]ontext\w*|window|n_ctx\w*|capacity|up to"
    r"|only|than|below|under|allow\w*|support\w*|accept\w*|range|between|(?:must|should|can|cannot|may) be|exceeds?\b"
    r"|[<>]=?|[≤≥]|最大|最多|上限|限制|最長|최대|максим\w*)"
    r"(?:[ _](?:number|of|the|for|model|total|allowed|prompt|input|sequence|message|context|token|length)s?\b)*)",
    re.IGNORECASE,
)
"""The words before a number that tell what it is; the last of them counts."""
_SENT_AFTER = re.compile(
    r"[ )`]{0,2}(?:tokens?[ )`]{0,2})?(?:[+>]|\bplus\b|(?:were |was )?(?:requested|given|sent|supplied|received)"
    r"|exceeds?\b|(?:is|are) (?:larger|greater|longer|more|over|too|above)"
    r"|(?:in|from|for) (?:the |your )?(?:messages?|prompt|input|completion|request))",
    re.IGNORECASE,
)
_BOUND_AFTER = re.compile(
    r" ?(?:tokens? )?(?:max\w*|context|limit|allowed|at most)|\W{0,2}(?:tokens? )?<", re.IGNORECASE
)
_IS_OUTSIDE = re.compile(r"(?:(?:less|lower|fewer|smaller) than|below|under|<) ?$", re.IGNORECASE)


def limits_in(said: str) -> list[int]:
    """Return the numbers that a message calls the most there may be, and none that it says was sent.

    'input length and `max_tokens` exceed context limit: 641 + 1568 > 1600' names 1600, 'lower than 700' 699.
    """
    said = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", _LEAST_OF_RANGE.sub("", said))
    limits, end = [], 0
    for found in _NUMBER.finditer(said):
        before, after, end = said[end : found.start()], said[found.end() :], found.end()
        cue = next((cue.lastgroup for cue in reversed(list(_CUES.finditer(before)))), None)
        if _BOUND_AFTER.match(after) or (cue == "bound" and not _SENT_AFTER.match(after)):
            number = int(found[1] or float(found[2]) * 1000)
            is_outside = _IS_OUTSIDE.search(before) or re.match(r"\W*exclusive", after, re.IGNORECASE)
            limits.append(number - bool(is_outside))
    return limits


def context_in(code: str, said: str) -> int | None:
    """Return the context that a refusal names, 0 if it is about the context and names none, and None otherwise."""
    is_of_answers = ABOUT_ANSWERS.search(said) and not _ABOUT_PROMPTS.search(f"{code} {said}")
    if is_of_answers or _BOUNDS_ANSWERS.search(said) or not _TOO_LONG.search(f"{code} {said}"):
        return None
    return next(iter(limits_in(said)), 0)
