"""What the tests of the further boxes tell, and whom they tell of."""

from __future__ import annotations

from companion.game.board import SPACES
from companion.game.events import Event, MonsterMoved
from companion.game.session import Game
from tests.narration import samples
from tests.narration.samples import KINDS, Monster

NARRATOR = samples.narrator()


def texts(events: list[Event], game: Game, words: str = "normal") -> list[str]:
    return [told.text for told in NARRATOR.told(events, game, words)]


def token(kind: str, space: str = "", **more: int) -> Monster:
    return samples.standing(kind, space, **more) if space else Monster(KINDS[kind], 1)


def march(kind: str, origin: str, *spaces: str) -> list[Event]:
    """One token that goes from space to space in one movement."""
    moving = token(kind, spaces[-1])
    steps = zip((origin, *spaces), spaces, strict=False)
    return [MonsterMoved(moving, SPACES[here], SPACES[there], "march") for here, there in steps]


def answer(game: Game, about: str, words: str = "normal") -> str:
    return NARRATOR.answer(about, game, words)
