"""What The Wizard's Tower says: single facts, what is told together, answers."""

from __future__ import annotations

import re

import pytest

from companion.game.board import SPACES
from companion.game.boxes.wizards_tower.events import (
    DoppelgangerReplaced,
    FireBreathed,
    FlamesPassed,
    FlamesShort,
    FortifyMoved,
    ImpsCame,
    MonsterDoused,
    MonsterLit,
    MonsterReturned,
    MonstersFrozen,
    PhaseSkipped,
    PlayerInvited,
    StructureDoused,
    StructureLit,
    TowerBuilt,
    WizardDeckLeft,
    WizardsTowerPlaced,
)
from companion.game.events import (
    BoulderRolled,
    Event,
    HandsTold,
    HarbingerDrawn,
    MonsterMoved,
    MonsterPlaced,
    MonsterSlain,
    Rolled,
    TokenDrawn,
    WallFell,
)
from companion.game.pieces import Structure
from companion.game.rules.harbingers import MegaBossTap
from companion.game.rules.requests import Roll, Tap
from companion.narration.phrases import LEVELS
from tests.narration import samples
from tests.narration.telling import NARRATOR, answer, march, texts, token

ORC, GARGOYLE = token("orc", "knight-3"), token("gargoyle", "knight-3")
WALL, TOWER = Structure("wall", 2), Structure("tower", 4)
KNIGHT_3 = SPACES["knight-3"]


@pytest.mark.parametrize(
    ("event", "brief", "normal"),
    [
        (WizardsTowerPlaced(TOWER), "Wizard's Tower, arc 4.", "The Wizard's Tower goes to arc 4, green."),
        (
            WizardDeckLeft(),
            "The Wizard deck is gone.",
            "The Wizard's Tower is lost. Take the Wizard deck out of the game.",
        ),
        (TowerBuilt(TOWER, True), "Wizard's Tower up, arc 4.", "Put the Wizard's Tower back in arc 4, green."),
        (TowerBuilt(TOWER, False), "Tower 4 is up.", "Put a tower back in arc 4, green."),
        (PhaseSkipped("discard", 1, token("basilisk")), "No swap. Basilisk.", "No swap now. The Basilisk is in play."),
        (
            StructureLit(WALL, 2),
            "Wall 2, 2 flames.",
            "Fire! Put a flame on wall 2. It has 2 flames.",
        ),
        (StructureDoused(WALL, 2, 0), "Wall 2: fire out.", "Take 2 flames off wall 2. It burns no more."),
        (StructureDoused(WALL, 1, 1), "Wall 2, 1 flame.", "Take 1 flame off wall 2. It still has 1."),
        (
            MonsterLit(GARGOYLE, KNIGHT_3, 1, 2),
            "Gargoyle, flying, arc 3, 2 flames.",
            "On fire: gargoyle, flying, arc 3, green, Knight ring, 2 flames. Put 1 flame on it.",
        ),
        (
            MonsterDoused(ORC, KNIGHT_3, 2),
            "Orc, arc 3: fire out.",
            "Take 2 flames off orc, arc 3, green, Knight ring.",
        ),
        (
            FlamesPassed(WALL, ORC, KNIGHT_3, 2, 3),
            "Orc, arc 3, 3 flames.",
            "The flames of wall 2 go to orc, arc 3, green, Knight ring, 3 flames.",
        ),
        (FlamesShort(1), "No flame tokens are left.", "No flame tokens are left. Use something else for 1."),
        (
            FireBreathed(token("dragon", "archer-2"), SPACES["archer-2"], "wall-2"),
            "Dragon, flying, breathes fire at wall 2.",
            "Dragon, flying, arc 2, red, Archer ring, breathes fire. It hits wall 2.",
        ),
        (
            FireBreathed(token("chimera", "archer-2"), SPACES["archer-2"], ""),
            "Chimera breathes fire.",
            "Chimera, arc 2, red, Archer ring, breathes fire. It hits nothing.",
        ),
        (MonstersFrozen(3), "3 monsters are frozen.", "Rain of Ice. 3 monsters do not move."),
        (
            MonsterReturned(token("troll"), 30),
            "Troll back in the bag.",
            "Put a troll from the monster discard back in the bag.",
        ),
        (
            DoppelgangerReplaced(token("doppelganger"), GARGOYLE, KNIGHT_3),
            "Gargoyle, flying, takes its place.",
            "Gargoyle, flying, takes the place of the Doppelganger.",
        ),
        (PlayerInvited(1, 2), "Ben may play 1 card.", "Ben may play 1 Hit card or 1 Wizard card now."),
        (
            FortifyMoved(WALL, Structure("wall", 5)),
            "Fortify to wall 5.",
            "Move the Fortify token from wall 2 to wall 5.",
        ),
        (
            MonsterSlain(token("imp", "forest-1"), SPACES["forest-1"], 0, 0, "card"),
            "Imp, arc 1, slain.",
            "Imp, arc 1, red, Forest, is slain. Put it back in the imp pile.",
        ),
        (Rolled("dragon-move", 4), "4. Dragon: 1 back.", "Rolled 4. The Dragon: 1 back."),
        (Rolled("warlock-arc", 4), "4.", "Rolled 4."),
        (
            BoulderRolled(token("trebuchet"), 4, "wall-1"),
            "The stone hit wall 1.",
            "The stone came from arc 4, green. It hit wall 1.",
        ),
        (HandsTold("discard-down", "basilisk", 2), "All discard down to 2.", None),
        (HandsTold("draw-cards", "berserk", 1), "Draw 1 card.", None),
        (HandsTold("berserk", "berserk"), "Draw 1 for each Hit card.", None),
        (HandsTold("wizard-card-leaves", "eye-of-the-oracle", 1), "Eye of the Oracle: back in the box.", None),
    ],
    ids=lambda value: value.kind if isinstance(value, Event) else "",
)
def test_single_facts_in_plain_words(game, event, brief, normal):
    assert texts([event], game, "brief") == [brief]
    if normal:
        assert texts([event], game) == [normal]


