"""The Wizard's Tower: what it needs, how it is set up, and the secret of its Harbingers."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from companion.game.boxes import BOXES as EDITIONS
from companion.game.boxes.wizards_tower.spells import Spells
from companion.game.events import wire
from companion.game.rules.cards import CardPlay
from companion.game.rules.requests import DONE, Choose, PlayCards, Roll, Tap
from companion.game.rules.setup import open_table
from companion.game.session import Game
from companion.talk.state import state_of
from tests.game.boxes.wizards_tower.wizards_table import BOSSES, BOXES, drawing, new_wizards, wizards
from tests.game.invariant import check_game
from tests.game.options import game_options
from tests.game.rules.table import LIBRARY, new

STARTERS = {
    "orc",
    "troll",
    "centaur",
    "climbing-troll",
    "cyclops",
    "gargoyle",
    "goblin-cavalry",
    "golem",
    "ogre",
    "phoenix",
}


def quick(seed: int = 1, **options: object):
    return new_wizards(setup="quick", seed=seed, **options)


def guided(**options: object):
    return new_wizards(setup="guided", pace="guided", wizards_tower=0, **options)


@pytest.mark.rule("WT-001")
def test_the_box_is_laid_on_the_base_game_and_its_cards_are_unknown_without_it():
    assert "azriels-fist" not in new().game.table.cards
    cards = new_wizards().game.table.cards
    assert {"azriels-fist", "double-strike", "red-archer", "fortify-wall"} <= cards.keys()


@pytest.mark.rule("WT-004")
def test_the_game_is_won_and_lost_as_ever():
    scene = wizards("Orc1@K1", bag="")
    scene.play("red-knight", on="Orc")
    assert scene.result == "won"
    scene = wizards("Orc2@S4", walls="-4", towers="-1 -2 -3 -5 -6")
    scene.done()
    assert scene.result == "lost"


@pytest.mark.rule("WT-005", "WT-006", "WT-008")
def test_one_of_six_towers_is_the_wizards_tower_and_all_walls_stand():
    scene = new_wizards(wizards_tower=3)
    assert [tower.arc for tower in scene.game.table.towers if tower.wizard] == [3]
    assert scene.game.table.standing_towers() == scene.game.table.standing_walls() == 6
    assert scene.deck == "in play"


@pytest.mark.rule("WT-007")
def test_the_players_choose_the_arc_of_the_wizards_tower():
    scene = guided()
    assert [scene.acknowledge(), scene.asks] == ["towers-walls", "wizards-tower-arc"]
    assert scene.options == "roll arc-1 arc-2 arc-3 arc-4 arc-5 arc-6"
    scene.choose("arc-5")
    assert scene.told("wizards-tower-placed") == [{"tower": "tower-5"}]
    assert scene.acknowledge() == "piles"
    assert scene.asks == "start-piece"


@pytest.mark.rule("WT-007")
def test_the_die_chooses_the_arc_of_the_wizards_tower_when_asked_to():
    arcs = set()
    for seed in range(40):
        scene = guided(seed=seed)
        scene.acknowledge()
        scene.choose("roll")
        arcs.add(scene.told("wizards-tower-placed")[0]["tower"])
    assert len(arcs) == 6


@pytest.mark.rule("WT-007")
def test_on_a_quick_set_up_the_die_chooses_unless_the_arc_was_said():
    arcs = {quick(seed, wizards_tower=0).told("wizards-tower-placed")[0]["tower"] for seed in range(40)}
    assert len(arcs) == 6
    assert quick(wizards_tower=2).game.table.tower(2).wizard
    assert new_wizards(wizards_tower=0).game.table.tower(1).wizard


@pytest.mark.rule("WT-009")
def test_base_tokens_named_by_the_set_up_list_are_out_of_the_game():
    scene = drawing()
    for piece in ("Goblin#1", "Orc#6", "Troll#6", "giant-boulder#3", "red-monsters-move-1#2"):
        with scene.refuses("not-in-bag", "not-in-bag"):
            scene.draw(piece)
    scene.draw("Orc#5", 3)
    assert scene.board == "Orc2@F3"


@pytest.mark.rule("WT-010")
def test_imps_lie_in_their_own_pile_and_are_no_part_of_the_bag():
    scene = drawing()
    assert scene.imps == 18
    assert scene.bag == 49
    with scene.refuses("not-in-bag", "not-in-bag"):
        scene.draw("Imp#1")


@pytest.mark.rule("WT-011")
def test_a_mega_boss_is_no_draw():
    scene = drawing()
    with scene.refuses("not-in-bag", "not-in-bag"):
        scene.draw("Dragon#1")


@pytest.mark.rule("WT-012", "WT-013")
def test_three_harbingers_come_and_no_fourth():
    scene = drawing(turn=4)
    for number, boss in enumerate(("basilisk", "necromancer", "hydra"), 1):
        scene.harbinger(boss, number)
        if scene.phase == "play":
            scene.done()
    assert scene.bag == 46
    with scene.refuses("not-in-bag", "not-in-bag"):
        scene.draw("harbinger-warlock#1")


@pytest.mark.rule("WT-013")
def test_of_harbingers_named_for_an_open_game_only_those_come():
    scene = drawing(opened="hydra dragon warlock")
    with scene.refuses("not-in-bag", "not-in-bag"):
        scene.draw("harbinger-chimera#1")
    scene.harbinger("hydra", 2)
    assert scene.board == "Hydra4@F2"


@pytest.mark.rule("WT-014")
def test_forty_nine_tokens_are_in_the_bag_and_forty_three_after_a_set_up():
    assert new_wizards().bag == 49
    scene = quick()
    assert scene.bag == 43
    assert len(scene.board.split()) == 6


@pytest.mark.rule("WT-015")
def test_six_random_monsters_that_may_start_stand_one_in_each_arc_of_the_archer_ring():
    seen = set()
    for seed in range(60):
        table = quick(seed).game.table
        assert [monster.space.name for monster in table.board] == [f"archer-{arc}" for arc in range(1, 7)]
        seen |= {monster.kind.name for monster in table.board}
        numbers = {}
        for monster in table.board:
            numbers.setdefault(monster.kind.name, []).append(monster.number)
        assert all(sorted(given) == list(range(1, len(given) + 1)) for given in numbers.values())
    assert seen == STARTERS


@pytest.mark.rule("WT-015")
def test_players_who_draw_the_starters_put_back_bosses_effects_harbingers_and_the_doppelganger():
    scene = guided()
    scene.acknowledge()
    scene.choose("arc-6")
    scene.acknowledge()
    for piece in (
        "conjurer#1",
        "troll-mage#1",
        "plague-archers#1",
        "doppelganger#1",
        *(f"harbinger-{boss}#1" for boss in BOSSES),
    ):
        with scene.refuses("illegal-target", "start-kind"):
            scene.draw(piece)
    for number in range(1, 4):
        scene.draw(f"Ogre#{number}")
    for piece in ("Phoenix#2", "Centaur#1", "Orc#5"):
        scene.draw(piece)
    assert scene.board == "Centaur3@A5 Ogre4@A1 Ogre4@A2 Ogre4@A3 Orc2@A6 Phoenix1@A4"
    assert scene.asks == "first-player"


def test_a_correction_in_the_middle_of_the_set_up_asks_nothing_twice():
    scene = guided()
    scene.acknowledge()
    scene.choose("arc-2")
    scene.acknowledge()
    scene.draw("Ogre#1")
    scene.correct(walls={"1": {"standing": True}})
    assert scene.asks == "start-piece"
    scene.draw("Ogre#2")
    assert scene.board == "Ogre4@A1 Ogre4@A2"


def test_a_set_up_asks_for_no_starter_when_a_correction_leaves_none_in_the_bag():
    scene = guided()
    scene.acknowledge()
    scene.choose("arc-2")
    scene.acknowledge()
    assert scene.asks == "start-piece"
    scene.correct(bag={"pieces": ["orc-warlord#1"]})
    while scene.asks in ("towers-walls", "piles"):
        scene.acknowledge()
    assert scene.asks != "start-piece"


@pytest.mark.rule("WT-026", "WT-027")
def test_hit_cards_are_archers_knights_swordsmen_and_heroes_and_special_cards_go_only_with_them():
    scene = wizards("Troll3@K1")
    with scene.refuses("illegal-target", "special-alone"):
        scene.play("enchanted")
    for card in ("barbarian", "azriels-fist"):
        with scene.refuses("illegal-target", "not-a-hit-card"):
            scene.play(card, on="Troll", together="enchanted")
    with scene.refuses("illegal-target", "not-special"):
        scene.play("red-knight", on="Troll", together="azriels-fist")
    scene.play("red-hero", on="Troll", together="enchanted")
    assert scene.trophies(1) == "Troll"


@pytest.mark.rule("WT-028")
@pytest.mark.parametrize(
    ("card", "colors"),
    [
        ("blue-fireball", {"blue"}),
        ("any-color-archer", {"red", "green", "blue"}),
        ("barbarian", set()),
        ("change-color", set()),
    ],
)
def test_color_cards_have_a_color_in_their_title(card, colors):
    assert new_wizards().game.table.cards[card].colors == colors


@pytest.mark.rule("DT-019")
def test_one_player_against_the_titan_plays_without_the_basilisk_and_stand_together():
    for boxes, plays, left in ((BOXES, True, 49), ((*BOXES, "dark-titan"), False, 62)):
        options = game_options(boxes=boxes, players=1, setup="none", wizards_tower=6)
        table = open_table(options, [EDITIONS[name] for name in boxes], LIBRARY)
        assert ("stand-together" in table.cards) is plays
        assert table.in_bag(table.pieces["harbinger-basilisk#1"]) is plays
        assert table.in_bag(table.pieces["harbinger-dragon#1"])
        assert table.bag_left == left


# The secret


def script(chosen: tuple[str, ...]) -> list[object]:
    """Return everything that anybody can see of a game without a Harbinger. The answers are the same each time."""
    options = game_options(boxes=BOXES, players=2, setup="guided", harbingers=chosen)
    game = Game(options, LIBRARY, seed=5, pace="guided")
    luck = random.Random(7)
    seen: list[object] = []
    while game.table.bag:
        assert game.table.turn < 200
        request = game.request
        seen.append((request.kind, request.topic, [str(option) for option in getattr(request, "options", ())]))
        seen.append((state_of(game.table), [wire(event) for event in game.take_events()], game.table.drawable_kinds()))
        game.answer(blind_answer(game, luck))
        check_game(game)
    game.undo(40)
    game.redo(40)
    check_game(game)
    seen.append((state_of(game.table), [wire(event) for event in game.take_events()], game.request.topic))
    return seen


def blind_answer(game: Game, luck: random.Random) -> object:
    request = game.request
    if isinstance(request, PlayCards):
        return DONE if Spells.of(game.table).ice else CardPlay(game.table.cards["rain-of-ice"], game.table.player)
    if isinstance(request, Roll):
        return luck.randint(1, 6)
    if isinstance(request, Tap):
        return luck.choice([token for token in game.table.bag if not request.fits or request.fits(token)])
    return luck.choice(list(request.options)) if isinstance(request, Choose) else None


@pytest.mark.rule("WT-012")
def test_which_harbingers_are_in_the_bag_can_be_told_from_nothing_before_one_comes():
    first, *others = [script(chosen) for chosen in combinations(BOSSES, 3)]
    assert len(others) == 19
    assert all(other == first for other in others)


@pytest.mark.rule("WT-012")
def test_the_bag_counts_the_harbingers_down_without_naming_them():
    scene = drawing(opened="hydra dragon warlock")
    assert not any(token.kind.sort == "harbinger" for token in scene.game.table.bag)
    scene.harbinger("warlock", 1)
    assert scene.bag == 48
    assert scene.removed == "HarbingerWarlock"


def test_the_owners_chart_says_how_many_harbingers_there_are():
    scene = new_wizards(chart={"orc": 1}, chart_harbingers=2)
    assert scene.game.table.unseen_left == 2
    assert scene.bag == 49 + 19 - 1 + 2
