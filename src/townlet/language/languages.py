"""The languages that a town may have, by their English names."""

from __future__ import annotations

from collections.abc import Mapping

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
    """Return the code of a language named in English, such as 'French' or 'Brazilian Portuguese'; None if unknown."""
    words = language.lower().replace("(", " ").replace(")", " ").split()
    return next((LANGUAGE_CODES[word] for word in reversed(words) if word in LANGUAGE_CODES), None)
