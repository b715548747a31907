"""How a game ends (Castle Panic rulebook, End of the Game)."""

from __future__ import annotations

from typing import NoReturn

from companion.game.events import GameLost, GameWon
from companion.game.rules.requests import Over
from companion.game.rules.table import Table


def check_lost(table: Table) -> None:
    """End the game as lost when no Tower stands. Raise Over in that case."""
    for tower in table.towers:
        if tower.standing:
            return
    table.events.append(GameLost(table.bag_left))
    finish(table, "lost")


def check_won(table: Table) -> None:
    """End the game as won when every token was played and every Monster slain. Raise Over in that case."""
    if table.bag_left or table.in_hand:  # the token in hand may still bring something
        return
    for monster in table.board:
        if monster.counts:
            return
    table.slayers = master_slayers(table)
    table.events.append(GameWon(table.standing_towers(), table.slayers))
    finish(table, "won")


def finish(table: Table, result: str) -> NoReturn:
    """End the game with a result, won or lost. Always raise Over."""
    table.result = result
    table.phase = "over"
    if table.in_hand:  # its procedure ends here, so nobody else will put it anywhere
        table.set_aside(table.in_hand)
    raise Over


def master_slayers(table: Table) -> tuple[int, ...]:
    """Return the Master Slayers: the players with the most points, of these the ones with the most Monsters.

    Several players can share the title. There is none in the co-op version and for one player alone.
    """
    if not table.keeps_trophies or table.players == 1:
        return ()
    scores = {player: (table.points(player), len(table.trophies[player])) for player in range(1, table.players + 1)}
    best = max(scores.values())
    return tuple(player for player, score in scores.items() if score == best)
