"""From a table to what the ring shows of its board at rest."""

from __future__ import annotations

from companion.channels import boxes
from companion.channels.at_rest import ArcLight
from companion.game.rules.table import Table


def board_picture(table: Table) -> list[ArcLight]:
    """What each arc of the board shows at rest, arc 1 first; or what the board of a box shows that has no arcs."""
    shown = boxes.picture(table)
    return [_arc_light(table, wall.arc) for wall in table.walls] if shown is None else shown


def _arc_light(table: Table, arc: int) -> ArcLight:
    monsters = [monster for monster in table.board if monster.place.arc == arc]
    nearest = min(monsters, key=lambda monster: monster.place.distance, default=None)
    wall, tower = table.wall(arc), table.tower(arc)
    return ArcLight(
        near=5 - nearest.place.distance if nearest else 0,
        flames=min(3, max([wall.flames, tower.flames, *(monster.flames for monster in monsters)])),
        flying=bool(nearest and nearest.kind.flying),
        wall=wall.standing,
        tower=tower.standing,
    )
