"""The reader of answers: from a model's text to an answer, strict about what it says and lenient about its form.

Reading is a pure function of the text, so a replay reads a recorded text as the run did.
"""

from __future__ import annotations

import ast
import html
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args, get_origin

from annotated_types import MaxLen
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from townlet.language.answer_notations import POINT, other_notations, plain, points_in
from townlet.language.answer_turns import CLOSING, OPENING, first_turn, without_marks

Answer = TypeVar("Answer", bound=BaseModel)

AROUND, REPAIRED, UNWRAPPED = "JSON found among other words", "broken JSON repaired", "JSON unwrapped"
UNLIKE_JSON = "read from a form other than JSON"
RENAMED, DEFAULTED, CUT, LISTED = "names of fields read", "null left out", "text cut", "list read"
UNMARKED = "marks taken out of texts"
"""What an answer may have needed, in words for users."""


@dataclass(frozen=True)
class Forgiving:
    """How a field is read whose value does not fit. It stands in `Annotated` and leaves the schema as it is."""

    read: Callable[[Any], Any]
    """Return the value that was meant, or else the given one."""
    mend: str = ""
    """What is said of an answer whose value was changed."""
    example: str | int = "..."


EXACT = Forgiving(lambda value: value)
"""Marks a text that is taken as it is or not at all, such as a name: it is never cut."""


@dataclass(frozen=True)
class ReadAnswer(Generic[Answer]):
    """An answer, or what is wrong with the text in which none was found."""

    answer: Answer | None = None
    mends: tuple[str, ...] = ()
    """What the text needed to become an answer; empty if it fitted as it stood."""
    error: ValidationError | None = None
    """What is wrong with the JSON that comes closest; None if the text holds no whole JSON."""


def read_answer(text: str, form: type[Answer], cut_off: bool = False) -> ReadAnswer[Answer]:
    """Read an answer of this form in a text: the last whole JSON value that fits in the model's own turn.

    Broken JSON is repaired unless the text was cut off, because repair would complete half a sentence.
    """
    if not _IN_DOUBT.search(text):
        with suppress(ValidationError):
            # A field under another name would be lost without a word if it has a default.
            return ReadAnswer(form.model_validate_json(text, extra="forbid"))
    closest: ValidationError | None = None
    text = _unescaped(text)
    turn, ended = (text, False) if _json_of(text) is not None else first_turn(text)
    for value, found in _values(turn, form, cut_off and not ended):
        found = found if turn == text else [AROUND, *found]
        for shape in _shapes(value, form):
            mender = _Mender(found if shape is value else [*found, UNWRAPPED])
            try:
                answer = form.model_validate(mender.mended(shape, form))
            except ValidationError as error:
                if closest is None or error.error_count() < closest.error_count():
                    closest = error
            else:
                return ReadAnswer(answer, tuple(dict.fromkeys(mender.mends)))
    return ReadAnswer(error=closest)


_IN_DOUBT = re.compile(
    r"""["'] ?(?:none|null|n/?a|nil|\.\.|…)\.? ?["']|: ?"(?:\\n| )*[{`<]|>(?:\\n| )*["']""", re.IGNORECASE
)
"""A text in JSON that says that there is none, or has marks or JSON of its own: '"N/A"', '"None."', ': "<think>'."""

MAX_VALUES = 100
"""How many JSON values of a text are looked at."""
MAX_REPAIRED = 20_000
"""How many characters of broken JSON are repaired at most, because repair can take long."""

_DECODER = json.JSONDecoder(strict=False)
_START = re.compile(r"[{\[｛]")
_BEGINS_WITH_JSON = re.compile(r"\s*(?:```\w*)?\s*[{\[]")
_MEANT_AS_JSON = re.compile(rf"""[{{\[｛]\s*(?:(?://.*|#.*|/\*.*?\*/)\s*)*(?:["'{OPENING}\\{{\[\d]|\w+\s*:|$)""")
"""The beginning of what is meant as JSON: '{"say', '[{', '{say:', '[7'; not '{braces}' or '[sic]'."""


