"""Castle Panic rulebook, Draw 2 New Monsters: ordinary Monsters, Bosses and Monster Effects."""

from __future__ import annotations

import pytest

from companion.game.board import ARCS
from tests.game.rules.table import LIBRARY, table

EFFECTS = sorted(name for name, kind in LIBRARY["castle-panic"].tokens.items() if kind.sort == "effect")


def drawing(monsters="", **wishes):
    """A scene whose Monsters stand as said while the first token is to be drawn."""
    scene = table(**wishes)
    scene.done()
    parts = table(monsters)
    scene.correct(
        monsters=[
            {"piece": token.name, "space": token.space.name, "health": token.health, "tarred": token.tarred}
            for token in parts.game.table.board
        ]
    )
    scene.heard.clear()
    assert (scene.asks, scene.owed) == ("draw", 2)
    return scene


# One after the other


@pytest.mark.rule("CP-082")
def test_a_token_is_finished_before_the_next_is_drawn():
    scene = drawing()
    scene.draw("Orc")
    assert (scene.game.request.kind, scene.asks) == ("roll", "monster-arc")
    assert scene.board == ""
    scene.roll(3)
    assert (scene.board, scene.asks, scene.owed) == ("Orc2@F3", "draw", 1)
    assert scene.told("token-drawn") == [{"piece": "orc#1", "left": 48, "owed": 1}]


@pytest.mark.rule("CP-023")
@pytest.mark.parametrize("value", [0, 7, -1, 60])
def test_a_die_shows_one_to_six(value):
    scene = drawing()
    scene.draw("Orc")
    with scene.refuses("bad-value", "die"):
        scene.roll(value)


@pytest.mark.rule("CP-011", "CP-083")
@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("kind", ["Goblin", "Orc", "Troll"])
def test_monsters_enter_the_forest_of_the_rolled_arc(kind, value):
    scene = drawing()
    scene.draw(kind, value)
    health = {"Goblin": 1, "Orc": 2, "Troll": 3}[kind]
    assert scene.board == f"{kind}{health}@F{value}"
    assert scene.told("rolled") == [{"topic": "monster-arc", "value": value}]


@pytest.mark.rule("CP-032")
def test_nobody_enters_in_the_archer_ring_after_the_set_up():
    scene = drawing()
    scene.draw("Goblin", 2)
    assert scene.board == "Goblin1@F2"


@pytest.mark.rule("CP-098")
def test_a_token_that_is_elsewhere_cannot_be_drawn():
    scene = table("Orc#9@K2", trophies={2: "Goblin"})
    scene.done()
    scene.draw("plague-knights")
    for name in ("Orc#9", "Goblin#1", "plague-knights#1"):
        with scene.refuses("not-in-bag", "not-in-bag"):
            scene.draw(name)
    assert scene.owed == 1


@pytest.mark.rule("CP-085", "CP-087")
@pytest.mark.parametrize("kind", EFFECTS)
def test_effects_are_resolved_and_discarded_and_never_placed(kind):
    scene = drawing()
    scene.draw(kind)
    if kind == "giant-boulder":
        assert scene.asks == "boulder-arc"
        scene.roll(1)
    assert scene.asks == "draw"
    assert scene.board == ""
    assert [token.kind.name for token in scene.game.table.discard] == [kind]
    assert scene.bag == 48
    assert scene.told("monster-placed") == []


# Bosses


@pytest.mark.rule("CP-086")
@pytest.mark.parametrize(("boss", "health"), [("GoblinKing", 2), ("Healer", 2), ("OrcWarlord", 3), ("TrollMage", 3)])
def test_a_boss_enters_by_the_die_acts_once_and_marches_on(boss, health):
    scene = table("Orc1@F1", bag=f"{boss} Goblin Goblin Goblin Goblin")
    scene.done()
    scene.draw(boss, 2)
    acted = (
        scene.told("tokens-owed"),
        scene.told("monster-healed"),
        [e for e in scene.told("monster-moved") if e["cause"] == "token"],
    )
    assert sum(map(bool, acted)) == 1
    while scene.asks == "draw":
        scene.draw("Goblin", 6)
    place = "A2" if boss in ("GoblinKing", "Healer") else "K2"
    scene.quiet_turn()
    assert f"{boss}{health}@{place}" in scene.board
    assert acted == (
        scene.told("tokens-owed"),
        scene.told("monster-healed"),
        [event for event in scene.told("monster-moved") if event["cause"] == "token"],
    )
    scene.play("red-hero", on=boss)
    assert f"{boss}{health - 1}@{place}" in scene.board


