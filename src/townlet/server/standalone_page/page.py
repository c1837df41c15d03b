"""The page: the client as the server shows it, with everything that it would fetch put into the one file."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from townlet.server.protocol.base import WireModel

_SCRIPT = re.compile(r'<script type="module"[^>]*src="\./([^"]+)"[^>]*></script>')
_STYLE = re.compile(r'<link rel="stylesheet"[^>]*href="\./([^"]+)"[^>]*>')
_PRELOAD = re.compile(r'\s*<!--.*?-->(\s*<link rel="preload" as="fetch"[^>]*>)+', re.DOTALL)
"""What the page asks a server for before its script does."""
_ICON = re.compile(r'href="\./([^"]+\.svg)"')
_URL = re.compile(r"url\(\./([^)]+)\)")
_TITLE = re.compile(r"<title>.*?</title>")
_MEDIA = {".svg": "image/svg+xml", ".png": "image/png", ".woff": "font/woff", ".woff2": "font/woff2"}


class ClientNotBuilt(Exception):
    """The client is not part of this installation."""


def render_standalone_page(client: Path, title: str, parts: Iterable[tuple[str, WireModel]]) -> Iterator[str]:
    """The page, piece by piece. Raises NoClient."""
    if not (client / "index.html").is_file():
        raise ClientNotBuilt
    head, body, end = _split(_inlined(client, title))
    yield head
    yield body
    for name, part in parts:
        yield f'<script type="application/octet-stream" data-part="{name}">{encode_part(part)}</script>\n'
    yield end


def encode_part(part: WireModel) -> str:
    """A part as JSON, compressed, in the letters of base64. The same run makes the same page."""
    return base64.b64encode(gzip.compress(part.model_dump_json().encode(), 9, mtime=0)).decode("ascii")


def _inlined(client: Path, title: str) -> str:
    """The client's page with its scripts, styles and icon within, and a policy that lets in nothing else."""
    whole = (client / "index.html").read_text(encoding="utf-8")
    scripts = [_script(client / path) for path in _SCRIPT.findall(whole)]
    styles = [_style(client / path) for path in _STYLE.findall(whole)]
    whole = _PRELOAD.sub("", _STYLE.sub("", _SCRIPT.sub("", whole)))
    whole = _ICON.sub(lambda found: f'href="{_data_url(client / found[1])}"', whole)
    whole = _TITLE.sub(lambda _: f"<title>{html.escape(title)}</title>", whole)
    within = [_policy(scripts, styles)]
    within += [f"<style>{style}</style>" for style in styles]
    within += [f'<script type="module">{script}</script>' for script in scripts]
    return whole.replace("</head>", "\n".join(within) + "\n</head>")


def _script(path: Path) -> str:
    """A script as it may stand within a page, where the end tag would end it even in a string."""
    return path.read_text(encoding="utf-8").replace("</script", "<\\/script").replace("<!--", "<\\!--")


def _style(path: Path) -> str:
    """A style with its fonts and pictures within."""
    return _URL.sub(lambda found: f"url({_data_url(path.parent / found[1])})", path.read_text(encoding="utf-8"))


def _data_url(path: Path) -> str:
    """A file as an address that holds it."""
    return f"data:{_MEDIA[path.suffix]};base64,{base64.b64encode(path.read_bytes()).decode('ascii')}"


def _policy(scripts: Iterable[str], styles: Iterable[str]) -> str:
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
    return f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(rules)}">'


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"


def _split(whole: str) -> tuple[str, str, str]:
    """What comes before the body's content, that content, and the end."""
    head, body = whole.split("</head>", 1)
    content, end = body.rsplit("</body>", 1)
    return f"{head}</head>", content, f"</body>{end}"