def _values(text: str, form: type[BaseModel], cut_off: bool) -> Iterator[tuple[Any, list[str]]]:
    """Yield the JSON values in a text, the last first, each with what it needed to be found.

    Several values of which none is an answer may be the items of one, each on a line of its own.
    """
    whole = _json_of(text)
    if whole is not None:
        yield from ((value, []) for value in _last_first([whole], form, are_all=not cut_off))
        return
    values: list[Any] = []
    place, broken = 0, ""
    while not broken and len(values) < MAX_VALUES and (start := _START.search(text, place)):
        try:
            value, place = _DECODER.raw_decode(text, start.start())
            values.append(value)
        except (ValueError, RecursionError):
            place = start.end()
            # What stands inside broken JSON is no answer of its own.
            broken = text[start.start() :] if _MEANT_AS_JSON.match(text, start.start()) else ""
    if cut_off and broken and not _BEGINS_WITH_JSON.match(text) and values[-1:] != values[-2:-1]:
        return  # What came among words may be a draft, unless it only came again and again.
    yield from ((value, [AROUND]) for value in _last_first(values, form, are_all=not (broken or cut_off)))
    if cut_off:
        return
    broken = broken.rstrip("` \n")
    closed = {} if broken[-1:].isdigit() else _json_of(f"{broken}}}")
    if isinstance(closed, dict) and {*map(plain, form.model_fields)} <= {*map(plain, closed)}:
        yield closed, [REPAIRED]  # nothing is missing but the last brace
    yield from ((value, [REPAIRED]) for value in _last_first(_repaired(broken), form, are_all=True))
    if not broken:
        yield from ((value, [UNLIKE_JSON]) for value in _unlike_json(text, form))


_ESCAPED = re.compile(r'\s*\{(?:\\[nt]|\s)*\\?"')
_CITED = re.compile(r"^ ?> ?", re.MULTILINE)
"""The mark before each line of what mail cites: '> {"say": ...'."""


def _unescaped(text: str) -> str:
    """Return a text without the signs that make a text within another: '{\\"say\\": ...', '{\\n "say": ...', '> {'."""
    if text.lstrip().startswith(">"):
        text = _CITED.sub("", text)
    if _json_of(text) is None and (begun := _ESCAPED.match(text)) and "\\" in begun[0]:
        unescaped = text.replace("\\n", "\n").replace("\\t", "\t")
        return unescaped.replace('\\"', '"') if begun[0].endswith('\\"') else unescaped
    return text


def _unlike_json(text: str, form: type[BaseModel]) -> Iterator[Any]:
    """Yield what a text without JSON around it may hold: names with their values, or the items of a single list."""
    opened = f"{{{text.strip().rstrip(',')}}}"
    if (inner := _json_of(opened)) is not None:
        yield inner  # '"say": "Hello", "leave": false'
    if "&quot;" in text and (inner := _json_of(html.unescape(text))) is not None:
        yield inner
    yield from other_notations(text, _names_in(form))
    [*fields] = form.model_fields.items()
    if len(fields) == 1 and get_origin(fields[0][1].annotation) is list:
        points = points_in(text)
        if points or _NUMBERS_ALONE.fullmatch(text):
            yield {fields[0][0]: points or text}


