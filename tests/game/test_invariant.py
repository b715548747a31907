"""The invariant can fail: a table is broken in every way that it speaks of, and each time it is found."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.game.board import SPACES
from companion.game.pieces import Token
from companion.game.rules.requests import DONE, OVER, Acknowledge, Chance, Choose, Tap
from companion.game.session import Game
from tests.game import invariant
from tests.game.boxes.dark_titan.titan_table import new_titans, titans
from tests.game.boxes.my_first.path_table import path
from tests.game.boxes.wizards_tower.wizards_table import new_wizards, wizards
from tests.game.invariant import check_game, faults
from tests.game.rules.table import new, table

WORDS = {"SPACES": SPACES, "Token": Token, "OVER": OVER, "DONE": DONE}
WORDS |= {"Acknowledge": Acknowledge, "Chance": Chance, "Choose": Choose, "Tap": Tap}


def base() -> Game:
    """The base game in Play Cards, with a Monster, a missing Wall and a missing Tower."""
    return table("Orc2@K3 Goblin1@S5", walls="-2 +3f", towers="-4").game


def wizard() -> Game:
    """The same with The Wizard's Tower, and fire."""
    return wizards("Orc2^1@K3 Doppelganger@F1", walls="-2 +3f +5^1", towers="-4 +5^2").game


def titan() -> Game:
    """The Dark Titan, with a Support and the Cavalier."""
    return titans("Agranok8@F2 Orc2@K3", supports="SupplyWagon3@A4", cavalier="S2").game


def path_game() -> Game:
    """My First Castle Panic with two goblins on the path."""
    return path("goblin#1@3 star-goblin#1@5").game


def overlord() -> Game:
    """The base game against the Overlord."""
    return table("Orc2@K3", version="overlord").game


def lists() -> Game:
    """A list stands: which of three Monsters a Wall hurts."""
    scene = table("Orc1@S1 Orc2@S1 Troll3@S1")
    scene.done()
    return scene.game


def drawing() -> Game:
    """The first of two tokens is to be drawn."""
    scene = table("Orc2@K3")
    scene.done()
    return scene.game


def lost() -> Game:
    """The last Tower has fallen."""
    scene = table("Orc2@C1", towers="-1 -3 -4 -5 -6")
    scene.done()
    return scene.game


def won() -> Game:
    """The last Monster is slain."""
    scene = table("Goblin1@S1", bag="")
    scene.play("red-swordsman", on="Goblin")
    return scene.game


def fresh() -> Game:
    """A base game that nobody has corrected."""
    return new(setup="quick").game


def fresh_wizard() -> Game:
    """A game with The Wizard's Tower that nobody has corrected."""
    return new_wizards(setup="quick").game


def fresh_titan() -> Game:
    """A game with The Dark Titan that nobody has corrected."""
    return new_titans(setup="quick").game