def test_all_players_draw_from_the_wizard_deck_only_while_there_is_one(game):
    assert "Castle or Wizard deck" in texts([HandsTold("reinforce", "reinforce", 1)], game)[0]
    game.table.parts["wizard-deck"].in_play = False
    assert "Wizard" not in texts([HandsTold("reinforce", "reinforce", 1)], game)[0]


# What is told together


@pytest.mark.parametrize("words", LEVELS)
@pytest.mark.parametrize("boss", ["basilisk", "chimera", "dragon", "hydra", "necromancer", "warlock", "dark-sorceress"])
def test_a_mega_boss_is_named_before_anything_is_swapped_placed_or_rolled(game, boss, words):
    """A18."""
    harbinger, mega_boss = token(f"harbinger-{boss}"), token(boss)
    events = [TokenDrawn(harbinger, 30, 1), HarbingerDrawn(harbinger, mega_boss, False)]
    samples.ask(game, MegaBossTap(mega_boss))
    first, *others = [*texts(events, game, words), NARRATOR.prompt(game, words).say]
    name = NARRATOR.catalogue.words(NARRATOR.names.kind(boss, words))
    assert name.lower() in first.lower()
    assert not re.search(r"(?i)out of|swap|take|find|tap|put|roll|press", first)
    assert others == [NARRATOR.prompt(game, words).say]
    assert name in others[0]
    assert NARRATOR.screen_of(events, game) == ("HARBINGER!", name.upper(), "IS COMING")
    assert NARRATOR.cues(events, game) == [{"cue": "harbinger"}]


def test_a_harbinger_whose_boss_came_before_brings_nobody(game):
    event = HarbingerDrawn(token("harbinger-hydra"), token("hydra"), True)
    assert texts([event], game) == ["Harbinger! The Hydra came before. Take this token out of the game."]


def test_imps_that_come_at_once_are_told_in_one_sentence_and_shown_in_all_their_arcs(game):
    imps = [token("imp", f"forest-{arc}", number=arc) for arc in (1, 2, 3)]
    events = [ImpsCame(3, 15, 0), *(MonsterPlaced(imp, imp.space, 1) for imp in imps)]
    assert texts(events, game, "brief") == ["3 imps: arcs 1, 2 and 3."]
    assert texts(events, game) == ["3 imps come into the Forest of arcs 1, 2 and 3."]
    assert [cue.get("arc") for cue in NARRATOR.cues(events, game)] == [None, 1, 2, 3]


