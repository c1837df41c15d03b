"""Answers that are not written in JSON: in YAML, TOML, XML, or as the list or headed lines of a text.

A form of answers gives the names that count; whatever else stands in a text is no part of an answer.
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterator
from typing import Any

POINT = re.compile(r"^\s*(?:[-*•–]|\(?\d{1,2}[.)])\s+")
"""How an item of a list in prose begins: '- ', '1. '."""

_FENCE = re.compile(r"^\s*(?:```.*|---|\.\.\.)\s*$")
_ROW = re.compile(r"^\s*\|\s*([^|]+?)\s*\|\s*([^|]*?)\s*\|\s*$")
"""A row of a table with two columns: '| say | Hello |'."""
_QUOTED = re.compile(r"""(["'`]).*\1""", re.DOTALL)
_BLOCK = re.compile(r"[|>][-+]?\d?")
"""What stands in YAML before a text of several lines."""
_TAGGED = re.compile(r"<([A-Za-z][\w-]*)(?:\s[^<>]*)?>(.*?)</\1\s*>", re.DOTALL)


def plain(text: str) -> str:
    """Return the letters and digits of a name in lower case: 'restofday' for 'rest_of_day' and 'Rest of day'."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def other_notations(text: str, names: Collection[str]) -> Iterator[Any]:
    """Yield what a text holds under these `plain` names, first as lines such as 'say: Hello', then in tags."""
    lines = [_ROW.sub(r"\1: \2", line).rstrip() for line in text.expandtabs(4).splitlines() if not _FENCE.match(line)]
    start = next((place for place, line in enumerate(lines) if _key_in(line, names)), None)
    if start is not None:
        yield _record_of(_outline(list(_block(lines[start:], names)), names))
    opened, closed = (re.findall(rf"<{slash}([A-Za-z][\w-]*)(?:\s[^<>]*)?>", text) for slash in ("", "/"))
    if any(plain(name) in names for name in closed) and sorted(opened) == sorted(closed):
        yield _in_tags(text)


def points_in(text: str) -> list[str]:
    """Return the points of a text whose lines are points, but for words before and after; none if it has fewer than
    two."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = [place for place, line in enumerate(lines) if POINT.match(line)]
    together = len(found) > 1 and found[-1] - found[0] == len(found) - 1
    return [POINT.sub("", lines[place]).strip() for place in found] if together else []


def _key_in(line: str, names: Collection[str]) -> tuple[str, str] | None:
    """Return the name and the rest of a line that begins with one of the names: 'say: Hello', '**Say** = "Hello"'."""
    found = re.match(r"""[\s"'`*_-]*(\w[\w -]*?)["'`*_]*\s*[:=]["'`*_]*(?:\s+(.*))?$""", line)
    return (found[1], found[2] or "") if found and plain(found[1]) in names else None


def _block(lines: list[str], names: Collection[str]) -> Iterator[str]:
    """Yield lines up to the first paragraph that belongs to no name."""
    after_blank = False
    for line in lines:
        if line.strip():
            if after_blank and not (line[0] == " " or POINT.match(line) or _key_in(line, names)):
                return
            yield line
        after_blank = not line.strip()


def _outline(lines: list[str], names: Collection[str]) -> Any:
    """Return the list, record or text that indented lines are."""
    depth = _indent(lines[0])
    if POINT.match(lines[0]):
        return [_outline(_unpointed(part), names) for part in _parts(lines, depth, lambda line: POINT.match(line))]
    if not _key_in(lines[0], names):
        return " ".join(map(str.strip, lines))
    found: dict[str, Any] = {}
    for part in _parts(lines, depth, lambda line: not POINT.match(line) and _key_in(line, names)):
        name, rest = _key_in(part[0], names) or ("", "")
        if rest and not _BLOCK.fullmatch(rest):
            found[name] = _unquoted(" ".join([rest, *map(str.strip, part[1:])]))
        elif part[1:]:
            found[name] = "\n".join(map(str.strip, part[1:])) if rest else _outline(part[1:], names)
        else:
            found[name] = ""
    return found


def _parts(lines: list[str], depth: int, begins: Any) -> list[list[str]]:
    """Return lines in parts, each beginning with a line of this depth that begins one."""
    parts: list[list[str]] = []
    for line in lines:
        if not parts or (_indent(line) <= depth and begins(line)):
            parts.append([])
        parts[-1].append(line)
    return parts


def _unpointed(lines: list[str]) -> list[str]:
    mark = POINT.match(lines[0])
    width = mark.end() if mark else 0
    return [" " * width + lines[0][width:], *lines[1:]]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and _QUOTED.fullmatch(text) else text


def _record_of(value: Any) -> Any:
    """Return points that each hold one name as one record: '- choice: talk', '- topic: the fair'."""
    if isinstance(value, list) and all(isinstance(each, dict) and len(each) == 1 for each in value):
        merged = {name: inner for each in value for name, inner in each.items()}
        return merged if len(merged) == len(value) else value
    return value


def _in_tags(text: str, outermost: bool = True) -> Any:
    """Return what stands in tags: a list where all bear one name, a record where they differ, and otherwise a text."""
    found = _TAGGED.findall(text)
    if not found or (not outermost and _TAGGED.sub("", text).strip()):
        return _unquoted(html.unescape(text).strip())
    values: dict[str, list[Any]] = {}
    for name, inner in found:
        values.setdefault(name, []).append(_in_tags(inner, outermost=False))
    several = next(iter(values.values()))
    if len(values) == 1 and len(several) > 1:
        return several
    return {name: each[0] if len(each) == 1 else each for name, each in values.items()}
