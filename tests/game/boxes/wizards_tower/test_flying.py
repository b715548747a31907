"""Flying Monsters, and the three whose ring decides what a Hit does."""

from __future__ import annotations

import msgspec
import pytest

from tests.game.boxes.wizards_tower.wizards_table import drawing, new_wizards, wizards
from tests.game.rules.table import LIBRARY

FLYERS = ["Gargoyle2", "Phoenix1", "Dragon5"]


@pytest.mark.rule("WT-031")
def test_who_flies_is_data():
    flying = {kind.name for box in LIBRARY.values() for kind in box.tokens.values() if kind.flying}
    assert flying == {"gargoyle", "phoenix", "dragon"}
    facts = LIBRARY["wizards-tower"]
    ogre = msgspec.structs.replace(facts.tokens["ogre"], flying=True)
    owned = LIBRARY | {"wizards-tower": msgspec.structs.replace(facts, tokens=facts.tokens | {"ogre": ogre})}
    scene = new_wizards(owned)
    scene.correct(monsters=[{"piece": "ogre#1", "space": "knight-3"}])
    with scene.refuses("illegal-target", "flying-hit"):
        scene.play("green-knight", on="Ogre")
    scene.play("green-archer", on="Ogre")
    assert scene.board == "Ogre3@K3"


@pytest.mark.rule("WT-032")
@pytest.mark.parametrize("flyer", FLYERS)
@pytest.mark.parametrize("card", ["green-knight", "any-color-knight"])
def test_knights_never_hit_who_flies(flyer, card):
    scene = wizards(f"{flyer}@K3")
    with scene.refuses("illegal-target", "flying-hit"):
        scene.play(card, on=flyer[:-1])


@pytest.mark.rule("WT-032")
def test_swordsmen_never_hit_who_flies():
    scene = wizards("Phoenix1@S3")
    with scene.refuses("illegal-target", "flying-hit"):
        scene.play("green-swordsman", on="Phoenix")


@pytest.mark.rule("WT-033", "WT-175")
@pytest.mark.parametrize("flyer", FLYERS)
@pytest.mark.parametrize("card", ["tar", "drive-him-back"])
def test_tar_and_drive_him_back_do_nothing_to_who_flies(flyer, card):
    scene = wizards(f"{flyer}@S3")
    with scene.refuses("illegal-target", "flying"):
        scene.play(card, on=flyer[:-1])


@pytest.mark.rule("WT-034", "WT-175")
def test_boulders_roll_under_who_flies():
    scene = drawing("Phoenix1@A4 Gargoyle2@S4 Goblin1@K4")
    scene.draw("giant-boulder#1", 4)
    assert scene.board == "Gargoyle2@S4 Phoenix1@A4"
    assert scene.discard == "GiantBoulder Goblin"
    assert scene.down == "W4"


@pytest.mark.rule("WT-035", "AX-006")
@pytest.mark.parametrize("ring", ["A", "K", "S"])
@pytest.mark.parametrize("card", ["green-archer", "green-hero", "any-color-archer"])
def test_archers_and_heroes_hit_who_flies_in_all_three_rings_of_their_color(ring, card):
    scene = wizards(f"Phoenix1@{ring}3")
    with scene.refuses("illegal-target", "hit-color"):
        scene.play("blue-hero", on="Phoenix")
    scene.play(card, on="Phoenix")
    assert scene.trophies(1) == "Phoenix"


@pytest.mark.rule("WT-036")
def test_inside_the_castle_ring_archers_and_heroes_do_not_reach_who_flies_but_the_barbarian_does():
    scene = wizards("Phoenix1@C1", towers="-1")
    for card in ("red-archer", "red-hero"):
        with scene.refuses("illegal-target", "hit-in-castle"):
            scene.play(card, on="Phoenix")
    scene.play("barbarian", on="Phoenix")
    assert scene.trophies(1) == "Phoenix"


@pytest.mark.rule("WT-037")
def test_nothing_hits_who_flies_in_the_forest():
    scene = wizards("Phoenix1@F1")
    with scene.refuses("illegal-target", "hit-in-forest"):
        scene.play("red-archer", on="Phoenix")


@pytest.mark.rule("WT-038")
def test_who_flies_meets_walls_fortify_tokens_and_towers_like_any_other():
    scene = wizards("Phoenix1@S4 Gargoyle#1@S3 Gargoyle#2@S2", walls="-2 +3f")
    scene.done()
    assert scene.board == "Gargoyle1@C2 Gargoyle1@S3"
    assert scene.down == "W2 W4 T2"
    assert scene.fortified == ""
    assert scene.discard == "Phoenix"


