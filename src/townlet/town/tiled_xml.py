"""Tiled's XML files (.tmx, .tsx, .tx), as the tables that its JSON files hold."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

_NUMBER = re.compile(r"-?\d+(\.\d+)?")
"""An attribute that is a number: '32', '-1.5'."""
_CORNER = re.compile(r"[-+.e\d]+,[-+.e\d]+")
"""A corner of a shape: '16,-3.5', '1e-05,0'."""
_WORDS = {"name", "type", "class", "source", "template", "version", "tiledversion"}
"""The attributes that are words, even if they look like a number."""
_LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
MAX_DEPTH = 100
"""How deeply groups of layers may lie in one another."""


def is_xml(text: str) -> bool:
    """Return whether a text is XML rather than JSON."""
    return text.lstrip().startswith("<")


def table_of(text: str) -> dict[str, Any]:
    """Return the table that Tiled writes as JSON for the same map, tileset or template. Raises ValueError."""
    if "<!ENTITY" in text:
        raise ValueError("declares entities, which no Tiled file does")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ValueError(f"is not XML ({error}); save the map again") from error
    if root.tag == "map":
        return {**_plain(root), "type": "map", "layers": _layers(root), "tilesets": _each(root, "tileset", _tileset)}
    if root.tag == "tileset":
        return {**_tileset(root), "type": "tileset"}
    if root.tag == "template":
        tileset, thing = (next(root.iter(tag), Element(tag)) for tag in ("tileset", "object"))
        return {"tileset": _tileset(tileset), "object": _object(thing), "type": "template"}
    raise ValueError(f"is not a Tiled map: it is XML of the kind <{root.tag}>")


def value_of(name: str, text: str) -> str | int | float | bool:
    """Return what a text without a type stands for: a number, true or false; else the text."""
    if name in _WORDS:
        return text
    if text in ("true", "false"):
        return text == "true"
    if not _NUMBER.fullmatch(text):
        return text
    return float(text) if "." in text else int(text)


def _plain(element: Element) -> dict[str, Any]:
    """Return the attributes of an element, and its custom properties."""
    table: dict[str, Any] = {name: value_of(name, text) for name, text in element.attrib.items()}
    own = element.find("properties")
    if own is not None:
        table["properties"] = [_property(each) for each in own.findall("property")]
    return table


def _each(element: Element, tag: str, read: Any) -> list[dict[str, Any]]:
    return [read(each) for each in element.findall(tag)]


def _property(element: Element) -> dict[str, Any]:
    name, kind = element.get("name", ""), element.get("type", "string")
    text = element.get("value", element.text or "")
    if kind in ("class", "list"):
        members = map(_property, element.iterfind("properties/property"))
        return {"name": name, "value": {each["name"]: each["value"] for each in members}}
    if kind == "bool":
        return {"name": name, "value": text == "true"}
    return {"name": name, "value": value_of(kind, text) if kind in ("int", "float") else text}


def _layers(element: Element, depth: int = 0) -> list[dict[str, Any]]:
    if depth > MAX_DEPTH:
        raise ValueError(f"has groups of layers more than {MAX_DEPTH} deep")
    found = []
    for each in element:
        if each.tag not in _LAYERS:
            continue
        table = {**_plain(each), "type": _LAYERS[each.tag]}
        if each.tag == "layer":
            table |= _data(each)
        elif each.tag == "objectgroup":
            table["objects"] = _each(each, "object", _object)
        elif each.tag == "imagelayer":
            table |= _image(each)
        else:
            table["layers"] = _layers(each, depth + 1)
        found.append(table)
    return found


def _data(layer: Element) -> dict[str, Any]:
    data = layer.find("data")
    if data is None:
        return {"data": []}
    packing = {key: data.get(key, "") for key in ("encoding", "compression")}
    chunks = [{**_plain(chunk), "data": _numbers(chunk, packing["encoding"])} for chunk in data.findall("chunk")]
    return {**packing, "chunks": chunks} if chunks else {**packing, "data": _numbers(data, packing["encoding"])}


def _numbers(element: Element, encoding: str) -> list[int] | str:
    text = (element.text or "").strip()
    if encoding == "base64":
        return text
    if encoding == "csv":
        try:
            return [int(number) for number in text.split(",") if number.strip()]
        except ValueError as error:
            raise ValueError(f"has a layer that is not CSV ({error}); save the map again") from error
    return [int(tile.get("gid", "0")) for tile in element.findall("tile")]


def _object(element: Element) -> dict[str, Any]:
    table = _plain(element)
    for child in element:
        if child.tag in ("ellipse", "capsule", "point"):
            table[child.tag] = True
        elif child.tag in ("polygon", "polyline"):
            points = child.get("points", "")
            if not all(_CORNER.fullmatch(pair) for pair in points.split()):
                raise ValueError(f"has a {child.tag} whose corners are {points[:60]!r}; save the map again")
            corners = [pair.split(",") for pair in points.split()]
            table[child.tag] = [{"x": float(x), "y": float(y)} for x, y in corners]
        elif child.tag == "text":
            table["text"] = {"text": child.text or ""}
    return table


def _image(element: Element) -> dict[str, Any]:
    image = element.find("image")
    if image is None:
        return {}
    names = {"source": "image", "width": "imagewidth", "height": "imageheight"}
    return {names[name]: value for name, value in _plain(image).items() if name in names}


def _tileset(element: Element) -> dict[str, Any]:
    found = {each.tag: _plain(each) for each in element if each.tag in ("tileoffset", "grid")}
    return {**_plain(element), **_image(element), **found, "tiles": _each(element, "tile", _tile)}


def _tile(element: Element) -> dict[str, Any]:
    table = {**_plain(element), **_image(element)}
    if (shapes := element.find("objectgroup")) is not None:
        table["objectgroup"] = {"objects": _each(shapes, "object", _object)}
    if (animation := element.find("animation")) is not None:
        table["animation"] = _each(animation, "frame", _plain)
    return table
