"""The Dark Titan rulebook, Game Setup, Hand Size, and what its box holds."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from companion.game.boxes.dark_titan.agranok_card import AgranokCard
from companion.game.boxes.dark_titan.options import LEVELS, TitanOptions
from companion.game.fate import Secret
from companion.game.rules.refusals import Refused
from companion.owner.library import load_library
from companion.talk.beginnings import options_of
from companion.talk.messages import NewGameMessage
from companion.talk.state import state_of
from tests.game.boxes.dark_titan.titan_table import BOTH, TITAN, drawing, new_titans, titans
from tests.game.rules.table import LIBRARY, piles

FACTS = LIBRARY["dark-titan"]


def wish(**parts):
    return NewGameMessage(**{"game": "castle-panic", "players": 2, "boxes": ["dark-titan"]} | parts)


@pytest.mark.rule("DT-001")
@pytest.mark.parametrize("players", [0, 7])
def test_one_to_six_players(players):
    assert [options_of(wish(players=seats), LIBRARY).players for seats in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(Refused) as refusal:
        options_of(wish(players=players), LIBRARY)
    assert refusal.value.code == "bad-value"


@pytest.mark.rule("DT-003")
def test_the_box_is_laid_on_the_base_box_and_on_no_other():
    assert options_of(wish(), LIBRARY).boxes == TITAN
    with pytest.raises(Refused) as refusal:
        options_of(wish(game="my-first"), LIBRARY)
    assert refusal.value.code == "bad-value"


@pytest.mark.rule("DT-005", "DT-183")
def test_seventeen_monster_tokens_with_the_sorceress_harbinger_three_supports_and_three_pieces_beside_the_board():
    counts = {kind.name: kind.count for kind in FACTS.tokens.values()}
    beside = ("agranok", "dark-sorceress", "cavalier")
    supports = ("reserve-squad", "stonemasons-cart", "supply-wagon")
    monsters = [kind for kind in counts if kind not in (*beside, *supports, "agranok-card")]
    assert counts["agranok-card"] == 5
    assert sum(counts[kind] for kind in monsters) == 17
    assert "harbinger-dark-sorceress" in monsters
    assert [counts[kind] for kind in (*supports, *beside)] == [1] * 6
    assert FACTS.cards == dict.fromkeys(
        ("barrage", "cavalier", "red-boiling-oil", "green-boiling-oil", "blue-boiling-oil"), 1
    )


@pytest.mark.rule("DT-005")
def test_what_nobody_has_read_off_a_printed_piece_is_marked():
    doubted = {kind.name: kind.doubt for kind in FACTS.tokens.values() if not kind.verified}
    assert set(doubted) == {
        "boom-troll", "blue-plague", "green-plague", "red-plague", "wither", "elite-goblin", "elite-orc", "elite-troll",
        "reserve-squad", "stonemasons-cart", "supply-wagon", "dark-sorceress",
    }  # fmt: skip
    assert all(doubted.values())


@pytest.mark.rule("DT-005")
def test_an_owner_may_know_better(tmp_path):
    owner = tmp_path / "boxes.toml"
    owner.write_text("[dark-titan.tokens.supply-wagon]\nhealth = 4\n[dark-titan.effects.3]\n5 = 'back'\n")
    library = load_library(owner)
    assert library["dark-titan"].tokens["supply-wagon"].health == 4
    assert options_of(wish(), library).of(TitanOptions).agranok_effects == {(3, 5): "back"}


@pytest.mark.rule("DT-006", "DT-017")
def test_six_walls_six_towers_and_five_cards_more():
    scene = new_titans(setup="quick")
    assert scene.down == ""
    assert len(scene.game.table.cards) == len(LIBRARY["castle-panic"].cards) + 5


@pytest.mark.rule("DT-007", "DT-008", "DT-183")
def test_ten_base_tokens_leave_and_twenty_join():
    scene = new_titans(setup="quick")
    absent = Counter(token.kind.name for token in scene.game.table.absent)
    beside = {"agranok": 1, "agranok-card": 5, "dark-sorceress": 1, "cavalier": 1}
    assert absent == {"goblin": 3, "orc": 4, "troll": 3} | beside
    assert scene.bag == 49 - 10 + 17 + 3 - 6 == 53


@pytest.mark.rule("DT-007")
def test_a_removed_goblin_is_not_drawn():
    scene = new_titans(setup="quick")
    scene.quiet_turn()
    scene.done()
    with scene.refuses("not-in-bag", "not-in-bag"):
        scene.answer(scene.piece("Goblin#6"))


@pytest.mark.rule("DT-009")
def test_the_usual_starters_one_in_each_arc_of_the_archer_ring():
    scene = new_titans(setup="quick")
    assert sorted(word[-2:] for word in scene.board.split()) == ["A1", "A2", "A3", "A4", "A5", "A6"]
    assert Counter(word.partition("@")[0] for word in scene.board.split()) == {"Goblin1": 3, "Orc2": 2, "Troll3": 1}


@pytest.mark.rule("DT-009")
def test_an_elite_is_no_starter():
    scene = new_titans(setup="guided", agranok=3)
    with scene.refuses("illegal-target", "start-kind"):
        scene.answer(scene.piece("EliteGoblin#1"))
    scene.answer(scene.piece("Goblin#1"))
    assert scene.asks == "start-arc"


@pytest.mark.rule("DT-010")
def test_both_boxes_remove_the_sum_of_their_lists_or_what_the_owners_chart_says():
    scene = new_titans(both=True)
    gone = Counter(token.kind.name for token in scene.game.table.absent)
    assert (gone["goblin"], gone["orc"], gone["troll"], gone["giant-boulder"]) == (6, 10, 8, 2)
    assert scene.bag == 49 - 6 - 10 - 8 - 2 - 3 + 19 + 3 + 20
    chart = new_titans(both=True, chart={"orc": 2}, chart_harbingers=4)
    gone = Counter(token.kind.name for token in chart.game.table.absent if token.drawable)
    assert gone == {"orc": 2}
    assert chart.bag == 49 - 2 + 19 + 4 + 20


@pytest.mark.rule("DT-010")
def test_with_both_boxes_neither_heralds_nor_supports_start():
    starters = Counter()
    for seed in range(60):
        scene = new_titans(both=True, setup="quick", seed=seed)
        starters.update(token.kind.name for token in scene.game.table.board)
    assert not {"herald", "reserve-squad", "stonemasons-cart", "supply-wagon", "goblin-king"} & set(starters)
    assert starters["elite-troll"]
    assert starters["boom-troll"]


@pytest.mark.rule("DT-012", "DT-013")
def test_a_random_level_is_in_no_text_before_it_is_turned_over():
    scene = new_titans(agranok="random", secret=Secret(5))
    assert scene.card == {"card": "facedown", "heralds": [], "on_board": False, "destroyed": False}
    assert repr(scene.game.table.options.secret) == "Secret()"
    assert "Secret()" in repr(scene.game.table.options)


@pytest.mark.rule("DT-012")
def test_a_random_level_may_be_any_and_follows_from_the_secret_alone():
    levels = [Secret(seed).number("agranok", len(LEVELS)) for seed in range(200)]
    assert set(levels) == set(LEVELS)
    assert levels == [Secret(seed).number("agranok", len(LEVELS)) for seed in range(200)]


@pytest.mark.rule("DT-012")
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_chosen_openly_is_shown(level):
    assert new_titans(agranok=level).card["card"] == level


@pytest.mark.rule("DT-004", "DT-014")
def test_agranok_waits_beside_the_board_at_full_health():
    scene = new_titans(agranok="facedown")
    table = scene.game.table
    assert table.pieces["agranok#1"] in table.absent
    assert table.pieces["agranok#1"].health == 8
    assert scene.card["card"] == "facedown"
    assert [token for token in table.pieces.values() if token.kind.name == "agranok"] == [AgranokCard.of(table).token]


@pytest.mark.rule("DT-013")
def test_the_people_lay_his_card_face_down_once():
    scene = new_titans(setup="guided", pace="guided", agranok="facedown")
    assert [scene.acknowledge(), scene.acknowledge()] == ["towers-walls", "agranok-card"]
    assert scene.asks == "start-piece"
    scene.draw("Goblin")
    scene.choose("arc-1")
    scene.correct(walls={"3": {"standing": False}})
    assert scene.asks == "start-piece"


@pytest.mark.rule("DT-012")
@pytest.mark.parametrize("way", [3, "random"])
def test_without_a_facedown_card_there_is_none_to_lay(way):
    scene = new_titans(setup="guided", pace="guided", agranok=way, secret=Secret(1))
    assert scene.acknowledge() == "towers-walls"
    assert scene.asks == "start-piece"


@pytest.mark.rule("DT-016")
def test_the_cavalier_waits_and_has_no_phase():
    scene = titans("Orc@A5")
    assert scene.cavalier == ""
    scene.done()
    assert scene.asks == "draw"
    assert [event["phase"] for event in scene.told("phase-began")] == ["move"]


@pytest.mark.rule("DT-019")
def test_alone_with_both_boxes_the_basilisk_and_stand_together_stay_out():
    scene = new_titans(both=True, players=1)
    scene.correct(turn={"phase": "draw"})
    with scene.refuses("not-in-bag", "not-in-bag"):
        scene.answer(scene.piece("harbinger-basilisk#1"))
    assert "stand-together" not in scene.game.table.cards


@pytest.mark.rule("DT-020")
def test_the_dark_sorceress_is_not_drawn():
    scene = drawing()
    for piece in ("DarkSorceress#1", "Agranok#1", "Cavalier#1"):
        with scene.refuses("not-in-bag", "not-in-bag"):
            scene.answer(scene.piece(piece))
    assert scene.in_bag("harbinger-dark-sorceress")


@pytest.mark.rule("DT-021")
@pytest.mark.parametrize(("players", "hand", "trades"), [(2, 6, 1), (3, 5, 1), (4, 5, 1), (5, 5, 1), (6, 4, 2)])
def test_hands_and_trades_are_those_of_the_base_game(players, hand, trades):
    turn = state_of(new_titans(players=players).game.table)["turn"]
    assert (turn["hand_size"], turn["trades"]) == (hand, trades)


# More Panic: The Gang's All Here

GANG = ("more-panic-the-gangs-all-here",)


@pytest.mark.rule("DT-168")
@pytest.mark.parametrize("extra", [0, 1, 2, 3])
def test_more_harbingers_are_in_the_bag(extra):
    plain = new_titans(both=True)
    assert new_titans(both=True, variants=GANG, extra_harbingers=extra).bag == plain.bag + extra


@pytest.mark.rule("DT-168")
def test_how_many_more_is_asked_and_one_is_offered():
    scene = new_titans(both=True, variants=GANG, setup="guided")
    before = scene.bag
    assert (scene.asks, scene.options, scene.game.marked) == ("extra-harbingers", "1 2 3", 0)
    scene.choose("2")
    assert scene.bag == before + 2
    scene.undo()
    assert (scene.asks, scene.bag) == ("extra-harbingers", before)
    scene.redo()
    assert scene.bag == before + 2


@pytest.mark.rule("DT-168")
def test_there_are_only_so_many_harbingers():
    alone = new_titans(both=True, players=1, variants=GANG, extra_harbingers=3)
    assert alone.game.table.unseen_left == 5
    assert new_titans(both=True, variants=GANG).game.table.unseen_left == 4
    assert new_titans(variants=GANG, extra_harbingers=3).game.table.unseen_left == 0
    named = new_titans(both=True, variants=GANG, harbingers=("hydra", "dragon", "chimera", "warlock"))
    assert named.game.table.unseen_left == 4


@pytest.mark.rule("DT-003")
def test_variants_of_the_box_need_the_box():
    with pytest.raises(Refused) as refusal:
        options_of(wish(boxes=[], variants=list(GANG)), LIBRARY)
    assert (refusal.value.code, refusal.value.reason) == ("bad-value", "no-such-variant")


@pytest.mark.parametrize(
    "known", [{6: {1: "back"}}, {2: {7: "back"}}, {2: {1: "dance"}}, {0: {1: "nothing"}}, {2: {0: "nothing"}}]
)
def test_what_no_card_can_say_is_refused(known):
    with pytest.raises(Refused) as refusal:
        options_of(wish(agranok_effects=known), LIBRARY)
    assert (refusal.value.code, refusal.value.reason) == ("bad-value", "agranok-effects")


def test_the_bag_is_the_same_whichever_box_is_named_first():
    one, other = new_titans(boxes=BOTH, wizards_tower=1), new_titans(boxes=(*TITAN, "wizards-tower"), wizards_tower=1)
    assert {token.name for token in one.game.table.bag} == {token.name for token in other.game.table.bag}
    assert sum(map(len, piles(one.game.table).values())) == sum(map(len, piles(other.game.table).values()))
    assert msgspec.structs.asdict(one.game.table.options)["boxes"] == BOTH
