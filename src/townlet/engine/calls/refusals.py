"""Refusals in a model's own words, in place of an answer and within one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from townlet.language.answer_reader import SPOKEN, UNLIKE_JSON, ReadAnswer

_CLAUSE = r"[^.!?{}\n]{0,150}?"
_LEADS = (
    r"(?:(?:oh|no|well|hmm|hello|hi|unfortunately|regrettably|honestly|respectfully)[,.!]? ){0,3}"
    r"(?:(?:thank|thanks|while|although|though"
    rf"|i(?: \w+)? (?:understand|appreciate|see|know|recogni[sz]e|hear|want|would love|wish))\b{_CLAUSE}[,;:.!]? ?"
    r"(?:\b(?:but|so|however|yet|and|that)\b,? ?)?)?"
)
"""What may stand before a refusal: 'Thank you for your question, but', 'While I understand this,', 'Oh,'."""
_I = r"(?:i(?:[’']?m| am|[’']?d| would)?|we(?:[’']?re| are)?)"
_IT = r"(?:it|this|that|doing so)(?:[’']?s| is| would be| may be| goes| would go)"
_MODEL = r"(?:ai|llm|language model|artificial|assistant|chatbot|bot)"
_ENGLISH = "|".join(
    (
        rf"{_I}(?: \w+){{0,2}}? (?:sorry|afraid (?:i|that|not)|unable|apologi[sz]e|regret|rather not|prefer not)\b",
        rf"{_I}(?: \w+){{0,2}}? not (?:able|comfortable|allowed|permitted|supposed|willing|in a position|going to)\b",
        rf"{_I}(?: \w+){{0,5}}? (?:decline|refuse|pass on|(?:programmed|designed|trained) not to|as an ai)\b",
        rf"{_I}(?: \w+)? (?:can[’']?t|cannot|can not|(?:wo|must|should|could)n[’']?t|(?:will|must|should|could) not)\b",
        rf"{_I}(?: \w+)? (?:don[’']?t|do not)(?: \w+)? (?:think|feel|believe|want|have the ability)\b",
        r"(?:(?:my|our|sincere|please accept) )+apolog|apologies(?=[\s,.!:]*(?:$|but|for|i\b))|please forgive",
        r"(?:(?:so|very|deeply) )?sorry(?=[,.!:;]|\s*$|\s+(?:but|for|about|i|we|to|this|that)\b)",
        rf"(?:as|being) an? (?:\w+ )?{_MODEL}\b{_CLAUSE}\b(?:i|my)\b|as an ai(?: language model| model| assistant)?,",
        rf"(?:i[’']?m|i am)(?: \w+)? an? (?:\w+ )?{_MODEL}\b",
        rf"(?:this|your|the prompt)\b{_CLAUSE}\b(?:violat|flagged)",
        r"(?:this|your|the prompt)(?: \w+){0,3} (?:been|was|is) (?:blocked|filtered|declined|refused|rejected)",
        rf"{_IT} (?:\w+ )?against (?:my|our|the|\w+[’']s) (?:\w+ )?(?:guideline|polic|principle|program|terms)",
        rf"{_IT} (?:\w+ )?(?:not something i|inappropriate)",
    )
)
_OTHERS = "|".join(
    (
        r"(?:je )?(?:suis |vous )?(?:vraiment |sincèrement )?désolée?s?(?=[\s,.!]*(?:$|mais|je|de|pour|,|\.))|pardon,",
        r"je (?:ne (?:peux|suis|puis)|regrette|refuse|m[’']excuse)|en tant qu[’']?|malheureusement,? je",
        r"lo (?:siento|lamento)|lamento\b|(?:yo )?no (?:puedo|me es posible)|(?:mis )?(?:disculpas|discúlpa)|perdón,",
        r"com[eo] (?:un[ao]? |uma? )?(?:modell?o|ia\b|intell?i|assist|asist)|desculp(?:e|a|em|as)\b|sinto muito",
        r"(?:eu )?não posso|(?:infelizmente|por desgracia|lamentablemente),? n[oã]|mi (?:dispiace|scuso)|spiacente",
        r"(?:io )?non posso|purtroppo,? non|îmi pare rău|nu pot\b",
        r"(?:es )?tut mir leid|leider,? (?:kann|darf|bin|ist|muss) (?:ich|mir)|entschuldig(?:ung|en sie|e|t)\b",
        r"ich (?:kann (?:dabei|das|dir|dies|ihnen|nicht|leider)|bin (?:leider )?nicht|darf nicht|muss \w*\s?ablehnen)",
        r"(?:als|ich bin) (?:nur )?(?:eine? )?(?:ki\b|sprachmodell|künstlich|assistent|ai\b|taalmodel)|het spijt me",
        r"helaas,? (?:kan|mag|ben) ik|ik kan (?:niet|dit|je|u|daar|hier)|(?:jeg )?beklager|jeg (?:kan ikke|er ked af)",
        r"jag (?:kan (?:inte|tyvärr)|är ledsen|beklagar)|som en? (?:ai|språkm|sprogm)|förlåt",
        r"olen pahoillani|pahoittelen|en voi\b|anteeksi|przykro mi|przepraszam\b|(?:ja )?nie mogę",
        r"jako (?:ai|model|sztucz|jazyk|umělá)|omlouvám se|je mi líto|nemohu\b|nemůžu\b|ospravedlňujem",
        r"sajnálom|elnézést|nem tudok|üzgünüm|özür dilerim|bir yapay zek|yardımcı olamam",
        r"λυπ(?:άμαι|ούμαι)|συγγνώμη|δεν μπορώ",
        r"извини(?:те)?\b|прост(?:и|ите)\b|прошу прощения|(?:я )?не могу|мне (?:очень )?жаль|съжалявам|žao mi",
        r"(?:как|я) ?[-—]? ?(?:языковая|ии\b|искусственн)|вибач(?:те)?\b|перепрошую|(?:я )?не можу",
        r"як (?:мовна|ші\b|штучн)|(?:非常|很|十分|真的?|实在|實在|我)*(?:抱歉|对不起|對不起|不好意思)",
        r"(?:我|我们|我們)(?:无法|無法|不能|没办法|拒绝|拒絕)",
        r"(?:无法|無法|不能)(?:$|回答|提供|协助|協助|满足|滿足|完成|处理|處理|继续|繼續|生成|参与|參與)",
        r"(?:作为|作為|身为|身為|我是|我只是)(?:一[个個名款]|人工|ai|语言|語言|大)",
        r"(?:大変|誠に|本当に)?申し訳|すみません|すいません|ごめんなさい|恐れ入り",
        r"[^。、\n]{0,20}お(?:答え|手伝い)(?:でき|することは)|(?:私は)?(?:ai|言語モデル|人工知能)(?:として|なので|です)",
        r"죄송|미안(?:하|해)|도와드릴 수 없|(?:저는 )?(?:ai|인공지능|언어 모델)(?:로서|이므로|이기|입니다|이며)",
        r"(?:أنا )?(?:عذر|آسف|أعتذر)",
        r"لا (?:أستطيع|يمكنني)|كنموذج|بصفتي|متأسف|ببخشید|מצטער|סליחה|אני לא יכול",
        r"(?:मुझे |मैं )?(?:खेद|क्षमा|माफ़|माफ|अफ़सोस)|(?:mohon )?maaf\b|saya (?:minta maaf|tidak (?:bisa|dapat))",
        r"sebagai (?:model|ai)|(?:tôi )?(?:rất )?(?:xin lỗi|rất tiếc)|tôi không thể|ขอโทษ|ขออภัย|দুঃখিত",
    )
)
_ALAS = (
    "leider|helaas|tyvärr|desværre|dessverre|valitettavasti|niestety|bohužel|sajnos|maalesef|ne yazık ki|δυστυχώς"
    "|к сожалению|на жаль|[很深]?感?(?:遗憾|遺憾)|残念ながら|유감|للأسف|לצערי"
)
"""'Unfortunately': a refusal begins with it, and so may any sentence of an answer."""
_REFUSAL = re.compile(rf"\W*(?:{_LEADS}(?:{_ENGLISH})|{_OTHERS})", re.IGNORECASE)
"""The beginning of a refusal: 'I'm sorry, but I can't help with that.', 'This violates our policies.'"""
_IN_PLAIN_WORDS = re.compile(rf"{_REFUSAL.pattern}|\W*(?:{_ALAS})", re.IGNORECASE)

_AS_MODEL = re.compile(
    r"\W*as an? (?:\w+ )?(?:ai|llm|language model)(?: \w*model| assistant)?(?:,| i\b)", re.IGNORECASE
)
"""What no person of a town says, either."""
_OF_REQUEST = re.compile(
    r"\b(?:(?:help|assist)(?: you)?(?: with)? (?:that|this|your)(?: request| question)?\s*(?:[.!,]|$)"
    r"|(?:fulfil+|answer|complete|process|comply with|engage (?:in|with)|respond to|continue|provide|generate|create"
    r"|produce|write) (?:\w+ )?(?:that|this|your|such) (?:request|prompt|content|question|kind|material|response|text)"
    r"|(?:fulfil+|comply with) (?:that|this|your)|as an ai|language model|(?:usage|content) polic)",
    re.IGNORECASE,
)
"""What makes 'I can't ...' a refusal where people speak of themselves: 'help with that.', 'fulfill this request'."""
_BARE = re.compile(r"""[\s`\["']*(?:json\s*[\["']*)?""")
"""What may stand in JSON before a text without a name."""
_NAMED = re.compile(r"""["'](\w+)["']\s*:\s*(?:"((?:[^"\\]|\\.)*)|'([^']*))?""")
_DECLINED = re.compile(
    r"(?:refus(?:al|ed)|declined|denied|rejected|apolog(?:y|ies)|content[ _-]?(?:policy|filter)\w*)\b", re.IGNORECASE
)
"""What JSON has for a name or a text where it refuses: '"status": "refused"'."""
_OWN_WORDS = ("topic", "why", "reason", "commitments", "insights")
"""The fields in which people are in the first person, and may be sorry or unable."""


