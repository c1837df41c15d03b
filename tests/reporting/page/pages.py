"""A page taken apart: what is in it, whether it closes what it opens, and where its links lead."""

from __future__ import annotations

from html.parser import HTMLParser

_VOID = frozenset(("br", "hr", "img", "input", "link", "meta", "col"))
_LOADS = frozenset(("src", "srcset", "data", "poster", "action", "formaction", "background", "xlink:href"))


class Page(HTMLParser):
    """Reads a page. Raises AssertionError where tags do not fit together."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.handlers: list[str] = []
        self.policy = ""
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in _VOID:
            self.open.append(tag)
        self._note(tag, {name: value or "" for name, value in attrs})

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._note(tag, {name: value or "" for name, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        assert self.open
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.texts.append(data)

    @property
    def text(self) -> str:
        """All that is to be read, with single spaces."""
        return " ".join(" ".join(self.texts).split())

    def _note(self, tag: str, attributes: dict[str, str]) -> None:
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "a":
            self.links.append(attributes["href"])
        elif "href" in attributes:
            self.loaded.append(attributes["href"])
        self.loaded += [attributes[name] for name in attributes if name in _LOADS]
        self.handlers += [name for name in attributes if name.startswith("on") or name == "style"]
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
