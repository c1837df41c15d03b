"""Pictures of the kinds that every browser shows: what a file holds, how large it is, and whether it is whole."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

LONGEST_SIDE = 16_384
"""The longest side of a picture in pixels, which is what current browsers and graphics cards draw."""


@dataclass(frozen=True)
class PictureFile:
    """What the file of a picture says. The size is 0 x 0 if the file ends before it."""

    media: str
    """The media type: 'image/png'."""
    width: int = 0
    height: int = 0
    whole: bool = False
    """Whether the file goes on to its end mark."""


def read_picture(content: bytes) -> PictureFile | None:
    """Return what a file says if it is a PNG, JPEG, GIF or WebP picture; None for any other."""
    for mark, (kind, read) in _KINDS.items():
        if content.startswith(mark) and (kind != "webp" or content[8:12] == b"WEBP"):
            try:
                return PictureFile(f"image/{kind}", *read(content))
            except (struct.error, IndexError, ValueError):
                return PictureFile(f"image/{kind}")
    return None


def fault_of(content: bytes, sizes: Iterable[tuple[int, int]] = ()) -> str:
    """Return why nobody would see a picture as it is meant, and what to do; empty if browsers show it.

    `sizes` are those that a map says, 0 x 0 if it says none. What was added below them changes no tile.
    """
    picture = read_picture(content)
    if picture is None:
        return "is no picture that browsers show; save it as PNG, JPEG, WebP or GIF"
    if not picture.whole or not picture.width or not picture.height:
        return "is cut off or damaged; copy it again, or save it anew"
    size = f"{picture.width:,} x {picture.height:,} pixels"
    if max(picture.width, picture.height) > LONGEST_SIDE:
        return f"has {size}; browsers show up to {LONGEST_SIDE:,} on a side, so divide it"
    for width, height in sizes:
        if width and height and (picture.width != width or picture.height < height):
            hint = "put the other picture back, or open the map in Tiled and save it"
            return f"has {size}, and the map says {width:,} x {height:,}; {hint}"
    return ""


_Read = tuple[int, int, bool]


def _png(content: bytes) -> _Read:
    width, height = struct.unpack_from(">II", content, 16)
    at, kind = 8, b""
    while kind != b"IEND" and at + 12 <= len(content):
        length, kind = struct.unpack_from(">I4s", content, at)
        told = content[at + 8 + length : at + 12 + length]
        if told != struct.pack(">I", zlib.crc32(content[at + 4 : at + 8 + length])):
            return width, height, False
        at += 12 + length
    return width, height, kind == b"IEND"


def _jpeg(content: bytes) -> _Read:
    at, width, height = 2, 0, 0
    while (marker := content[at + 1]) != 0xDA:  # the start of the pixels
        (length,) = struct.unpack_from(">H", content, at + 2)
        if content[at] != 0xFF or (marker != 0xFF and length < 2):
            raise ValueError
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", content, at + 5)
        at += 1 if marker == 0xFF else 2 + length
    return width, height, content.rfind(b"\xff\xd9") > at


def _gif(content: bytes) -> _Read:
    width, height, flags = struct.unpack_from("<HHB", content, 6)
    at = 13 + _colours(flags)
    while at < len(content) and content[at] != 0x3B:  # the end
        if content[at] not in (0x21, 0x2C):
            raise ValueError
        at += 2 if content[at] == 0x21 else 11 + _colours(content[at + 9])
        while content[at]:
            at += 1 + content[at]
        at += 1
    return width, height, at < len(content)


def _colours(flags: int) -> int:
    """Return the bytes of a GIF's table of colours."""
    return 3 << (flags % 8 + 1) if flags & 0x80 else 0


def _webp(content: bytes) -> _Read:
    (size,) = struct.unpack_from("<I", content, 4)
    whole = len(content) >= 8 + size
    if content[12:16] == b"VP8X":
        width, height = (int.from_bytes(content[at : at + 3], "little") + 1 for at in (24, 27))
    elif content[12:16] == b"VP8L":
        (bits,) = struct.unpack_from("<I", content, 21)
        width, height = bits % (1 << 14) + 1, (bits >> 14) % (1 << 14) + 1
    else:
        width, height = (side % (1 << 14) for side in struct.unpack_from("<HH", content, 26))
    return width, height, whole


_KINDS: dict[bytes, tuple[str, Callable[[bytes], _Read]]] = {
    b"\x89PNG\r\n\x1a\n": ("png", _png),
    b"\xff\xd8\xff": ("jpeg", _jpeg),
    b"GIF87a": ("gif", _gif),
    b"GIF89a": ("gif", _gif),
    b"RIFF": ("webp", _webp),
}
"""The kinds by the first bytes of their files."""