_AS_LINE = re.compile(r"(?<!\w)(?:say|utterance|spoken)\W{0,4}[:>=|]", re.IGNORECASE)
"""The name of a line of talk: '"say":', '<say>'."""


def begins_with_refusal(text: str) -> bool:
    """Whether a text without an answer refuses one, in plain words or as a text of JSON."""
    if _IN_PLAIN_WORDS.match(text) or ((bare := _BARE.match(text)) and _REFUSAL.match(text, bare.end())):
        return True
    own = (*SPOKEN, *_OWN_WORDS, "text")
    named = [(key, in_two or in_one) for key, in_two, in_one in _NAMED.findall(text) if key not in own]
    return any(_DECLINED.match(key) or _DECLINED.match(said) or _REFUSAL.match(said) for key, said in named)


def is_refusal(text: str, read: ReadAnswer[Any]) -> bool:
    """Whether the answer that was read in a text is a refusal in the form asked for, or stands beside one.

    A line of talk may be as sorry as it likes, if it is named as one.
    """
    if read.answer is None:
        return False
    texts = [*texts_in(read.answer)]
    if _REFUSAL.match(text) and (
        UNLIKE_JSON in read.mends or any(said.strip(" .…") == "" != said for _, said in texts)
    ):
        return True
    return any(_refuses(said, name, text) for name, said in texts)


def _refuses(said: str, name: str, text: str) -> bool:
    if name in SPOKEN and _AS_LINE.search(text):
        return _AS_MODEL.match(said) is not None
    refuses = _REFUSAL.match(said) or _DECLINED.fullmatch(said)
    return refuses is not None and (name not in _OWN_WORDS or _OF_REQUEST.search(said) is not None)


def texts_in(data: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of an answer, each with the name of its field."""
    if isinstance(data, BaseModel):
        data = data.model_dump()
    if isinstance(data, str):
        yield name, data
    elif isinstance(data, Mapping):
        for key, part in data.items():
            yield from texts_in(part, name if name in _OWN_WORDS else key)
    elif isinstance(data, list):
        for part in data:
            yield from texts_in(part, name)
