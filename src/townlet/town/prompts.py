"""A town's own prompt templates: reading them and checking their fields against the built-in ones."""

from __future__ import annotations

from collections.abc import Mapping

from jinja2 import TemplateSyntaxError

from townlet.cognition.templates import built_in_prompts, template_fields, template_source
from townlet.town.defects import Defects, nearest

FOLDER = "prompts/"


def read_prompts(content: Mapping[str, bytes], defects: Defects) -> dict[str, str]:
    """Return the templates in a town's prompts folder by prompt name. Adds a defect for each that cannot be used."""
    found: dict[str, str] = {}
    for file, text in content.items():
        if file.startswith(FOLDER) and file.endswith(".md"):
            try:
                found[file.removeprefix(FOLDER).removesuffix(".md")] = text.decode("utf-8-sig")
            except UnicodeDecodeError:
                defects.add(file, "is not UTF-8 text; save it as UTF-8")
    for name, template in found.items():
        _check(name, template, defects)
    return found


def _check(name: str, text: str, defects: Defects) -> None:
    file = f"{FOLDER}{name}.md"
    known = built_in_prompts()
    if name not in known:
        defects.add(file, f"is not the name of a prompt; the prompts are {', '.join(known)}.{nearest(name, known)}")
        return
    try:
        unknown = template_fields(text) - template_fields(template_source(name))
    except TemplateSyntaxError as error:
        defects.add(file, f"line {error.lineno}: {error.message}")
        return
    for field in sorted(unknown):
        given = sorted(template_fields(template_source(name)))
        defects.add(
            file,
            f"prints {field!r}, which this prompt does not have; it has {', '.join(given)}.{nearest(field, given)}",
        )