def _names_in(kind: Any) -> set[str]:
    """Return the `plain` names of the fields of a form and of the records in it."""
    kind, _ = _unannotated(kind, ())
    if get_origin(kind) is list:
        return _names_in(get_args(kind)[0])
    if not (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return set()
    names = {plain(name) for name in kind.model_fields}
    other = {each for name in names for each in _SYNONYMS.get(name, ())}
    return (names | other).union(*(_names_in(field.annotation) for field in kind.model_fields.values()))


def _last_first(values: list[Any], form: type[BaseModel], *, are_all: bool) -> Iterator[Any]:
    """Yield values, the last first; before them their list, if they may be the items of one answer."""
    answers = any(isinstance(value, dict) and _names_a_field(value, form) for value in values)
    if len(values) > 1 and are_all and not answers:
        yield values
    # An example of the form, {"say": "..."}, is no answer while there is another.
    last_first = values[::-1]
    yield from sorted(last_first, key=_is_example)
    if len(values) == 1 and are_all and not answers and isinstance(values[0], dict) and _item_of(form):
        yield values  # one item where a list of them was asked for


def _is_example(value: Any) -> bool:
    return isinstance(value, dict) and any(map(_is_dots, value.values()))


def _is_dots(value: Any) -> bool:
    """Whether a value is the '...' of an example."""
    return isinstance(value, str) and value.strip() in ("...", "…")


def _item_of(form: type[BaseModel]) -> type[BaseModel] | None:
    """Return the form of the records that an answer lists, if it is one list of records."""
    [*fields] = form.model_fields.values()
    of_list = len(fields) == 1 and get_origin(fields[0].annotation) is list
    item = _unannotated(get_args(fields[0].annotation)[0], ())[0] if of_list else None
    return item if isinstance(item, type) and issubclass(item, BaseModel) else None


def _json_of(text: str) -> Any:
    try:
        return _DECODER.decode(text.strip())
    except (ValueError, RecursionError):
        return None


def _repaired(text: str) -> list[Any]:
    """Return the values of broken JSON; none if it may be a part of something longer."""
    from json_repair import repair_json

    text = _TEXT_OF_OTHERS.sub(lambda found: json.dumps(found[1] or found[2]), _in_ascii(text))
    # Python and repair would read the two halves of an emoji as two signs.
    text = _PAIR.sub(lambda found: str(json.loads(f'"{found[0]}"')), text)
    span = text[: max(text.rfind("}"), text.rfind("]")) + 1]
    if (
        not span
        or len(span) > MAX_REPAIRED
        or any(span.count(left) > span.count(right) for left, right in ("{}", "[]"))
    ):
        return []
    with suppress(ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        # {'leave': False}: repair would guess where a text with an apostrophe ends.
        return [ast.literal_eval(span)]
    try:
        found = repair_json(span, return_objects=True, skip_json_loads=True)
    except (ValueError, RecursionError):
        return []
    # Several values come as a list, too.
    return found if isinstance(found, list) and not span.startswith("[") else [found]


_TEXT_OF_OTHERS = re.compile(r'"{3}(.*?)"{3}|(?<=[:,\[{])\s*`([^`]*)`', re.DOTALL)
"""A text in the quotes of another language, which repair would leave out: three, or those of a script."""
_PAIR = re.compile(r"(?<!\\)\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
"""An emoji in the escapes of JSON."""
_BETWEEN = re.compile(r"""(?<=["”»\d\]}el])\s*([：，])\s*(?=["“«{\[\dtfn-])""")


def _in_ascii(text: str) -> str:
    """Return broken JSON with the brackets, commas and colons of Chinese as those of JSON, and «these» quotes."""
    text = text.translate(str.maketrans("｛｝［］", "{}[]"))
    text = _BETWEEN.sub(lambda found: ":" if found[1] == "：" else ",", text)
    if len(text) > MAX_REPAIRED:
        return text
    return _IN_OTHER_QUOTES.sub(lambda found: _with_quotes(found[1]) if found[1] is not None else found[0], text)


def _with_quotes(said: str) -> str:
    """Return what stands in a text of JSON in the quotes of JSON."""
    return '"' + re.sub(r'(?<!\\)"', r'\\"', said) + '"'


_IN_OTHER_QUOTES = re.compile(
    rf'"(?:[^"\\]|\\.)*"|[{OPENING}](.{{0,2000}}?)[{CLOSING}]'
    rf"""(?=\s*(?:[:}}\]]|,\s*(?:["{OPENING}{{\[}}\]\d-]|true\b|false\b|null\b)))""",
    re.DOTALL,
)
"""A text of JSON, or one in other quotes, which ends where JSON goes on."""


def _shapes(value: Any, form: type[BaseModel], deep: int = 3) -> Iterator[Any]:
    """Yield a value, and what it wraps: the one thing in a list, under a key or in a text of JSON."""
    if isinstance(value, dict):
        yield value
    elif len(form.model_fields) == 1 and not _holds_json(value):
        yield dict.fromkeys(form.model_fields, value)
    if isinstance(value, str):
        inner = [_json_of(value)]
    elif isinstance(value, dict):
        # What names a field is the answer itself, fit or not, and no wrapping of one but {"Ratings": {"ratings": ...}}.
        of_form = _names_a_field(value, form) and not _wraps_its_like(value)
        if not of_form and len(form.model_fields) == 1 and _is_meant(value, *form.model_fields.values()):
            yield dict.fromkeys(form.model_fields, value)  # {"step 1": {...}, "step 2": {...}}, {"1": 7, "2": 3}
        inner = [] if of_form else [each for each in value.values() if isinstance(each, dict | list)]
        inner += [] if of_form else [each for each in value.values() if _holds_json(each)]
        if len(value) > 1:
            # A list under one of several keys is a part of some other answer, unless it lists what was asked for.
            item = _item_of(form)
            lists = [each for each in inner if isinstance(each, list) and item and _lists(each, item)]
            inner = [each for each in inner if not isinstance(each, list)]
            if len(inner) > 1:
                inner = [each for each in inner if isinstance(each, dict) and _names_a_field(each, form)]
            inner = inner or lists
    else:
        inner = _one_record(value) if isinstance(value, list) else []
    if deep and len(inner) == 1 and inner[0] is not None:
        yield from _shapes(inner[0], form, deep - 1)


def _one_record(items: list[Any]) -> list[Any]:
    """Return the items of a list, as one if they are the same or the fields of one record.

    [{"say": "Hello"}, {"leave": false}] and [{"name": "say", "value": "Hello"}, ...] are such fields.
    """
    records = [each for each in items if isinstance(each, dict)]
    if len(records) < len(items):
        return items
    named = [next((str(each[name]) for name in ("name", "key", "field") if name in each), "") for each in records]
    if named and all(named) and all(len(each) == 2 and "value" in each for each in records):
        return [{name: each["value"] for name, each in zip(named, records, strict=True)}]
    if all(each == items[0] for each in items):
        return items[:1]
    merged = {name: value for each in records for name, value in each.items()}
    return [merged] if len(merged) == len(items) == sum(map(len, records)) else items


def _names_a_field(value: Mapping[str, Any], form: type[BaseModel]) -> bool:
    known = {plain(name) for name in form.model_fields}
    return any(plain(key) in known for key in value)


def _lists(items: list[Any], form: type[BaseModel]) -> bool:
    """Whether the records among these items name fields of the form, and there are some."""
    records = [each for each in items if isinstance(each, dict) and each]
    return bool(records) and all(any(key in form.model_fields for key in _meant(each, form)) for each in records)


def _wraps_its_like(record: Mapping[str, Any]) -> bool:
    """Whether all that a record holds is a record with a field of the same name."""
    inner = next(iter(record.values())) if len(record) == 1 else None
    return isinstance(inner, dict) and any(plain(key) == plain(next(iter(record))) for key in inner)


def _is_meant(record: Mapping[str, Any], field: FieldInfo) -> bool:
    """Whether a record can stand for the only field of a form: the items of its list, or its text by another name."""
    kinds = {type(each) for each in record.values()}
    if field.annotation is str:
        [*values] = record.values()
        return (
            len(values) == 1
            and kinds == {str}
            and not _holds_json(values[0])
            and not _SAYS_WHY_NOT.search("".join(record))
        )
    texts = get_origin(field.annotation) is list and _unannotated(get_args(field.annotation)[0], ())[0] is str
    return len(record) > 1 and (kinds == {dict} or kinds <= {int, float} or (texts and kinds == {str}))


_SAYS_WHY_NOT = re.compile(
    r"error|refus|reason|detail|message|note|thought|type|apolog|sorry|declin|fail|flag|warn"
    r"|disclaim|comment|code|success|finish|safety|policy|moderat|filter",
    re.IGNORECASE,
)
"""In the name of a text that is no answer."""


def _holds_json(value: Any) -> bool:
    return isinstance(value, str) and value.lstrip().startswith(("{", "["))


class _Mender:
    """Bring the values of an answer into the form of its fields, and note what was done."""

    def __init__(self, mends: Sequence[str]) -> None:
        self.mends = list(mends)

    def mended(self, value: Any, kind: Any, about: Sequence[Any] = (), name: str = "") -> Any:
        """Return a value as a type with these annotations may take it; unchanged if there is no saying how.

        `name` is that of its field.
        """
        kind, about = _unannotated(kind, about)
        is_record = isinstance(kind, type) and issubclass(kind, BaseModel)
        is_list = get_origin(kind) is list
        value = self._noted(UNMARKED, value, without_marks(value))
        if (is_record or is_list) and _holds_json(value) and (inner := _json_of(value)) is not None:
            value = self._noted(UNWRAPPED, value, inner)
        elif EXACT not in about and (is_list or kind is str) and (value is None or _is_no_text(value, name)):
            value = self._noted(DEFAULTED, value, [] if is_list else "")
        elif not is_record and (not is_list or _is_list_in(value)):
            value = self._noted(UNWRAPPED, value, _the_one_in(value, name))
        for each in about:
            if isinstance(each, Forgiving):
                value = self._noted(each.mend, value, each.read(value))
        if is_record:
            return self._record(value, kind)
        if is_list:
            return self._items(value, get_args(kind)[0], _most(about), name)
        if get_origin(kind) is Literal:
            return _choice_in(value, get_args(kind))
        if kind is bool and isinstance(value, str):
            said = _YES_OR_NO.match(value)
            return value if said is None else said[1] is not None
        if kind is int and isinstance(value, str):
            numbers = _WHOLE.findall(value)
            return int(numbers[0]) if len(numbers) == 1 else value
        if kind is str and name in SPOKEN and isinstance(value, int | float) and not isinstance(value, bool):
            return self._noted(UNWRAPPED, value, str(value))
        return self._words(value, _most(about)) if kind is str and EXACT not in about else value

    def _noted(self, mend: str, before: Any, after: Any) -> Any:
        if after != before:
            self.mends.append(mend)
        return after

    def _record(self, value: Any, form: type[BaseModel]) -> Any:
        if not isinstance(value, dict):
            return value
        value = self._noted(UNWRAPPED, value, _without_itself(value))
        meant = _meant(value, form)
        self._noted(RENAMED, True, all(key in value for key in meant if key in form.model_fields))
        named = {name: meant[name] for name in form.model_fields if name in meant}
        given = {name: each for name, each in named.items() if not _is_default(each, form.model_fields[name])}
        self._noted(DEFAULTED, len(named), len(given))
        fields = {name: form.model_fields[name] for name in given}
        return {name: self.mended(given[name], each.annotation, each.metadata, name) for name, each in fields.items()}

    def _items(self, value: Any, kind: Any, most: int | None, name: str) -> Any:
        """Return a list: that of the values of a record, or of a single value; without blank items, and not too
        long."""
        base, _ = _unannotated(kind, ())
        items = _items_of(value, base)
        if not isinstance(items, list):
            return value
        if base is int:
            # What stands between numbers may be one of them, such as the rating of the second memory.
            last = max((place for place, item in enumerate(items) if not _is_blank(item)), default=len(items))
            items = items[: last + 1]
        else:
            items = [POINT.sub("", item) if isinstance(item, str) and base is str else item for item in items]
            items = [item for item in items if not (_is_blank(item) or (base is str and _says_none(item)))]
        if base in (str, int):
            items = items[:most]
        else:
            items = [item for item in items if not _lacks_a_list(item, base)] or items
        self._noted(LISTED, value, items)
        return [self.mended(item, kind, name=name) for item in items]

    def _words(self, value: Any, most: int | None) -> Any:
        """Return the texts of a list as one, and cut a long one at a word."""
        if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
            value = self._noted(UNWRAPPED, value, " ".join(value))
        if isinstance(value, str) and not value.isascii():
            # Two halves of a sign that were escaped one by one are joined, and a half by itself is dropped.
            value = self._noted(CUT, value, value.encode("utf-16", "surrogatepass").decode("utf-16", "ignore"))
        if isinstance(value, str) and most is not None and len(value.strip()) > most:
            kept = value.strip()[: most + 1]
            value = self._noted(CUT, value, (kept.rsplit(None, 1)[0] if len(kept.split()) > 1 else kept)[:most])
        return value


def _without_itself(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record of which one text is the record itself, in JSON: {"say": "{\\"say\\": \\"Hello\\"}"}."""
    for name, text in record.items():
        inner = _json_of(re.sub(r"\A\s*```\w*|```\s*\Z", "", text)) if isinstance(text, str) else None
        if isinstance(inner, dict) and plain(name) in map(plain, inner):
            return record | inner
    return record


def _meant(record: Mapping[str, Any], form: type[BaseModel]) -> dict[str, Any]:
    """Return a record with its values under the names of the fields that its keys mean, too."""
    meant = {_field_meant(key, record, form): each for key, each in record.items()} | dict(record)
    others = {_bare(key): key for key in record if _field_meant(key, record, form) == key not in form.model_fields}
    for name in form.model_fields:
        known = [each for each in (plain(name), *_SYNONYMS.get(plain(name), ())) if each in others]
        if known and name not in meant:
            meant[name] = record[others.pop(known[0])]
    return meant


def _bare(key: str) -> str:
    """Return a `plain` name without words that add nothing: 'leaving' for 'isLeaving', 'place' for 'place_name'."""
    words = re.findall(r"[^\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key))
    return plain("".join(word for word in words if word.casefold() not in _FILLERS)) or plain(key)


_FILLERS = ["a", "the", "is", "are", "should", "will", "wants", "to", "of", "in", "new", "name", "value"]


_SYNONYMS: Mapping[str, Sequence[str]] = {
    name: others.split()
    for name, others in {
        "start": "starttime begintime startsat startat starts time begin begins from clock when at",
        "place": "location where at venue room",
        "activity": "action doing task what description",
        "minutes": "duration durationminutes durationmin durationmins mins min length",
        "why": "reason because purpose",
        "reason": "why because rationale",
        "object": "thing item objectused",
        "objectstate": "state objectstatus stateobject",
        "emoji": "emojis icon",
        "importance": "poignancy rating score",
        "ratings": "scores importances importance poignancies",
        "say": "utterance spoken text",
        "leave": "leaving leaves leavetalk leaveconversation endtalk endconversation ends end exit stop goodbye done",
        "speaker": "name who person character",
        "restson": "basedon because evidence memories sources",
        "because": "evidence basedon restson statements sources support citations",
        "text": "insight statement",
        "choice": "decision reaction selection action",
        "topic": "subject about",
        "restofday": "changeplan planchange replan",
        "changeplan": "planchange planchanges changesplan replan restofday",
        "memo": "summary",
        "commitments": "promises agreements arrangements",
        "outcomes": "results facts",
        "lineratings": "ratings ratingslines linescores",
        "chunks": "plan schedule dayplan hours",
        "lines": "dialogue conversation talk",
        "intention": "intent resolution",
    }.items()
}
"""Other names of a field that leave no doubt while it is not named itself, in their `plain` form, the surest first."""


def _lacks_a_list(item: Any, form: type[BaseModel]) -> bool:
    """Whether a record has nothing in a list that its form requires, such as an insight that rests on nothing."""
    needed = [name for name, field in form.model_fields.items() if get_origin(field.annotation) is list]
    needed = [name for name in needed if form.model_fields[name].is_required()]
    return isinstance(item, dict) and any(_is_blank(_meant(item, form).get(name)) for name in needed)


def _field_meant(key: str, record: Mapping[str, Any], form: type[BaseModel]) -> str:
    """Return the field that a key of a record names, also in another spelling of a field that is not there."""
    names = {plain(name): name for name in form.model_fields}
    if plain(key) in names:
        return names[plain(key)]
    missing = [name for name in names if name not in map(plain, record)]
    near = [] if re.search(r"\d", key) else get_close_matches(plain(key), missing, 1, 0.84)
    return names[near[0]] if near else key


_HOLDS = ("value", "text", "content", "score", "default", "const", "items")
"""The names under which a record may hold what stands for the whole of it, besides the names of its field: also a
schema, of which a model fills in the values."""


def _the_one_in(value: Any, name: str) -> Any:
    """Return the one value in a list or record, or that which bears the name of the field; else the value itself.

    {"rating": 7, "why": "..."} among `ratings` is 7. What a schema says of a field, {"type": "string"}, is no value.
    """
    if isinstance(value, list):
        return value[0] if len(value) == 1 else value
    if not isinstance(value, dict):
        return value
    names = {plain(name), plain(name).removesuffix("s"), *_HOLDS}
    named = [each for key, each in value.items() if plain(key) in names]
    if not named:
        # {"memory": "He ate 2 eggs.", "importance": 3}, and not {"min": 10, "max": 20}
        kinds = [type(each) for each in value.values()]
        others = [each for key, each in value.items() if plain(key) in _SYNONYMS.get(plain(name), ())]
        named = [each for each in others if kinds.count(type(each)) == 1]
    if not named and list(value) != ["type"]:
        named = list(value.values())
    return named[0] if len(named) == 1 else value


def _is_list_in(value: Any) -> bool:
    """Whether a value says what a list is: {"type": "array", "value": [7, 3]}."""
    return isinstance(value, dict) and any(isinstance(value.get(name), list) for name in _HOLDS)


def _choice_in(value: Any, choices: Sequence[Any]) -> Any:
    """Return the choice that a text is or begins with: 'Go on.', 'A) go on', 'wait until she comes'."""
    if not isinstance(value, str):
        return value
    said = re.sub(r"^\W*(?:\w[.):] *)?", "", value).casefold()
    meant = [each for each in choices if plain(each) == plain(value)]
    named = [each for each in choices if re.search(rf"(?<!\w){re.escape(each.casefold())}(?!\w)", said)]
    begun = [each for each in named if len(named) <= max(1, len(choices) // 2) and _begins_with(each, said, named)]
    return (*meant, *begun, value)[0]


def _begins_with(choice: str, said: str, named: Sequence[str]) -> bool:
    """Whether a text begins with a choice, and neither goes on with an alternative nor with another that it names."""
    others = "".join(rf"|\W*{re.escape(each.casefold())}(?!\w)" for each in named if each != choice)
    return re.match(rf"{re.escape(choice.casefold())}(?!\w| or\b| and\b|\W*[/|]{others})", said) is not None


_WHOLE = re.compile(r"(?<![\d.,/-])\d+(?![\d/-]|[.,]\d)")
"""A whole number by itself: '5' in 'Statement 5' and '[5]', not '7-8', '7/10' or '7.5'."""
_YES = "true|yes|yeah|yep|oui|vrai|ja|wahr|sí|si|sim|да|是|对|はい|예|네|نعم"
_NO = (
    r"false|no(?! (?:problem|worries|doubt|matter)\b)|nope|not yet|not now"
    "|non|faux|nein|falsch|não|нет|否|不是|いいえ|아니요|لا"
)
_EITHER = r"(?!\w|\W*[/|]|\W*\b(?:or|ou|oder|или)\b|[^\w.!?]+(?:{})\W*$)"
_YES_OR_NO = re.compile(rf"\W*(?:({_YES}){_EITHER.format(_NO)}|(?:{_NO}){_EITHER.format(_YES)})", re.IGNORECASE)
"""How a text begins that stands for a truth value: 'No.', 'yes, because it is late'."""


def _says_none(value: Any) -> bool:
    return value is None or (isinstance(value, str) and plain(value) in ("none", "null", "na", "nil"))


SPOKEN = ("say",)
"""The fields whose words are a person's own, which may be any: 'None.', 'I can't help you.', '...', 42."""


def _is_no_text(value: Any, name: str) -> bool:
    """Whether a text says that there is none. A person can say 'None.', and nobody says 'N/A'."""
    if name in SPOKEN:
        return _says_none(value) and plain(value) not in ("none", "nil")
    return _says_none(value) or _is_dots(value)


def _is_default(value: Any, field: FieldInfo) -> bool:
    """Whether a value says that there is none, where the field has a default: null, 'N/A', {}, '' for a number, 0 or
    false for a text or a list."""
    if field.is_required():
        return False
    is_list = get_origin(field.annotation) is list
    if _says_none(value) or _is_dots(value) or value == {} or (value == [] and not is_list):
        return True
    return value == 0 if field.annotation is str else value == "" or (is_list and value == 0)


def _is_blank(item: Any) -> bool:
    """Whether an item of a list is none: null, {}, '...', or a record that is an example of one."""
    if isinstance(item, dict):
        texts = [each for each in item.values() if isinstance(each, str)]
        return all(each in (None, "") for each in item.values()) or (bool(texts) and all(map(_is_dots, texts)))
    return item in (None, "", []) or _is_dots(item)


def _items_of(value: Any, base: Any) -> Any:
    """Return what a value lists; the value itself if it cannot be read as a list."""
    if isinstance(value, dict):
        alike = list(value.values())
        # {"1": 7, "2": 3} and {"step 1": {...}, "step 2": {...}}, or the one thing itself where records are listed.
        kinds = {int: int | float | str, str: str}.get(base, dict)
        are_alike = all(isinstance(each, kinds) for each in alike) or all(isinstance(each, dict) for each in alike)
        return alike if alike and are_alike else [value]
    if isinstance(value, str) and base in (int, str):
        lines = [POINT.sub("", line) for line in _with_points_in_lines(value).splitlines() if line.strip()]
        if len(lines) > 1 or (base is int and lines != [value]):
            return lines
        if base is str:
            return [] if not value.strip() or _says_none(value) else [value]
        if _NUMBERS_ALONE.fullmatch(value):
            return [int(each) for each in re.findall(r"\d+", value)]
        several = [] if _SAYS_NOT.search(value) else re.split(r"[,;&]|\band\b", value)
        return several if len(several) > 1 else value
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        return value[0]
    return [value] if isinstance(value, int) and not isinstance(value, bool) and base is int else value


_NUMBERS_ALONE = re.compile(r"[\d\s,;&]*\d[\d\s,;&]*")
_SAYS_NOT = re.compile(r"\b(?:not|except|without|or|to|through)\b", re.IGNORECASE)
"""What makes the numbers of a text something other than a list: '1 to 3', '2, not 3'."""


def _with_points_in_lines(text: str) -> str:
    """Return a text with points on lines of their own: '1. Bread 2. Salt' in one line has two."""
    numbers = [int(each) for each in re.findall(r"(?:^|\s)\(?(\d{1,2})[.)]\s", text)]
    whole = len(numbers) > 1 and numbers == [*range(1, len(numbers) + 1)] and POINT.match(text)
    return re.sub(r"\s+(?=\(?\d{1,2}[.)]\s)", "\n", text) if whole else text


def _unannotated(kind: Any, about: Sequence[Any]) -> tuple[Any, list[Any]]:
    """Return a type and its annotations: `Annotated[int, Field(ge=1)]` gives int and the bound."""
    found = list(about)
    if get_origin(kind) is Annotated:
        kind, *more = get_args(kind)
        for each in more:
            found.extend(each.metadata if isinstance(each, FieldInfo) else [each])
    return kind, found


def _most(about: Sequence[Any]) -> int | None:
    return next((each.max_length for each in about if isinstance(each, MaxLen)), None)


def example_of(form: type[BaseModel]) -> dict[str, Any]:
    """Return what an answer of this form looks like, such as {"say": "...", "leave": false}."""
    return {name: _example(field.annotation, field.metadata) for name, field in form.model_fields.items()}


def _example(kind: Any, about: Sequence[Any]) -> Any:
    kind, about = _unannotated(kind, about)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return example_of(kind)
    if get_origin(kind) is list:
        return [_example(get_args(kind)[0], ())]
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    forgiving = [each.example for each in about if isinstance(each, Forgiving)]
    return (*forgiving, {int: 1, bool: False}.get(kind, "..."))[0]