def test_the_goblin_king_brings_three_more_tokens_each_with_its_own_die():
    scene = drawing()
    scene.draw("GoblinKing", 6)
    assert scene.owed == 4
    assert scene.told("tokens-owed") == [{"piece": "goblin-king#1", "count": 3, "owed": 4}]
    for kind, arc in (("Goblin", 1), ("Orc", 2), ("Troll", 3), ("Goblin", 4)):
        scene.draw(kind, arc)
    assert scene.board == "Goblin1@F1 Goblin1@F4 GoblinKing2@F6 Orc2@F2 Troll3@F3"
    assert scene.player == 2


def test_the_orc_warlord_moves_his_color_in_all_rings_himself_too():
    scene = drawing("Goblin@F5 Orc@A6 Troll@K5 Orc@C6 Troll@A1 Goblin@F4", towers="-1")
    scene.draw("OrcWarlord", 6)
    assert scene.board == "Goblin1@A5 Goblin1@F4 Orc2@C1 Orc2@K6 OrcWarlord3@A6 Troll3@A1 Troll3@S5"
    assert {event["cause"] for event in scene.told("monster-moved")} == {"token"}


def test_the_troll_mage_moves_everybody_himself_too():
    scene = drawing("Goblin@F1 Orc@S3 Troll@C6", towers="-1")
    scene.draw("TrollMage", 2)
    assert (scene.board, scene.down) == ("Goblin1@A1 Orc1@S3 Troll3@C1 TrollMage3@A2", "W3 T1")


def test_the_healer_heals_all_by_one_and_nobody_above_the_start():
    scene = drawing("Troll1@F1 Troll2@C3 Orc1@K2 Orc2@A1 Goblin1@S1")
    scene.draw("Healer", 4)
    assert scene.board == "Goblin1@S1 Healer2@F4 Orc2@A1 Orc2@K2 Troll2@F1 Troll3@C3"
    assert {(event["piece"], event["health"]) for event in scene.told("monster-healed")} == {
        ("troll#1", 2),
        ("troll#2", 3),
        ("orc#1", 2),
    }


# Moves by tokens


@pytest.mark.parametrize(("color", "arcs"), [("red", (1, 2)), ("green", (3, 4)), ("blue", (5, 6))])
def test_a_color_token_moves_that_color_in_all_rings(color, arcs):
    low, high = arcs
    after = high % 6 + 1
    others = [arc for arc in ARCS if arc not in arcs]
    scene = drawing(
        f"Goblin@F{low} Orc@A{high} Troll@K{low} Troll@C{high} Orc@F{others[0]} Orc@C{others[1]}", towers=f"-{after}"
    )
    scene.draw(f"{color}-monsters-move-1")
    moved = [f"Goblin1@A{low}", f"Orc2@K{high}", f"Troll3@S{low}", f"Troll3@C{after}"]
    assert scene.board == " ".join(sorted([*moved, f"Orc2@F{others[0]}", f"Orc2@C{others[1]}"]))


@pytest.mark.parametrize(("token", "by"), [("monsters-move-clockwise", 1), ("monsters-move-counter-clockwise", -1)])
@pytest.mark.parametrize("arc", range(1, 7))
def test_a_turning_token_moves_all_by_one_arc_in_their_own_rings(token, by, arc):
    after = (arc - 1 + by) % 6 + 1
    scene = drawing(f"Goblin@F{arc} Orc@A{arc} Troll@K{arc} Orc@S{arc} Troll@C{arc}", towers=f"-{after}")
    scene.draw(token)
    assert scene.board == f"Goblin1@F{after} Orc2@A{after} Orc2@S{after} Troll3@C{after} Troll3@K{after}"
    assert scene.down == f"T{after}"