@pytest.mark.rule("WT-167")
def test_the_gargoyle_flies():
    scene = wizards("Gargoyle2@S5")
    with scene.refuses("illegal-target", "flying-hit"):
        scene.play("blue-swordsman", on="Gargoyle")
    for card in ("tar", "drive-him-back"):
        with scene.refuses("illegal-target", "flying"):
            scene.play(card, on="Gargoyle")
    scene.play("blue-archer", on="Gargoyle")
    assert scene.board == "Gargoyle1@S5"


@pytest.mark.rule("WT-175")
def test_the_phoenix_flies():
    scene = drawing("Phoenix1@A2")
    scene.draw("flaming-boulder#1", 2)
    assert scene.board == "Phoenix1@A2"


# Centaur, Cyclops, Golem


@pytest.mark.rule("WT-148", "WT-154", "WT-172")
@pytest.mark.parametrize(
    ("monster", "card"),
    [
        ("Centaur3@K3", "green-knight"),
        ("Centaur3@K3", "green-hero"),
        ("Cyclops3@A6", "blue-hero"),
        ("Cyclops3@A6", "any-color-archer"),
        ("Golem3@S1", "red-swordsman"),
    ],
)
def test_any_hit_in_its_weak_ring_slays_it(monster, card):
    scene = wizards(monster)
    scene.play(card, on=monster.partition("3")[0])
    assert scene.board == ""
    assert scene.game.table.points(1) == 3


@pytest.mark.rule("WT-149", "WT-155", "WT-173")
@pytest.mark.parametrize(
    ("monster", "card"),
    [
        ("Centaur3@A3", "green-archer"),
        ("Centaur3@A3", "green-hero"),
        ("Cyclops3@S6", "blue-swordsman"),
        ("Cyclops3@S6", "any-color-swordsman"),
        ("Golem3@K1", "red-knight"),
    ],
)
def test_no_hit_counts_in_its_safe_ring(monster, card):
    scene = wizards(monster)
    name = monster.partition("3")[0]
    with scene.refuses("illegal-target", "safe-ring"):
        scene.play(card, on=name)
    with scene.refuses("illegal-target", "safe-ring"):
        scene.play(card, on=name, together="nice-shot")
    with scene.refuses("illegal-target", "safe-ring"):
        scene.answer(scene.game.table.reports["hit"](scene.monster(name)))
    assert scene.board == monster


@pytest.mark.rule("WT-148", "WT-154", "WT-172")
def test_in_its_third_ring_a_hit_is_one_point():
    scene = wizards("Centaur3@S3 Cyclops3@K6 Golem3@A1")
    for card, monster in (("green-swordsman", "Centaur"), ("blue-knight", "Cyclops"), ("red-archer", "Golem")):
        scene.play(card, on=monster)
    assert scene.board == "Centaur2@S3 Cyclops2@K6 Golem2@A1"


@pytest.mark.rule("WT-148", "WT-154", "WT-172")
def test_damage_that_is_no_hit_counts_normally_in_every_ring():
    scene = wizards("Golem3@S1 Centaur3^1@A3 Cyclops3^1@F5")
    scene.done()
    assert scene.board == "Centaur2^1@K3 Cyclops2^1@A5 Golem2@S1"


@pytest.mark.rule("WT-148", "WT-154", "WT-172")
def test_by_the_variant_any_damage_in_the_weak_ring_slays():
    scene = wizards("Golem3@S1 Centaur3^1@A3 Cyclops3^1@F5", variants=("weak-ring-any-damage",))
    scene.play("azriels-fist", on="Cyclops")
    assert scene.board == "Centaur3^1@A3 Cyclops2^1@F5 Golem3@S1"
    scene.done()
    assert scene.board == ""
    assert scene.trophies(1) == ""


@pytest.mark.rule("WT-183")
def test_the_ring_where_it_stands_decides_and_not_what_the_card_counts_as():
    scene = wizards("Centaur3@A3 Golem3@S1")
    with scene.refuses("illegal-target", "safe-ring"):
        scene.play("green-knight", on="Centaur", together="change-range", range="archer")
    scene.play("chain-lightning", at="A3")
    scene.play("red-archer", on="Golem", together="change-range", range="swordsman")
    assert scene.board == "Centaur2@A3"
    assert scene.trophies(1) == "Golem"