def test_imps_of_a_hydra_come_to_one_arc_and_those_of_all_towers_to_all(game):
    hydras = [token("imp", "forest-5", number=number) for number in (1, 2)]
    events = [ImpsCame(2, 0, 2), *(MonsterPlaced(imp, imp.space, 1) for imp in hydras)]
    assert texts(events, game) == ["2 imps come into the Forest of arc 5. No more are left."]
    towers = [token("imp", f"forest-{arc}", number=arc) for arc in range(1, 7)]
    events = [ImpsCame(6, 12, 0), *(MonsterPlaced(imp, imp.space, 1) for imp in towers)]
    assert texts(events, game, "brief") == ["6 imps: all arcs."]
    assert texts([ImpsCame(0, 0, 4)], game) == ["No imps are left in the pile."]


def test_who_goes_two_spaces_in_a_movement_is_told_of_once(game):
    assert texts(march("goblin-cavalry", "archer-4", "knight-4", "swordsman-4"), game) == [
        "Goblin cavalry goes to arc 4, green, Swordsman ring."
    ]
    assert texts(march("chimera", "archer-4", "archer-3", "knight-3"), game, "brief") == [
        "Chimera, arc 4, to arc 3, Knight."
    ]


def test_brief_names_those_who_do_not_go_with_the_others(game):
    events = [
        *march("goblin-cavalry", "forest-4", "archer-4", "knight-4"),
        *march("orc", "forest-1", "archer-1"),
        *march("troll", "forest-2", "archer-2"),
    ]
    assert texts(events, game, "brief") == ["Goblin cavalry to arc 4, Knight.", "All others move 1 in."]


def test_brief_does_not_say_all_when_a_roll_interrupts_the_movement(game):
    events = [*march("orc", "forest-1", "archer-1"), *march("troll", "forest-2", "archer-2")]
    samples.ask(game, Roll("dragon-move", token("dragon", "forest-4")))
    assert texts(events, game, "brief") == ["2 move 1 in."]
    samples.ask(game, Tap("draw"))
    assert texts([Rolled("dragon-move", 3), *events], game, "brief") == ["3. Dragon: it stays.", "2 move 1 in."]


def test_one_who_catches_fire_on_the_way_does_not_break_the_movement(game):
    climber = token("climbing-troll", "castle-2", flames=1)
    events = [
        MonsterMoved(climber, SPACES["swordsman-2"], SPACES["castle-2"], "march"),
        MonsterLit(climber, SPACES["castle-2"], 1, 1),
        *march("orc", "forest-1", "archer-1"),
        *march("troll", "forest-3", "archer-3"),
    ]
    assert texts(events, game, "brief") == [
        "Climbing troll to arc 2, Castle.",
        "Climbing troll, arc 2, 1 flame.",
        "All others move 1 in.",
    ]


def test_flames_pass_on_before_the_others_are_told_of(game):
    near = token("orc", "swordsman-2")
    events = [
        *march("troll", "forest-3", "archer-3"),
        WallFell(WALL, 5),
        FlamesPassed(WALL, near, near.space, 2, 2),
        *march("orc", "forest-1", "archer-1"),
    ]
    assert texts(events, game)[:2] == [
        "Wall 2 falls. Take it away. 5 walls are left.",
        "The flames of wall 2 go to orc, arc 2, red, Swordsman ring, 2 flames.",
    ]


# What must not be heard, and what is answered


@pytest.mark.parametrize("boss", ["basilisk", "dragon", "warlock"])
def test_a_harbinger_that_is_no_starter_is_not_named(boss):
    refused = samples.refused("start-kind", piece=token(f"harbinger-{boss}"))
    assert NARRATOR.refusal(refused, None) == "That is not one of the monsters still to start with."
    wrong = samples.refused("wrong-boss", piece=token(boss), boss=token("hydra"))
    assert NARRATOR.refusal(wrong, None) == "That is not the Hydra, so look for the Hydra."
    assert boss.upper() not in " ".join(NARRATOR.refusal_screen(wrong, None))


def test_the_castle_has_the_wizards_tower_and_its_deck(big):
    assert answer(big, "castle") == ("6 towers. 6 walls. The Wizard's Tower is in arc 1, and its deck is in play.")
    assert answer(big, "arc-1") == "Arc 1, red: no monsters. Wall up. Wizard's Tower up."
    big.table.tower(1).standing = big.table.tower(1).wizard = False
    assert answer(big, "castle").endswith("missing 1. 6 walls. The Wizard's Tower and its deck are gone.")
