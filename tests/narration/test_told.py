"""What is said of what has happened: its order, its grouping, what is left to the question, and the end."""

from __future__ import annotations

import pytest

from companion.game.board import SPACES
from companion.game.events import (
    BoulderRolled,
    CardPlayed,
    Corrected,
    DrawSkipped,
    Event,
    FortifyLost,
    GameLost,
    GameWon,
    HandsTold,
    MonsterDamaged,
    MonsterHeld,
    MonsterMoved,
    MonsterPlaced,
    MonsterSlain,
    MonsterStuck,
    PhaseBegan,
    Redone,
    Rolled,
    TokenDrawn,
    TowerFell,
    TurnBegan,
    TurnEnded,
    Undone,
    WallFell,
)
from companion.game.rules.requests import PLAY, Acknowledge, Roll, Tap
from companion.game.session import Game
from tests.narration import samples
from tests.narration.samples import KINDS

NARRATOR = samples.narrator()


@pytest.fixture
def game() -> Game:
    return samples.ask(samples.new_game(names=("Ana", "Ben", "Mia")), Tap("draw"))


def texts(events: list[Event], game: Game, words: str = "normal") -> list[str]:
    return [told.text for told in NARRATOR.told(events, game, words)]


def moved(kind: str, origin: str, space: str, cause: str = "march") -> MonsterMoved:
    return MonsterMoved(samples.standing(kind, space), SPACES[origin], SPACES[space], cause)


def inward(kind: str, origin: str, cause: str = "march") -> MonsterMoved:
    return moved(kind, origin, SPACES[origin].step.name, cause)


# One fact


def test_a_hit_says_what_is_left_and_what_to_do(game):
    orc = samples.standing("orc", "knight-3", health=1)
    event = MonsterDamaged(orc, orc.space, 1, 1, "card")
    assert texts([event], game) == ["Hit. Orc, arc 3, green, Knight ring, 1 health. Turn the token."]
    assert texts([event], game, "brief") == ["Orc, arc 3, 1 left."]
    assert NARRATOR.screen_of([event], game) == ("ORC", "ARC 3 GREEN", "KNIGHT HP 1")


def test_the_health_told_is_that_of_the_moment_and_not_of_now(game):
    orc = samples.standing("orc", "castle-1", health=1)
    (text,) = texts([MonsterDamaged(orc, SPACES["knight-3"], 1, 2, "wall")], game)
    assert text == "The wall hits back. Orc, arc 3, green, Knight ring, 2 health. Turn the token."


def test_a_trophy_is_told_with_its_keeper_and_the_total(game):
    orc = samples.standing("orc", "knight-3")
    game.table.trophies[1] += [orc, samples.Monster(KINDS["troll"], 1)]
    event = MonsterSlain(orc, orc.space, 1, 2, "card")
    assert texts([event], game) == ["Orc, arc 3, green, Knight ring, is slain. Ana keeps it, 2 points."]
    assert texts([event], game, "verbose")[0].endswith("It is worth 2 points. Ana now has 5.")


