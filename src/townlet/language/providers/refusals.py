"""What a server's words say of the limits that a request went beyond: a model's context, and its longest answer."""

from __future__ import annotations

import re

_TOO_LONG = re.compile(
    r"\b[ck]ontext\w*[ _](?:length|size|window|limit)|\b[ck]ontext\w*(?!\w|=)[^.]{0,60}\d{3}"
    r"|max_(?:seq|model)_len|\bn_ctx"
    r"|too many \w* ?tokens|number of tokens|tokens allowed|tokens? > ?\d|must have less than \d+ tokens"
    r"|(?:prompt|input)s? (?:token count|length)|max\w* (?:prompt|input|sequence|total) (?:length|size|tokens)"
    r"|(?:prompt|input|messages?)\b.{0,40}(?:\+|\bplus\b)|tokens\W{0,3}(?:\+|plus\b)"
    r"|(?:prompt|input)\b[^.]{0,60}tokens\b[^.]{0,40}(?:\bonly\b|at most|limit|max)"
    r"|(?:prompt|input|request|message|entity|payload)\b[^.]{0,20} too (?:long|large)"
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
    if is_of_answers or not _TOO_LONG.search(f"{code} {said}"):
        return None
    return next(iter(limits_in(said)), 0)
