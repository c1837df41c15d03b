"""The person meant by a name, or by a part of one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from townlet.cli.errors import BadInput
from townlet.world.address import Address
from townlet.world.tree import label


def find_person(text: str, names: Iterable[str]) -> str:
    """The full name meant: whole, by its first part, or by the beginning of any part. Raises BadInput."""
    known = sorted(names)
    wanted = " ".join(text.casefold().split())
    for fits in (_is, _has_part, _begins):
        found = [name for name in known if wanted and fits(name.casefold(), wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            raise BadInput(f"{text!r} may be {' or '.join(found)}; write more of the name.")
    raise BadInput(f"Nobody here is called {text!r}.{_nearest(wanted, known)} There are {', '.join(known)}.")


def _is(name: str, wanted: str) -> bool:
    return name == wanted


def _has_part(name: str, wanted: str) -> bool:
    return wanted in name.split()


def _begins(name: str, wanted: str) -> bool:
    return name.startswith(wanted) or any(part.startswith(wanted) for part in name.split())


def _nearest(wanted: str, names: list[str]) -> str:
    by_part = {part: name for name in names for part in (*name.casefold().split(), name.casefold())}
    close = get_close_matches(wanted, list(by_part), n=1, cutoff=0.7)
    return f" Did you mean {by_part[close[0]]}?" if close else ""


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
