"""What may be wished of every new game. The wishes for single boxes are in `companion.talk.boxes`."""

from __future__ import annotations

from companion.game.pieces import Chart
from companion.talk.verb import Message


class GameWish(Message):
    """Begins a game and ends the one before it."""

    game: str
    players: int
    boxes: list[str] = []
    version: str = "standard"
    variants: list[str] = []
    setup: str = "guided"
    pace: str | None = None
    seed: int | None = None
    secret_seed: int | None = None
    names: list[str] = []
    first: int | None = None
    harbingers: list[str] = []
    chart: Chart | None = None
    sealed: str | None = None
    """The secrets of a game that is taken up again. The journal has it instead of `secret_seed` and `harbingers`."""
