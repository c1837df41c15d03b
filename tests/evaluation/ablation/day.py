"""A day lived by hand, of which the truth is known."""

from __future__ import annotations

from measures.made import ADA, BAKERY, BRAM, CLEO, GREEN, HOUR, KITCHEN, SHOP, MadeRun

DORA = "Dora Pell"
PEOPLE = (ADA, BRAM, CLEO, DORA)
NOON, EVENING, BEDTIME = 12 * HOUR, 17 * HOUR, 22 * HOUR
LINE = "My uncle collects brass telescopes from sunken steamers."
FACTS = """
[[facts]]
name = "regatta"
question = "Do you know of a regatta?"
source = "Ada Finch"
match = [["regatta"], ["saturday"]]
"""


def lived() -> MadeRun:
    """Ada spends the morning in the shop, three times with Bram; Bram tells her of telescopes, she him of a regatta."""
    made = MadeRun(*PEOPLE, workplace=BAKERY)
    seed = made.remembers(0, ADA, "Ada Finch holds a regatta on Saturday.", "seed")
    for hour, doing in ((7, "eating porridge"), (8, "counting coins"), (11, "folding boxes"), (14, "watering tulips")):
        made.does(hour * HOUR, ADA, doing, KITCHEN if hour == 7 else GREEN if hour == 14 else SHOP)
        made.remembers(hour * HOUR, ADA, f"Ada Finch is {doing}.", "done")
    for hour in (9, 10, 11):
        made.does(hour * HOUR, BRAM, "buying bread", SHOP)
        made.remembers(hour * HOUR + 10, ADA, "Bram Oake is buying bread.")
        made.does(hour * HOUR + HOUR // 2, BRAM, "resting", GREEN)
    made.talks(9 * HOUR + 60, "Good day.", LINE, people=(ADA, BRAM))
    heard = f"{9 * HOUR + 60}-{ADA}#1"
    made.remembers(9 * HOUR + 90, ADA, f"Bram Oake said to me: '{LINE}'", "heard", utterance=heard)
    for hour in (10, 11):
        told = made.says(hour * HOUR + 60, ADA, BRAM, "My regatta is on Saturday, you know.", shown=[seed])
        made.says(hour * HOUR + 61, BRAM, ADA, "Fine.", talk=told.partition("#")[0])
        made.remembers(hour * HOUR + 90, BRAM, "Ada Finch said: 'My regatta is on Saturday.'", "heard", utterance=told)
    return made
