"""The standalone page as HTML: the built client's scripts, styles and icon in a page of its own, and its data.

Scripts and styles are a compressed part like the data. A small script unpacks them and puts them into the page.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Iterable, Iterator
from importlib import resources
from itertools import chain
from pathlib import Path

from jinja2 import Template

from townlet.errors import TownletError
from townlet.server.protocol.base import WireModel
from townlet.server.protocol.standalone_page import ExportedClient

_SCRIPT = re.compile(r'<script type="module"[^>]*src="\./([^"]+)"[^>]*></script>')
"""Such as `<script type="module" crossorigin src="./assets/index-B1x.js"></script>`."""
_LATER = re.compile(r"""\bimport\([`"']\./([\w-]+\.js)[`"']\)""")
"""Such as `import("./encoders-D4z.js")` in a script, for the file beside it."""
_STYLE = re.compile(r'<link rel="stylesheet"[^>]*href="\./([^"]+)"[^>]*>')
"""Such as `<link rel="stylesheet" crossorigin href="./assets/index-C2y.css">`."""
_ICON = re.compile(r'href="\./([^"]+\.svg)"')
"""Such as `href="./assets/icon-D3z.svg"`."""
_URL = re.compile(r"url\(\./([^)]+)\)")
"""Such as `url(./inter-E4w.woff2)` in a style sheet."""
_UNPACK = """const text = document.querySelector('script[data-part="client"]').textContent;
const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
const { styles, scripts } = await new Response(unpacked).json();
const put = (element, text) => document.head.append(Object.assign(element, { textContent: text }));
for (const style of styles) put(document.createElement("style"), style);
for (const script of scripts) put(Object.assign(document.createElement("script"), { type: "module" }), script);
"""
"""The script that puts the client into the page. The page's policy allows the client's scripts by their hashes."""
_MEDIA = {".svg": "image/svg+xml", ".png": "image/png", ".woff": "font/woff", ".woff2": "font/woff2"}


class ClientNotBuilt(TownletError):
    """The built client is not part of this installation."""

    def __init__(self) -> None:
        super().__init__(
            "This installation lacks the web client. `uv sync` or `pip install .` builds it with the package."
        )


def render_standalone_page(client: Path, title: str, parts: Iterable[tuple[str, WireModel]]) -> Iterator[str]:
    """Yield the page piece by piece. `parts` are its data by name. Raises ClientNotBuilt."""
    if not (client / "index.html").is_file():
        raise ClientNotBuilt
    page = (client / "index.html").read_text(encoding="utf-8")
    scripts = [script for path in _SCRIPT.findall(page) for script in _with_later_ones(client / path)]
    styles = [_style(client / path) for path in _STYLE.findall(page)]
    code: WireModel = ExportedClient(styles=styles, scripts=scripts)
    yield from _template().generate(
        title=title,
        icon=next((_data_url(client / path) for path in _ICON.findall(page)), "data:,"),
        policy=_policy([_UNPACK, *scripts], styles),
        unpack=_UNPACK,
        parts=((name, encode_part(part)) for name, part in chain([("client", code)], parts)),
    )


def _template() -> Template:
    text = resources.files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    page: Template = Template(text, autoescape=True, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    return page


def encode_part(part: WireModel) -> str:
    """Return a part as compressed JSON in base64, without a timestamp, so that the same run gives the same page."""
    return base64.b64encode(gzip.compress(part.model_dump_json().encode(), 9, mtime=0)).decode("ascii")


def _with_later_ones(path: Path) -> list[str]:
    """Return a script, and before it those that it loads when they are needed.

    A standalone page has nowhere to load them from. Each of them stands alone and offers what it has as a global name,
    so that the script finds it there.
    """
    script = path.read_text(encoding="utf-8")
    return [*((path.parent / later).read_text(encoding="utf-8") for later in _LATER.findall(script)), script]


def _style(path: Path) -> str:
    """Return a style sheet with its fonts and pictures inlined."""
    return _URL.sub(lambda found: f"url({_data_url(path.parent / found[1])})", path.read_text(encoding="utf-8"))


def _data_url(path: Path) -> str:
    return encode_data_url(_MEDIA[path.suffix], path.read_bytes())


def encode_data_url(media_type: str, content: bytes) -> str:
    """Return the content as a `data:` URL."""
    return f"data:{media_type};base64,{base64.b64encode(content).decode('ascii')}"


def _policy(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """Return a Content-Security-Policy that allows the inlined scripts and styles by their hashes."""
    rules = (
        "default-src 'none'",
        f"script-src {' '.join(map(_hash, scripts))}",
        f"style-src {' '.join(map(_hash, styles))}",
        "img-src data: blob:",
        "font-src data:",
        "connect-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return "; ".join(rules)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"