BROKEN: list[tuple[Callable[[], Game], str, str]] = [
    # where the tokens are
    (base, "table.board.remove(piece('orc#1'))", "orc#1 is in 0 places"),
    (base, "table.discard.append(piece('orc#1'))", "orc#1 is in 2 places"),
    (base, "table.in_hand = piece('troll#1')", "troll#1 is in 2 places"),
    (titan, "table.bag[piece('supply-wagon#1')] = None", "supply-wagon#1 is in 2 places"),
    (titan, "table.absent.append(piece('cavalier#1'))", "cavalier#1 is in 2 places"),
    (titan, "part('agranok').heralds.append(piece('herald#1'))", "herald#1 is in 2 places"),
    (base, "table.bag[Token(piece('orc#1').kind, 99)] = None", "orc#99 does not belong to this game"),
    (base, "table.board.append(piece('giant-boulder#1'))", "giant-boulder#1 is on the board and is not a Monster"),
    (titan, "piece('agranok#1').health = 1", "agranok#1 has 1 health, which is less than it can have"),
    (base, "piece('orc#2').space = SPACES['knight-3']", "orc#2 has a space and is not on the board"),
    (base, "piece('orc#2').health = 1", "orc#2 is hurt or marked and is not on the board"),
    (wizard, "piece('orc#2').flames = 1", "orc#2 is hurt or marked and is not on the board"),
    (path_game, "piece('goblin#1').space = SPACES['knight-3']", "goblin#1 stands on knight-3, which this board"),
    (base, "piece('orc#1').health = 3", "orc#1 has 3 health and 2 printed"),
    (base, "piece('orc#1').health = -1", "orc#1 has -1 health and 2 printed"),
    (wizard, "piece('orc#1').flames = -1", "orc#1 has -1 Flame tokens"),
    # Tar
    (base, "piece('orc#1').tarred = True", "the Tar token is on [orc#1] and was put on None"),
    (base, "table.tarred = piece('orc#1')", "the Tar token is on [] and was put on orc#1"),
    (base, "table.tarred = piece('orc#2')", "the Tar token is on orc#2, which is not on the board"),
    # Walls and Towers
    (base, "table.walls.reverse()", "the walls are [wall-6"),
    (base, "table.towers.pop()", "the towers are [tower-1"),
    (wizard, "wall(5).flames = 3", "wall-5 has 3 Flame tokens"),
    (wizard, "tower(5).flames = -1", "tower-5 has -1 Flame tokens"),
    (wizard, "wall(5).fortified = True", "wall-5 burns and is fortified"),
    (wizard, "wall(2).flames = 1", "wall-2 is gone and something is on it"),
    (wizard, "tower(5).standing = False", "tower-5 is gone and something is on it"),
    (base, "wall(3).standing = False", "wall-3 is gone and something is on it"),
    (base, "tower(1).fortified = True", "tower-1 is fortified and is not a Wall"),
    (wizard, "wall(1).wizard = True", "wall-1 is the Wizard's Tower and is not a Tower"),
    (wizard, "tower(1).wizard = True", "[tower-1, tower-6] are all the Wizard's Tower"),
    # the bag and the trophies
    (
        wizard,
        "table.unseen[piece('troll#2')] = table.bag.pop(piece('troll#2'))",
        "troll#2 is unseen and is not a secret",
    ),
    (wizard, "table.unseen_left = 7", "7 of 6 unseen tokens are in the bag"),
    (wizard, "table.unseen_left = -1", "-1 of 6 unseen tokens are in the bag"),
    (base, "table.trophies.pop()", "3 piles of trophies, not one for each player"),
    (base, "table.trophies[0].append(piece('orc#1'))", "nobody keeps [orc#1]"),
    # the turn and the end
    (base, "table.players = 4", "4 players of 3"),
    (base, "table.player = 4", "it is the turn of player 4"),
    (base, "table.turn = 0", "turn 0"),
    (base, "table.phase = 'end'", "phase end"),
    (base, "table.draws_left = -1", "-1 tokens are still to be drawn"),
    (base, "table.banished = ['ace']", "['ace'] are banished, and are not all cards of this game"),
    (base, "game.request = OVER", "phase play, result , asked over"),
    (base, "table.phase = 'over'", "phase over, result , asked play"),
    (base, "table.result = 'lost'", "phase play, result lost, asked play"),
    (lost, "table.result = 'drawn'", "the result is drawn"),
    (lost, "table.in_hand = piece('orc#1')", "the game is over and orc#1 is in hand"),
    (lost, "table.slayers = (1,)", "the Master Slayers are (1,)"),
    (won, "table.slayers = (4,)", "the Master Slayers are (4,)"),
    (won, "table.board.append(piece('goblin#1'))", "the game is won and Monsters are left"),
    (won, "table.bag[piece('goblin#1')] = None", "the game is won and Monsters are left"),
    (lost, "tower(1).standing = True", "the game is lost and the Castle stands"),
    # what single boxes bring
    (path_game, "part('path').wall = 2", "the path ends at the wall 2 and the castle True"),
    (path_game, "part('path').castle = None", "the path ends at the wall True and the castle None"),
    (path_game, "table.removed.append(piece('goblin#1'))", "My First Castle Panic has trophies or removed tokens"),
    (base, "tower(1).wizard = True", "the Wizard's Tower is in arc [1] without its box"),
    (wizard, "part('wizard-deck').arc = 2", "the Wizard's Tower is in arc [6] and was built in arc 2"),
    (wizard, "part('wizard-deck').in_play = False", "the Wizard deck is not where its Tower is"),
    (wizard, "tower(6).wizard = False", "the Wizard deck is not where its Tower is"),
    (wizard, "part('spells').guest = 4", "player 4 is invited, player 0 berserk"),
    (wizard, "part('spells').berserk = 4", "player 0 is invited, player 4 berserk"),
    (titan, "part('agranok').heralds.append(piece('orc#1'))", "Agranok's card holds [orc#1]"),
    (titan, "part('agranok').heralds += part('agranok').everyone", "Agranok's card holds [herald#1"),
    (titan, "part('agranok').level = 6", "Agranok has level 6"),
    (titan, "part('agranok').destroyed = True", "Agranok is destroyed on his card and not on the table"),
    (titan, "part('supports').supports.append(piece('orc#1'))", "orc#1 stands with the Supports"),
    (titan, "piece('supply-wagon#1').health = 0", "supply-wagon#1 is a Support without health"),
    (titan, "piece('supply-wagon#1').space = SPACES['castle-1']", "supply-wagon#1 is a Support inside the Castle"),
    (titan, "piece('cavalier#1').health = 1", "the Cavalier is hurt or marked"),
    (overlord, "part('overlord').chosen = 'three'", "the Overlord has chosen three"),
    # the question
    (base, "game.request = Acknowledge('')", "a question has no name"),
    (base, "game.request = Chance('lots', [1])", "people are asked for the chance lots"),
    (base, "game.request = Acknowledge('trade')", "people are asked for trade although they do it unasked"),
    (base, "game.picked = [1]", "[1] were picked where nothing is chosen"),
    (base, "game.marked = 0", "the mark is at 0 in play"),
    (lists, "game.marked = 3", "the mark is at 3 in wall-victim"),
    (lists, "game.marked = -1", "the mark is at -1 in wall-victim"),
    (drawing, "game.marked = len(game.request.kinds(table))", "the mark is at 19 in draw"),
    (lists, "game.request.options = []", "wall-victim has no options"),
    (lists, "game.request.options *= 2", "wall-victim has an option twice"),
    (lists, "game.request.least = 0", "wall-victim asks for 0 to 1 options"),
    (lists, "game.request.most = 0", "wall-victim asks for 1 to 0 options"),
    (lists, "game.picked = [1]", "wall-victim has [1] picked"),
    (lists, "game.request.least, game.request.most = 2, 1", "wall-victim refuses its own option orc#1"),
    (drawing, "table.bag.clear()", "draw takes no answer"),
    (drawing, "game.request = Tap('draw', lambda token: False)", "draw takes no answer"),
    # nothing is left over
    (base, "table.in_hand = piece('orc#1')", "orc#1 is in hand and nothing is under way"),
    (base, "piece('orc#1').health = 0", "orc#1 is on the board without health"),
    (wizard, "part('doubles').chosen = piece('orc#1')", "somebody is still about to take the Doppelganger's place"),
    (wizard, "part('doubles').fallen = [piece('orc#1')]", "somebody is still about to take the Doppelganger's place"),
    (wizard, "part('doubles').coming = piece('orc#1')", "somebody is still about to take the Doppelganger's place"),
    (wizard, "part('recalls').owed = 2", "2 slain Monsters have not returned"),
    (titan, "part('barrage').running = True", "a Barrage is still running"),
    (titan, "part('agranok').blow = 1", "something that happens to Agranok has not ended"),
    (titan, "part('agranok').marched = True", "something that happens to Agranok has not ended"),
    (titan, "part('cavalier').moved = True", "the Cavalier has moved or fought outside his phase"),
    (titan, "part('cavalier').fought = True", "the Cavalier has moved or fought outside his phase"),
    # what the rules lead to
    (fresh_wizard, "table.bag[piece('imp#1')] = None", "imp#1 is in the bag and is not drawn from it"),
    (fresh_wizard, "part('harbingers').chosen = {'harbinger-hydra'}", "3 unseen tokens are in the bag and 1 can be"),
    (fresh, "table.trophies[1].append(piece('giant-boulder#1'))", "giant-boulder#1 is a trophy"),
    (fresh_wizard, "table.trophies[1].append(piece('imp#1'))", "imp#1 is a trophy"),
    (fresh_wizard, "table.absent.remove(piece('imp#1'))", "imp#1 is neither on the board nor in the Imp pile"),
    (fresh_titan, "table.absent.remove(piece('agranok-card#1'))", "agranok-card#1 is not with Agranok's cards"),
    (fresh, "wall(1).fortified = wall(2).fortified = wall(3).fortified = True", "more Fortify tokens are on"),
    (fresh, "wall(1).flames = 1", "something burns without The Wizard's Tower"),
    (fresh, "table.phase, table.draws_left = 'discard', 1", "tokens of the turn before are owed in phase discard"),
    (fresh, "for tower in table.towers: tower.standing = False", "the Castle is gone and the game goes on"),
    (fresh_titan, "part('supports').put(piece('supply-wagon#1'), table.board[0].space)", "met and not fought"),
    (fresh_titan, "part('agranok').heralds += part('agranok').everyone[:3]", "three Heralds have not summoned Agranok"),
    (fresh_titan, "part('agranok').destroyed, part('agranok').level = True, 0", "Agranok has come and his card"),
]


