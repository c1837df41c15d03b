"""Files that people give, read within limits so that none takes all memory or never ends; and folders to make."""

from __future__ import annotations

import errno
import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any, BinaryIO

from townlet.errors import BadInput

MAX_FILE_BYTES = 64 << 20
"""The largest file that is read whole. A map of a thousand by a thousand tiles takes half of it."""
MAX_TOML_CHARACTERS = 2_000_000
"""The longest TOML text. Its parser takes a second for it; the longest of a built-in town has a hundredth."""
MAX_DEPTH = 100
"""How deeply values may lie in one another."""
_MAX_DOTS = 1_000
"""The most dots on a line, outside of strings. For a key of many parts (a.a.a ...) the parser takes memory by the
square of them."""
_NO_KEYS = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}|\'{3}.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|\#[^\n]*''', re.DOTALL
)
"""A string or a comment, whose dots part no key."""
_TOO_DEEP = "it is nested too deeply"


def open_file(path: Path) -> BinaryIO:
    """Open a regular file. Raises OSError, also for a pipe or a device, which could have no end."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file", str(path))
    return path.open("rb")


def read_file(path: Path) -> bytes:
    """Return the content of a regular file. Raises OSError, also for a file that is too large."""
    with open_file(path) as file:
        content = file.read(MAX_FILE_BYTES + 1)
    if len(content) > MAX_FILE_BYTES:
        raise OSError(errno.EFBIG, f"it has more than {MAX_FILE_BYTES:,} bytes", str(path))
    return content


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file, with or without a byte order mark, with '\\n' as line end.

    Raises UnicodeDecodeError, and OSError as `read_file` does.
    """
    return read_file(path).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def parse_toml_text(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text. Raises TOMLDecodeError, also for one that is too long or nested too deeply."""
    if len(text) > MAX_TOML_CHARACTERS:
        raise tomllib.TOMLDecodeError(f"it has more than {MAX_TOML_CHARACTERS:,} characters")
    if _has_many_dots(text) and _has_many_dots(_NO_KEYS.sub("", text)):
        raise tomllib.TOMLDecodeError(_TOO_DEEP)
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError(_TOO_DEEP) from None
    except ValueError as error:  # a number of thousands of digits, or a date that is none
        raise tomllib.TOMLDecodeError(str(error)) from error
    if _is_too_deep(tables):
        raise tomllib.TOMLDecodeError(_TOO_DEEP)
    return tables


def _has_many_dots(text: str) -> bool:
    return any(line.count(".") > _MAX_DOTS for line in text.split("\n"))


def parse_json_text(text: str) -> Any:
    """Return the value of a JSON text. Raises JSONDecodeError, also for one that is nested too deeply."""
    try:
        value = json.loads(text)
    except RecursionError:
        raise json.JSONDecodeError(_TOO_DEEP, "", 0) from None
    except json.JSONDecodeError:
        raise
    except ValueError as error:  # a number of thousands of digits
        raise json.JSONDecodeError(str(error), "", 0) from error
    if _is_too_deep(value):
        raise json.JSONDecodeError(_TOO_DEEP, "", 0)
    return value


def _is_too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        held = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list))
        level = [inner for values in held for inner in values]
        if not level:
            return False
    return True


def find_folder(folder: Path) -> Path:
    """Return where the links of a folder lead that may have to be created. Raises BadInput if it cannot be one.

    A path such as 'missing/../a' leads nowhere: creating its parents would leave `missing` behind.
    """
    real = Path(os.path.realpath(folder))
    steps = [Path(*folder.parts[:place]) for place, part in enumerate(folder.parts) if place and part == ".."]
    if missing := [step for step in steps if not step.is_dir()]:
        raise BadInput(f"{folder} leads through {missing[0]}, which is no folder. Give another name.")
    if os.path.lexists(real) and not real.is_dir():
        raise BadInput(f"{folder} already exists and is not a folder. Give another name.")
    return real


def refuse_full_folder(folder: Path) -> None:
    """Check that a folder is new or empty, so that nothing in it is overwritten. Raises BadInput."""
    real = find_folder(folder)
    if real.exists() and any(real.iterdir()):
        raise BadInput(f"{folder} already exists and is not an empty folder. Give a new folder.")
