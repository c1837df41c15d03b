"""The report as one HTML page: it loads nothing, runs nothing, and shows what people said as text and no more."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from importlib import resources

from jinja2 import Environment, FunctionLoader, StrictUndefined

from townlet.memory.record import Memory
from townlet.study.figures import Figure, Listing, Part
from townlet.study.page import told, told_bar
from townlet.study.report.contents import contents
from townlet.study.report.studied import Studied

_FOLDER = "templates"
LONGEST_NAME = 24
"""Letters of a name that fit beside a row of a drawing."""


def report(studied: Studied) -> str:
    """The whole page. The same run gives the same page, to the byte."""
    style = _text("style.css")
    template = _environment().get_template("page.html")
    return template.render(contents(studied), style=style, style_hash=_hash(style)) + "\n"


def _hash(text: str) -> str:
    """By which the page allows its own style sheet and no other."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _text(name: str) -> str:
    return resources.files("townlet.study.report").joinpath(_FOLDER, name).read_text(encoding="utf-8")


@lru_cache
def _environment() -> Environment:
    environment = Environment(
        autoescape=True, loader=FunctionLoader(_text), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {
        "figure": _figure,
        "bar": _bar,
        "counted": _counted,
        "id": _id,
        "evidence_of": _evidence_of,
        "cell": _cell,
        "place": _place,
        "short": _short,
    }
    return environment


def _figure(figure: Figure) -> str:
    return told(figure.value, figure.form)


def _bar(figure: Figure) -> str:
    return told_bar(figure.bar, figure.form) if figure.bar else ""


def _counted(number: int, noun: str) -> str:
    """'1 talk', '2,801 lines'."""
    if number == 1:
        return f"1 {noun}"
    plural = {"person": "people", "memory": "memories"}.get(noun, f"{noun}s")
    return f"{number:,} {plural}"


def _id(memory: Memory) -> str:
    return "/".join(map(str, memory.id))


def _evidence_of(part: Part) -> Listing | None:
    """The first of a part's listings that has findings: what its figures link to."""
    return next((listing for listing in part.listings if listing.rows), None)


def _cell(value: object) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _place(anchor: str) -> str:
    """An anchor without what no anchor may hold: the names of facts are in some."""
    return re.sub(r"[^\w-]", "-", anchor)


def _short(name: str) -> str:
    """As much of a name as fits beside a row of a drawing."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"
