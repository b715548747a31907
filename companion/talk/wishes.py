"""What may be wished of every new game; what single boxes ask besides stands with them, in `companion.talk.boxes`."""

from __future__ import annotations

from companion.game.pieces import Chart
from companion.talk.verb import Message


class GameWish(Message):
    """Begins a game; whatever was played before is over."""

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
    """The secrets of a game that is taken up again; in the journal in place of `secret_seed` and `harbingers`."""
