"""What one person knows of the tree of places."""

from townlet.world.known import KnownTree, known_from

from .sketch import ROOT, Thing, address, setting_of

SETTING = setting_of(
    "hhh1#kk2\nhhh.#kkk",
    {"h": "Mill:hall", "k": "Forge:shop"},
    {"1": Thing("Mill:hall:stove", "cold"), "2": Thing("Forge:shop:anvil", "bare")},
)


def test_who_knows_a_place_knows_all_that_is_in_it_and_nothing_else() -> None:
    known = known_from(SETTING, [address("Mill")])
    assert known.states[address("Mill:hall:stove")] == "cold"
    assert address("Mill:hall") in known
    assert address("Forge") not in known


def test_the_places_on_the_way_to_what_is_seen_become_known_but_not_their_other_contents() -> None:
    known = KnownTree().learn([(address("Forge:shop:anvil"), "hot")])
    assert list(known.states) == [
        ROOT,
        address("Forge"),
        address("Forge:shop"),
        address("Forge:shop:anvil"),
    ]
    assert known.states[address("Forge")] == ""
    assert known.objects(address("Forge"), SETTING) == (address("Forge:shop:anvil"),)


def test_a_state_once_seen_is_kept_until_another_is_seen() -> None:
    known = known_from(SETTING, [address("Mill")])
    stale = known.learn([(address("Forge:shop:anvil"), "hot")])
    assert stale.states[address("Mill:hall:stove")] == "cold"
    assert stale.learn([(address("Mill:hall:stove"), "burning")]).states[address("Mill:hall:stove")] == "burning"


def test_learning_leaves_the_knowledge_of_before_as_it_was() -> None:
    known = known_from(SETTING, [address("Mill")])
    known.learn([(address("Mill:hall:stove"), "burning")])
    assert known.states[address("Mill:hall:stove")] == "cold"


def test_known_arenas_and_children_come_in_the_order_of_the_map() -> None:
    known = known_from(SETTING, [address("Forge"), address("Mill")])
    assert known.arenas(SETTING) == (address("Mill:hall"), address("Forge:shop"))
    assert known.children(ROOT, SETTING) == (address("Mill"), address("Forge"))