@pytest.mark.parametrize(("token", "broken"), [("monsters-move-clockwise", 4), ("monsters-move-counter-clockwise", 2)])
def test_turning_inside_the_castle_runs_into_towers(token, broken):
    scene = drawing("Troll3@C3 Orc2@C3")
    scene.draw(token)
    assert scene.asks == "tower-victim"
    scene.choose("orc#1")
    assert (scene.board, scene.down) == (f"Orc1@C{broken} Troll3@C{broken}", f"T{broken}")


def test_monsters_that_a_token_moves_run_into_walls_as_ever():
    scene = drawing("Troll3@S1 Orc2@S1 Orc2@S2", walls="+2f")
    scene.draw("red-monsters-move-1")
    assert (scene.asks, scene.options) == ("wall-victim", "troll#1 orc#1")
    scene.choose("orc#1")
    assert (scene.board, scene.down, scene.fortified) == ("Orc1@S1 Orc1@S2 Troll3@S1", "W1", "")
    assert (scene.asks, scene.owed) == ("draw", 1)


def test_a_token_may_make_the_last_tower_fall():
    scene = drawing("Orc2@C1", towers="-1 -3 -4 -5 -6")
    scene.draw("monsters-move-clockwise")
    assert (scene.result, scene.discard) == ("lost", "MonstersMoveClockwise")


# Effects on hands


@pytest.mark.parametrize("kind", ["plague-archers", "plague-knights", "plague-swordsmen", "all-players-discard-1-card"])
def test_effects_on_hands_are_told_and_done_by_the_people(kind):
    scene = drawing("Orc2@K3", pace="guided")
    scene.draw(kind)
    topic = "all-discard" if kind.startswith("all") else "plague"
    assert scene.told("hands-told") == [{"topic": topic, "source": kind, "count": 1}]
    assert scene.acknowledge() == topic
    assert (scene.board, scene.asks) == ("Orc2@K3", "draw")


# More tokens


@pytest.mark.parametrize(("token", "count"), [("draw-3-monster-tokens", 3), ("draw-4-monster-tokens", 4)])
def test_extra_tokens_come_on_top_of_the_two(token, count):
    scene = drawing()
    scene.draw(token)
    assert scene.owed == 1 + count
    assert scene.told("tokens-owed") == [{"piece": f"{token}#1", "count": count, "owed": 1 + count}]
    for arc in range(1, count + 1):
        scene.draw("Goblin", arc)
    assert (scene.player, scene.owed) == (1, 1)
    scene.draw("Orc", 6)
    assert (scene.player, scene.owed, len(scene.game.table.board)) == (2, 0, count + 1)


def test_extra_tokens_of_the_second_token_too():
    scene = drawing()
    scene.draw("Goblin", 1)
    scene.draw("draw-3-monster-tokens")
    assert scene.owed == 3


def test_extra_tokens_of_extra_tokens_add_up():
    scene = drawing()
    scene.draw("draw-4-monster-tokens")
    scene.draw("draw-3-monster-tokens")
    scene.draw("GoblinKing", 1)
    assert scene.owed == 1 + 4 - 1 + 3 - 1 + 3
    drawn = 3
    while scene.asks == "draw":
        scene.draw("Goblin" if drawn < 8 else "Orc", 1)
        drawn += 1
    assert (drawn, scene.player) == (2 + 4 + 3 + 3, 2)


def test_extra_tokens_end_with_the_bag():
    scene = table(bag="draw-4-monster-tokens Goblin Orc")
    scene.done()
    scene.draw("draw-4-monster-tokens")
    assert scene.told("tokens-owed")[0]["owed"] == 2
    scene.draw("Goblin", 1)
    scene.draw("Orc", 2)
    assert (scene.player, scene.owed, scene.bag, scene.result) == (2, 0, 0, "")


def test_extra_tokens_of_one_turn_are_not_owed_in_the_next():
    scene = table(bag="draw-4-monster-tokens Goblin")
    scene.done()
    scene.draw("draw-4-monster-tokens")
    scene.draw("Goblin", 1)
    scene.correct(bag={"pieces": ["orc#1", "orc#2", "orc#3", "orc#4"]})
    scene.done()
    assert scene.owed == 2