def test_where_nobody_keeps_a_monster_it_goes_to_the_discard(game):
    orc = samples.standing("orc", "knight-3")
    event = MonsterSlain(orc, orc.space, 0, 0, "wall")
    assert texts([event], game) == ["Orc, arc 3, green, Knight ring, is slain. No one keeps it."]
    assert "monster discard" in texts([event], game, "verbose")[0]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Rolled("boulder-arc", 5), "Rolled 5."),
        (CardPlayed("red-archer", 2, ("nice-shot",)), "Ben plays Red Archer with Nice Shot."),
        (HandsTold("draw-cards", "draw-2-cards", 2), "Draw 2 cards from the Castle deck."),
        (HandsTold("new-topic", "missing"), "Do what Missing says."),
        (
            BoulderRolled(samples.Monster(KINDS["giant-boulder"], 1), 4, "wall-1"),
            "The boulder came from arc 4, green. It stopped at wall 1.",
        ),
        (
            BoulderRolled(samples.Monster(KINDS["giant-boulder"], 1), 4, ""),
            "The boulder came from arc 4, green. It rolled right through.",
        ),
        (DrawSkipped("empty"), "The bag is empty. No new tokens."),
        (DrawSkipped("other"), "No new tokens this turn."),
        (Corrected(("walls", "turn")), "Fixed. I have it as you told me."),
        (Undone(1, "hit"), "Undone: the hit. Put the pieces back."),
        (Undone(3, "roll"), "Undone: 3 steps, back to the roll. Put the pieces back."),
        (Redone(1, "play"), "Done again: the card."),
        (TurnBegan(3, 7, 1), "Mia, your turn."),
        (PhaseBegan("discard", 1), "Ana, you may swap 1 card for a new one."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_single_facts_in_plain_words(game, event, text):
    assert texts([event], game) == [text]


def test_a_tower_that_falls_is_an_alert(game):
    (told,) = NARRATOR.told([TowerFell(game.table.tower(3), 2)], game, "normal")
    assert (told.text, told.priority, told.in_turn) == ("Tower 3 falls. Take it away. 2 left.", "alert", False)


def test_every_utterance_points_at_its_fact(game):
    events = [Rolled("monster-arc", 2), DrawSkipped("empty"), TurnEnded(1)]
    assert [told.event for told in NARRATOR.told(events, game, "normal")] == [0, 1, 2]


def test_the_same_fact_twice_is_said_twice(game):
    event = Rolled("monster-arc", 2)
    assert texts([event, event], game) == ["Rolled 2.", "Rolled 2."]


# What the question says itself


def test_what_the_standing_question_says_is_left_to_it(game):
    goblin = samples.standing("goblin", "forest-2")
    drawn, placed = TokenDrawn(goblin, 30, 1), MonsterPlaced(goblin, goblin.space, 1)
    plague = HandsTold("plague", "plague-archers", 1)
    assert texts([drawn], samples.ask(game, Roll("monster-arc", goblin))) == []
    assert texts([Rolled("monster-arc", 2), placed], samples.ask(game, Acknowledge("place-piece", piece=goblin))) == [
        "Rolled 2."
    ]
    assert texts([PhaseBegan("play", 1)], samples.ask(game, PLAY)) == []
    assert (
        texts([plague], samples.ask(game, Acknowledge("plague", piece=samples.Monster(KINDS["plague-archers"], 1))))
        == []
    )
    assert NARRATOR.screen_of([drawn], samples.ask(game, Roll("monster-arc", goblin))) is None


def test_what_it_does_not_say_is_told(game):
    goblin, orc = samples.standing("goblin", "forest-2"), samples.standing("orc", "forest-3")
    assert texts([TokenDrawn(goblin, 30, 1)], samples.ask(game, Roll("monster-arc", orc))) == ["You drew a goblin."]
    placed = MonsterPlaced(goblin, goblin.space, 1)
    assert texts([placed], samples.ask(game, Acknowledge("place-piece", piece=None))) == [
        "Goblin, arc 2, red, Forest, 1 health."
    ]
    assert texts([PhaseBegan("move", 1)], game) == ["The monsters move. Nearest the castle first."]


# Movements


def test_a_march_is_told_nearest_the_castle_first(game):
    events = [
        inward("troll", "forest-1"),
        inward("orc", "knight-6"),
        inward("goblin", "archer-2"),
        inward("orc", "knight-4"),
    ]
    assert texts(events, game) == [
        "Orc goes to arc 4, green, Swordsman ring.",
        "Orc goes to arc 6, blue, Swordsman ring.",
        "Goblin goes to arc 2, red, Knight ring.",
        "Troll goes to arc 1, red, Archer ring.",
    ]


def test_brief_says_a_march_in_one_sentence(game):
    assert texts([inward("orc", f"forest-{arc}") for arc in range(1, 7)], game, "brief") == ["All move 1 in."]


def test_brief_names_who_touches_something_and_groups_the_others(game):
    table = game.table
    king = samples.standing("goblin-king", "swordsman-5", health=1)
    goblin = samples.standing("goblin", "swordsman-5")
    events = [
        inward("orc", "archer-1"),
        inward("orc", "swordsman-2"),
        inward("troll", "archer-3"),
        WallFell(table.wall(5), 5),
        MonsterHeld(king, king.space),
        MonsterHeld(goblin, goblin.space),
        MonsterSlain(goblin, goblin.space, 0, 0, "wall"),
        TowerFell(table.tower(2), 5),
    ]
    assert texts(events, game, "brief") == [
        "Orc to arc 2, Castle.",
        "Wall 5 falls.",
        "Goblin King, arc 5, stays.",
        "Goblin, arc 5, slain. No trophy.",
        "Tower 2 falls. 5 left.",
        "All others move 1 in.",
    ]


def test_whoever_is_hurt_by_a_wall_is_not_also_said_to_stay(game):
    orc = samples.standing("orc", "swordsman-1", health=1)
    events = [
        WallFell(game.table.wall(1), 5),
        MonsterHeld(orc, orc.space),
        MonsterDamaged(orc, orc.space, 1, 1, "wall"),
    ]
    assert not any("stays" in text for text in texts(events, game))


def test_what_a_token_moves_is_announced_by_number_color_and_direction(game):
    for arc in (1, 3):
        samples.put(game, "orc", f"archer-{arc}")
    green = [inward("orc", "forest-3", "token"), inward("orc", "forest-4", "token")]
    assert texts(green, game)[0] == "2 monsters move 1 in."
    assert texts(green, game, "brief") == ["All green monsters move 1 in."]
    turned = [moved("orc", "archer-1", "archer-2", "token"), moved("orc", "knight-6", "knight-1", "token")]
    assert texts(turned, game, "brief") == ["All move 1 clockwise."]
    back = [moved("orc", "archer-2", "archer-1", "token"), moved("orc", "knight-1", "knight-6", "token")]
    assert texts(back, game)[0] == "2 monsters move 1 around, counter-clockwise."
    assert texts(back, game)[1] == "Orc goes from arc 1, red, Knight ring to arc 6, blue, Knight ring."


def test_when_all_monsters_stand_in_one_color_the_color_is_not_said(game):
    samples.put(game, "orc", "archer-3")
    assert texts([inward("orc", "forest-3", "token"), inward("orc", "forest-4", "token")], game, "brief") == [
        "All move 1 in."
    ]


def test_the_stuck_are_named_beside_the_group(game):
    stuck = MonsterStuck(samples.standing("troll", "archer-1"), SPACES["archer-1"])
    events = [inward("orc", "forest-3"), stuck, inward("orc", "forest-4")]
    assert texts(events, game, "brief") == ["Troll, arc 1, stuck in tar.", "All others move 1 in."]


def test_one_monster_alone_is_named_even_in_brief(game):
    assert texts([inward("orc", "forest-3")], game, "brief") == ["Orc to arc 3, Archer."]


def test_a_card_that_moves_somebody_belongs_to_no_march(game):
    events = [moved("orc", "knight-3", "forest-3", "card"), inward("orc", "forest-4"), inward("orc", "forest-5")]
    assert texts(events, game, "brief") == ["Orc to arc 3, Forest.", "All move 1 in."]


# The end


@pytest.mark.parametrize("words", ["brief", "normal", "verbose"])
def test_what_ended_the_game_is_said_before_the_end_and_the_end_once(game, words):
    orc = samples.standing("orc", "castle-1")
    fell, slain = TowerFell(game.table.tower(1), 0), MonsterSlain(orc, orc.space, 0, 0, "tower")
    told = NARRATOR.told([GameLost(9), fell, slain], game, words)
    endings = [place for place, said in enumerate(told) if "castle" in said.text.lower() and said.priority == "alert"]
    assert [said.event for said in told] == [1, 2, 0, 0]
    assert endings == [2]
    assert told[2].in_turn
    assert told[3].text.startswith("9 tokens are left")


def test_a_win_is_told_with_points_and_the_master_slayers(game):
    game.table.trophies[1].append(samples.Monster(KINDS["troll"], 1))
    game.table.trophies[2].append(samples.Monster(KINDS["troll"], 2))
    told = NARRATOR.told([GameWon(1, (1, 2))], game, "normal")
    assert [(said.priority, said.text) for said in told] == [
        ("alert", "You win! 1 tower still stands."),
        ("step", "Ana has 3 points."),
        ("step", "Ben has 3 points."),
        ("step", "Mia has 0 points."),
        ("step", "Ana and Ben are the Master Slayers."),
    ]
    assert texts([GameWon(1, (2,))], game, "brief") == ["You win! 1 tower left.", "Master Slayer: Ben."]


def test_without_trophies_a_win_is_only_a_win(game):
    assert texts([GameWon(4, ())], game) == ["You win! 4 towers still stand."]


# Screens and lights


def test_the_weightiest_fact_has_the_screen_and_the_last_of_equals(game):
    orc = samples.standing("orc", "knight-3", health=1)
    events = [
        WallFell(game.table.wall(1), 5),
        FortifyLost(game.table.wall(2)),
        WallFell(game.table.wall(4), 4),
        Rolled("monster-arc", 1),
    ]
    assert NARRATOR.screen_of(events, game) == ("WALL 4 FALLS", "4 WALLS LEFT")
    assert NARRATOR.screen_of([*events, Undone(1, "hit")], game)[0] == "UNDONE"
    assert NARRATOR.screen_of([TurnEnded(1), TurnBegan(2, 3, 9), MonsterHeld(orc, orc.space)], game) is None
    assert NARRATOR.screen_of([], game) is None


def test_the_ring_follows_the_telling(game):
    events = [
        Rolled("monster-arc", 6),
        Rolled("elite-hit", 2),
        inward("orc", "forest-1"),
        inward("orc", "knight-2"),
        moved("orc", "knight-5", "forest-5", "card"),
        WallFell(game.table.wall(4), 5),
        BoulderRolled(samples.Monster(KINDS["giant-boulder"], 1), 3, ""),
        Undone(1, "hit"),
    ]
    assert NARRATOR.cues(events, game) == [
        {"arc": 6, "cue": "rolled"},
        {"cue": "rolled"},
        {"arc": 2, "cue": "move"},
        {"arc": 1, "cue": "move"},
        {"arc": 5, "cue": "outward"},
        {"arc": 4, "cue": "wall-falls"},
        {"arc": 3, "cue": "move"},
        {"cue": "undo"},
    ]


def test_a_cue_is_given_once(game):
    assert NARRATOR.cues([inward("orc", "forest-1"), inward("troll", "archer-1")], game) == [{"arc": 1, "cue": "move"}]