def broken(make: Callable[[], Game], line: str) -> list[str]:
    """Return what is found wrong with a game after a line of Python has been at it; before, it is sound."""
    game: Any = make()
    check_game(game)
    words = WORDS | {"game": game, "table": game.table, "piece": game.table.pieces.__getitem__}
    words |= {"wall": game.table.wall, "tower": game.table.tower, "part": game.table.parts.__getitem__}
    exec(line, words)
    return list(faults(game))


@pytest.mark.parametrize(("make", "line", "found"), BROKEN, ids=[line for _, line, _ in BROKEN])
def test_what_is_wrong_with_a_table_is_found(make: Callable[[], Game], line: str, found: str) -> None:
    assert any(found in sentence for sentence in broken(make, line)), broken(make, line)


def test_the_check_says_what_it_has_found() -> None:
    game = base()
    game.table.turn = 0
    with pytest.raises(AssertionError, match="^turn 0$"):
        check_game(game)


def sentences() -> list[str]:
    """Return a pattern for each sentence in the source of the invariant."""
    tree = ast.parse(Path(invariant.__file__).read_text(encoding="utf-8"))
    spoken = [node.value for node in ast.walk(tree) if isinstance(node, ast.Yield)]
    parts = [node.values if isinstance(node, ast.JoinedStr) else [node] for node in spoken]
    return ["".join(re.escape(part.value) if isinstance(part, ast.Constant) else ".*" for part in one) for one in parts]


def test_every_sentence_of_the_invariant_is_shown_to_be_found() -> None:
    said = [sentence for make, line, _ in BROKEN for sentence in broken(make, line)]
    assert len(sentences()) > 60
    assert [pattern for pattern in sentences() if not any(re.fullmatch(pattern, one) for one in said)] == []
