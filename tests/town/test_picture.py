"""What a picture's file says of itself, and whether a browser would show it."""

import struct

import numpy as np
import pytest

from townlet.mapmaker.png import write_png
from townlet.town.picture import PictureFile, fault_of, read_picture

PNG = write_png(np.zeros((5, 7, 4), np.uint8))
JPEG = (
    b"\xff\xd8\xff\xe1\0\x0athumb\xff\xd9\xff"  # a segment that holds an end mark of its own
    b"\xff\xff\xc2\0\x0b\x08\0\x05\0\x07\1\1\1\0\xff\xda\0\x03\0" + bytes(40) + b"\xff\xd9 and a camera's remarks"
)
GIF = b"GIF89a\x07\0\x05\0\x80\0\0" + bytes(6) + b"!\xf9\x02;;\0,\0\0\0\0\x07\0\x05\0\0\x02\x03;;;\0;"
WEBP = {
    "VP8 ": bytes(6) + struct.pack("<HH", 7, 5),
    "VP8L": b"\x2f" + struct.pack("<I", 6 | 4 << 14),
    "VP8X": bytes(4) + b"\x06\0\0\x04\0\0",
}


def webp(kind):
    chunk = kind.encode() + bytes(4) + WEBP[kind] + bytes(8)
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


WHOLE = {"png": PNG, "jpeg": JPEG, "gif": GIF, **{kind: webp(kind) for kind in WEBP}}


@pytest.mark.parametrize("kind", WHOLE)
def test_a_whole_picture_tells_its_kind_and_its_size(kind):
    media = f"image/{'webp' if kind.startswith('VP8') else kind}"
    assert read_picture(WHOLE[kind]) == PictureFile(media, 7, 5, whole=True)
    assert fault_of(WHOLE[kind]) == ""


@pytest.mark.parametrize("kind", WHOLE)
def test_a_picture_that_is_cut_off_anywhere_is_told(kind):
    end = WHOLE[kind].rfind(b"\xff\xd9") + 1 if kind == "jpeg" else len(WHOLE[kind]) - 1
    for length in range(16, end + 1):
        assert fault_of(WHOLE[kind][:length]) == "is cut off or damaged; copy it again, or save it anew"


@pytest.mark.parametrize("place", [20, 45, -3])
def test_a_damaged_png_is_told(place):
    damaged = bytearray(PNG)
    damaged[place] ^= 1
    assert "damaged" in fault_of(bytes(damaged))


@pytest.mark.parametrize(
    "content", [b"", b"BM" + bytes(60), b"<svg/>", b"\0\0\0\x20ftypavif", b"RIFF\0\0\0\0WAVEfmt ", PNG[1:]]
)
def test_what_browsers_may_not_show_is_no_picture(content):
    assert fault_of(content) == "is no picture that browsers show; save it as PNG, JPEG, WebP or GIF"