# The Giant Boulder


def boulder(monsters, arc=3, **wishes):
    """A Giant Boulder rolls in."""
    scene = drawing(monsters, **wishes)
    scene.draw("giant-boulder", arc)
    return scene


def test_a_boulder_stops_at_the_wall_of_its_arc():
    scene = boulder("Goblin@F3 Orc@A3 Troll@K3 Troll@S3 Orc@C3 Orc@F2 Troll@S6")
    assert (scene.board, scene.down) == ("Orc2@C3 Orc2@F2 Troll3@S6", "W3")
    assert scene.discard == "GiantBoulder Goblin Orc Troll Troll"
    assert scene.told("boulder-rolled") == [{"piece": "giant-boulder#1", "arc": 3, "stopped": "wall-3"}]


def test_a_boulder_takes_only_the_fortify_token_of_a_wall():
    scene = boulder("Troll@S3 Orc@C3", walls="+3f")
    assert (scene.board, scene.down, scene.fortified) == ("Orc2@C3", "", "")


def test_a_boulder_goes_on_to_the_tower_of_its_arc():
    scene = boulder("Troll@S3 Orc@C4", walls="-3")
    assert (scene.board, scene.down) == ("Orc2@C4", "W3 T3")
    assert scene.told("boulder-rolled")[0]["stopped"] == "tower-3"


@pytest.mark.rule("CP-099")
def test_a_boulder_goes_on_to_the_tower_of_the_opposite_arc():
    scene = boulder("Orc2@K3 Goblin1@C3 Troll3@S6", walls="-3", towers="-3")
    assert scene.discard == "GiantBoulder Goblin Orc"
    assert (scene.board, scene.down) == ("Troll3@S6", "W3 T3 T6")


def test_a_boulder_goes_on_to_the_wall_of_the_opposite_arc_from_inside():
    scene = boulder("Orc2@C6 Troll3@S6", walls="-3", towers="-3 -6")
    assert (scene.board, scene.down) == ("Troll3@S6", "W3 W6 T3 T6")


def test_a_boulder_from_inside_takes_only_the_fortify_token_too():
    scene = boulder("Orc2@C6 Troll3@S6", walls="-3 +6f", towers="-3 -6")
    assert (scene.board, scene.down, scene.fortified) == ("Troll3@S6", "W3 T3 T6", "")


def test_a_boulder_that_meets_nothing_rolls_out_through_the_forest():
    scene = boulder("Goblin@F3 Orc@C3 Orc@C6 Troll@S6 Troll@K6 Goblin@A6 Orc@F6 Orc@F5", walls="-3 -6", towers="-3 -6")
    assert (scene.board, scene.down) == ("Orc2@F5", "W3 W6 T3 T6")
    assert len(scene.game.table.discard) == 8
    assert scene.told("boulder-rolled")[0]["stopped"] == ""


@pytest.mark.parametrize("arc", range(1, 7))
def test_a_boulder_crosses_from_every_arc_to_the_one_opposite(arc):
    far = ARCS[arc].opposite
    scene = boulder(f"Orc@C{arc} Orc@C{far} Troll@S{far}", arc, walls=f"-{arc}", towers=f"-{arc} -{far}")
    assert scene.board == f"Troll3@S{far}"
    assert sorted(scene.down.split()) == sorted([f"W{arc}", f"W{far}", f"T{arc}", f"T{far}"])


def test_a_monster_beside_a_tower_dies_before_the_tower_stops_the_boulder():
    scene = boulder("Orc@C3", walls="-3")
    assert (scene.board, scene.down, scene.discard) == ("", "W3 T3", "GiantBoulder Orc")


def test_a_boulder_may_break_the_last_tower():
    scene = boulder("Orc@A3", walls="-3", towers="-1 -2 -4 -5 -6")
    assert (scene.result, scene.asks) == ("lost", "over")
    assert scene.discard == "GiantBoulder Orc"


def test_boulders_crush_bosses_and_nobody_keeps_them():
    scene = boulder("TrollMage@K3 Healer@F3")
    assert (scene.board, scene.discard) == ("", "GiantBoulder Healer TrollMage")
    assert scene.trophies(1) == ""
