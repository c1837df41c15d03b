"""The object meant by an address, written whole or from its sector on."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from townlet.cli.failures import BadInput
from townlet.world.address import Address
from townlet.world.tree import label


def find_object(text: str, objects: Iterable[Address]) -> Address:
    """The object at an address such as 'Mill House: kitchen: stove'. Raises BadInput with what is nearest."""
    known = sorted(objects)
    wanted = _plain(text.strip().strip("<>"))
    found = [address for address in known if _plain(str(address)) == wanted or _ends_in(address, wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        choices = "; ".join(label(address) for address in found[:5])
        raise BadInput(f"{text!r} may be any of {len(found)} objects ({choices}); write more of the address.")
    close = get_close_matches(wanted, [_plain(label(address)) for address in known], n=3, cutoff=0.4)
    nearest = "; ".join(label(address) for address in known if _plain(label(address)) in close)
    hint = f"Near it: {nearest}." if nearest else "Write it as 'sector: room: object'."
    raise BadInput(f"There is no object {text!r} on the map. {hint}")


def _ends_in(address: Address, wanted: str) -> bool:
    return _plain(str(address)).endswith(f":{wanted}") if wanted else False


def _plain(text: str) -> str:
    return ":".join(part.strip().casefold() for part in text.replace("’", "'").split(":"))
