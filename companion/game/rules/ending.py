"""How a game ends (Castle Panic rulebook, End of the Game)."""

from __future__ import annotations

from typing import NoReturn

from companion.game.events import GameLost, GameWon
from companion.game.rules.requests import Over
from companion.game.rules.table import Table


def check_lost(table: Table) -> None:
    """All have lost when no Tower stands. Raises Over (Castle Panic rulebook, End of the Game)."""
    for tower in table.towers:
        if tower.standing:
            return
    table.events.append(GameLost(table.bag_left))
    finish(table, "lost")


def check_won(table: Table) -> None:
    """All have won when every token was played and every Monster is slain. Raises Over."""
    if table.bag_left or table.in_hand:
        return
    for monster in table.board:
        if monster.counts:
            return
    table.slayers = master_slayers(table)
    table.events.append(GameWon(table.standing_towers(), table.slayers))
    finish(table, "won")


def finish(table: Table, result: str) -> NoReturn:
    """The game is won or lost. Raises Over."""
    table.result = result
    table.phase = "over"
    if table.in_hand:
        table.set_aside(table.in_hand)
    raise Over


def master_slayers(table: Table) -> tuple[int, ...]:
    """The most points, then the most Monsters; still tied, they share the title."""
    if not table.keeps_trophies or table.players == 1:
        return ()
    scores = {player: (table.points(player), len(table.trophies[player])) for player in range(1, table.players + 1)}
    best = max(scores.values())
    return tuple(player for player, score in scores.items() if score == best)
