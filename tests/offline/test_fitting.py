"""Answers as long as their schema allows, and no longer."""

from pydantic import BaseModel, Field

from townlet.offline.fitting import fitted


class Part(BaseModel):
    text: str = Field(max_length=11)


class Answer(BaseModel):
    title: str = Field(max_length=5)
    parts: list[Part]
    free: str = ""


SCHEMA = Answer.model_json_schema()


def test_what_is_too_long_is_cut_at_a_word() -> None:
    given = {"title": "none", "parts": [{"text": "short"}, {"text": "hello there, you"}], "free": "x " * 999}
    answer = Answer.model_validate(fitted(given, SCHEMA))
    assert (answer.title, [part.text for part in answer.parts]) == ("none", ["short", "hello"])
    assert answer.free == given["free"]


def test_one_long_word_is_cut_within() -> None:
    assert Answer.model_validate(fitted({"title": "abcdefgh", "parts": []}, SCHEMA)).title == "abcde"
