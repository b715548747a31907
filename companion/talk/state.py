"""The state of a table as the protocol shows it: only what is listed here or by a box, so no secret gets in."""

from __future__ import annotations

from typing import Any

from companion.game.boxes import BOXES
from companion.game.pieces import Token
from companion.game.rules.table import Monster, Table
from companion.talk.boxes import TALKS


def state_of(table: Table) -> dict[str, Any]:
    """Return the state (table protocol, State). Boxes replace parts of the plain state by their own."""
    plain = {
        "game": table.options.boxes[0],
        "boxes": list(table.options.boxes[1:]),
        "version": table.options.version,
        "players": table.players,
        "variants": list(table.options.variants),
        "turn": _turn(table),
        "monsters": [_monster(monster) for monster in table.board],
        "walls": {
            str(wall.arc): {"standing": wall.standing, "flames": wall.flames, "fortified": wall.fortified}
            for wall in table.walls
        },
        "towers": {
            str(tower.arc): {"standing": tower.standing, "flames": tower.flames, "wizard": tower.wizard}
            for tower in table.towers
        },
        "bag": {"left": table.bag_left},
        "monster_discard": names(table.discard),
        "removed": names(table.removed),
        "banished": list(table.banished),
        "trophies": {str(player): names(table.trophies[player]) for player in range(1, table.players + 1)},
        "points": {str(player): table.points(player) for player in range(1, table.players + 1)},
        "result": table.result or None,
        "master_slayer": list(table.slayers) or None,
        "skip_draw": table.skip_draw,
    }
    for talk in TALKS:
        if BOXES[talk.name].extends == plain["game"]:
            plain |= talk.absent()
    for part in table.parts.values():
        plain |= part.state()
    return {name: value for name, value in plain.items() if name not in table.hidden}


def names(tokens: list[Token]) -> list[str]:
    """Return the names of tokens."""
    return [token.name for token in tokens]


def _turn(table: Table) -> dict[str, Any]:
    hands = {"hand_size": table.hand_size, "trades": table.trades} if table.facts.hand else {}
    return {
        "number": table.turn,
        "player": table.player,
        "phase": table.phase,
        **hands,
        "draws_left": min(table.draws_left, table.bag_left),
    }


def _monster(monster: Monster) -> dict[str, Any]:
    assert monster.where is not None
    return {
        "piece": monster.name,
        "space": monster.where.name,
        "health": monster.health,
        "flames": monster.flames,
        "flying": monster.kind.flying,
        "tarred": monster.tarred,
    }
