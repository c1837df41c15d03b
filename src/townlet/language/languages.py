"""The languages that a town may have, by their English names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

LANGUAGE_CODES: Mapping[str, str] = {
    "afrikaans": "af", "albanian": "sq", "amharic": "am", "arabic": "ar", "armenian": "hy", "azerbaijani": "az",
    "basque": "eu", "belarusian": "be", "bengali": "bn", "bosnian": "bs", "breton": "br", "bulgarian": "bg",
    "burmese": "my", "cantonese": "yue", "catalan": "ca", "chinese": "zh", "croatian": "hr", "czech": "cs",
    "danish": "da", "dutch": "nl", "english": "en", "esperanto": "eo", "estonian": "et", "faroese": "fo",
    "finnish": "fi", "french": "fr", "galician": "gl", "georgian": "ka", "german": "de", "greek": "el",
    "gujarati": "gu", "hausa": "ha", "hebrew": "he", "hindi": "hi", "hungarian": "hu", "icelandic": "is", "igbo": "ig",
    "indonesian": "id", "irish": "ga", "italian": "it", "japanese": "ja", "javanese": "jv", "kannada": "kn",
    "kazakh": "kk", "khmer": "km", "korean": "ko", "kurdish": "ku", "kyrgyz": "ky", "lao": "lo", "latin": "la",
    "latvian": "lv", "lithuanian": "lt", "luxembourgish": "lb", "macedonian": "mk", "malagasy": "mg", "malay": "ms",
    "malayalam": "ml", "maltese": "mt", "mandarin": "zh", "marathi": "mr", "mongolian": "mn", "nepali": "ne",
    "norwegian": "no", "occitan": "oc", "odia": "or", "pashto": "ps", "persian": "fa", "polish": "pl",
    "portuguese": "pt", "punjabi": "pa", "quechua": "qu", "romanian": "ro", "russian": "ru", "serbian": "sr",
    "shona": "sn", "sinhala": "si", "slovak": "sk", "slovenian": "sl", "somali": "so", "spanish": "es",
    "swahili": "sw", "swedish": "sv", "tagalog": "tl", "tajik": "tg", "tamil": "ta", "telugu": "te", "thai": "th",
    "turkish": "tr", "turkmen": "tk", "ukrainian": "uk", "urdu": "ur", "uzbek": "uz", "vietnamese": "vi",
    "welsh": "cy", "xhosa": "xh", "yoruba": "yo", "zulu": "zu",
}  # fmt: skip
"""ISO 639 codes of the languages that the detector of languages knows and a town may name."""


def code_of(language: str) -> str | None:
    """Return the code of a language named in English, such as 'French' or 'Brazilian Portuguese'; None if it is unknown
    or more than one.
    """
    first, *others = {*_codes_in(language)}
    return None if others else first


def _codes_in(text: str) -> Iterator[str | None]:
    """Yield the code of each language of several: 'Irish English and German' are English and German.

    After a comma stands which one of a language is meant: 'Chinese, Traditional' is Chinese.
    """
    for part in re.split(r"\band\b|\bor\b|[/;&+]", text.lower()):
        pieces = (reversed(re.findall(r"[^\W\d_]+", piece)) for piece in part.split(","))
        codes = [next((LANGUAGE_CODES[word] for word in words if word in LANGUAGE_CODES), None) for words in pieces]
        yield from [*filter(None, codes)] or codes[:1]


_OWN_NAMES: Mapping[str, str] = {
    "afrikaans": "af", "bahasa indonesia": "id", "bahasa melayu": "ms", "bosanski": "bs", "català": "ca",
    "čeština": "cs", "cymraeg": "cy", "dansk": "da", "deutsch": "de", "eesti": "et", "español": "es",
    "castellano": "es", "euskara": "eu", "filipino": "tl", "français": "fr", "gaeilge": "ga", "galego": "gl",
    "hrvatski": "hr", "íslenska": "is", "italiano": "it", "kiswahili": "sw", "latina": "la", "latviešu": "lv",
    "lietuvių": "lt", "lëtzebuergesch": "lb", "magyar": "hu", "malti": "mt", "nederlands": "nl", "norsk": "no",
    "bokmål": "no", "nynorsk": "no", "polski": "pl", "português": "pt", "română": "ro", "shqip": "sq",
    "slovenčina": "sk", "slovenščina": "sl", "srpski": "sr", "suomi": "fi", "svenska": "sv", "tiếng việt": "vi",
    "türkçe": "tr", "ελληνικά": "el", "беларуская": "be", "български": "bg", "македонски": "mk", "монгол": "mn",
    "русский": "ru", "српски": "sr", "українська": "uk", "қазақша": "kk", "հայերեն": "hy", "ქართული": "ka",
    "עברית": "he", "العربية": "ar", "عربي": "ar", "فارسی": "fa", "اردو": "ur", "हिन्दी": "hi", "हिंदी": "hi",
    "मराठी": "mr", "नेपाली": "ne", "বাংলা": "bn", "ਪੰਜਾਬੀ": "pa", "ગુજરાતી": "gu", "தமிழ்": "ta", "తెలుగు": "te", "ಕನ್ನಡ": "kn",
    "മലയാളം": "ml", "සිංහල": "si", "ไทย": "th", "ລາວ": "lo", "မြန်မာ": "my", "ខ្មែរ": "km", "አማርኛ": "am", "한국어": "ko",
    "조선말": "ko", "日本語": "ja", "中文": "zh", "汉语": "zh", "漢語": "zh", "普通话": "zh",
    "國語": "zh", "粵語": "yue", "粤语": "yue",
    "american": "en", "anglais": "en", "bangla": "bn", "brazilian": "pt", "british": "en", "castilian": "es",
    "dari": "fa", "englisch": "en", "engels": "en", "farsi": "fa", "flemish": "nl", "inglese": "en", "inglés": "en",
    "inglês": "en", "kirghiz": "ky", "moldovan": "ro", "myanmar": "my", "oriya": "or", "putonghua": "zh",
    "sinhalese": "si", "valencian": "ca", "vlaams": "nl", "английский": "en", "अंग्रेज़ी": "en", "الإنجليزية": "en",
    "영어": "en", "英語": "en", "英语": "en",
}  # fmt: skip
"""What languages are called in themselves, and other names of some."""


def in_english(language: str) -> str:
    """Return the English name of a language that is given by its code, such as 'de-AT', or by its own name, such as
    'Deutsch' or 'espanol', by another name or with a misspelling: the first of several. Empty if none is known.
    """
    if named := next(filter(None, _codes_in(language)), ""):
        return name_of(named)
    called = {_bare(own): code for own, code in _OWN_NAMES.items()}
    said = language.strip().replace("_", "-")
    code = called.get(_bare(said)) or said.lower().partition("-")[0]
    close = get_close_matches(said.lower(), LANGUAGE_CODES, n=1, cutoff=0.8)
    return name_of(code) or (close[0].title() if close else "")


def name_of(code: str) -> str:
    """Return the English name of a language by its code; empty if no town may have it."""
    return next((name.title() for name, known in LANGUAGE_CODES.items() if known == code), "")


CHARACTERS_DETECTED = 600
"""How many characters the language detector reads."""


def likely_languages(text: str) -> dict[str, float]:
    """Return how probable it is that a text is in each language, by their codes, the most probable one first."""
    ranks: dict[str, float] = dict(_detector().rank(text[:CHARACTERS_DETECTED]))
    return dict(sorted(ranks.items(), key=lambda each: (-each[1], each[0])))


@cache
def _detector() -> Any:
    """Load the language detector at its first use, because loading its model is slow."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def _bare(name: str) -> str:
    """Return a name without case and without the accents of Latin letters."""
    parts = unicodedata.normalize("NFD", name.casefold())
    return parts if not parts[:1].isascii() else "".join(each for each in parts if not unicodedata.combining(each))
