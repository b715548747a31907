"""Journals with games in them, as people play them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.game.boxes.dark_titan.agranok_card import AgranokFix
from companion.game.rules.fixes import MonsterFix, TowerFix, TurnFix, WallFix
from companion.journal.archive import kept_games, known_seal
from companion.journal.export import Replayer, chosen, protocol_of, text_of
from companion.journal.record import Journal
from companion.talk import messages as m
from companion.talk.settings import Settings
from companion.talk.verb import Message
from tests.crash.scripts import new_desk

BEGUN = 1_800_000_000.0
"""When all games are begun, in seconds since the epoch."""
LAST_STAND = [
    m.CorrectMessage(
        monsters=[MonsterFix("troll#1", "swordsman-1")],
        towers={str(arc): TowerFix(standing=False) for arc in range(2, 7)},
        walls={"1": WallFix(standing=False)},
        turn=TurnFix(phase="play"),
    ),
    m.DoneMessage(),
]
"""Inputs that end any game: the last Tower falls."""
HE_COMES = [
    m.CorrectMessage(agranok=AgranokFix("facedown", ["herald#1", "herald#2"]), turn=TurnFix(phase="draw")),
    m.TapMessage(piece="herald#3"),
    m.RollMessage(value=1),
    m.RollMessage(value=2),
]
"""Inputs that bring Agranok to the board; then his level is open."""
FIRST_TURN = [
    m.DoneMessage(),
    m.TapMessage(piece="troll#1"),
    m.PressMessage(),
    m.TapMessage(piece="orc#1"),
    m.PressMessage(),
]
"""Inputs of a turn on an empty board."""


def new_game(**wishes: Any) -> m.NewGameMessage:
    """A game on an empty board."""
    agreed: dict[str, Any] = {"game": "castle-panic", "players": 2, "setup": "none", "pace": "auto", "seed": 7}
    return m.NewGameMessage(**agreed | wishes)


def keep(path: Path, *games: Iterable[Message]) -> None:
    """Plays games one after the other and keeps them, each with what was sealed."""
    journal, desk = Journal(path, lambda: BEGUN), new_desk()
    desk.seal = journal.seal()
    for game in games:
        for message in game:
            entry = desk.do(message).entry
            assert entry is not None
            journal.keep_all([entry], Settings())
    journal.close()


def protocol(path: Path, number: int | None = None) -> list[str]:
    """A game of a journal, the newest without a number, as lines of the protocol."""
    kept = chosen(kept_games(path), number)
    assert kept is not None
    return list(protocol_of(kept, Replayer(new_desk(), known_seal(path))))


def text(path: Path, number: int | None = None, words: str = "normal") -> list[str]:
    """A game of a journal, the newest without a number, turn by turn."""
    kept = chosen(kept_games(path), number)
    assert kept is not None
    return list(text_of(kept, Replayer(new_desk(), known_seal(path)), words))
