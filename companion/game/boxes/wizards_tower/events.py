"""Facts that can happen with The Wizard's Tower. Each kind of fact is a small record."""

from __future__ import annotations

from companion.game.board import Space
from companion.game.events import Event
from companion.game.pieces import Structure, Token


class WizardsTowerPlaced(Event, frozen=True, gc=False):
    """The Wizard's Tower takes the place of one of the six Towers."""

    tower: Structure


class WizardDeckLeft(Event, frozen=True, gc=False):
    """The Wizard's Tower has fallen, and the Wizard deck leaves the game."""


class WizardDeckReturned(Event, frozen=True, gc=False):
    """The Wizard's Tower stands again, and the Wizard deck is back."""


class TowerBuilt(Event, frozen=True, gc=False):
    """A Tower stands again. `wizard` says whether it is the Wizard's Tower."""

    tower: Structure
    wizard: bool


class PhaseSkipped(Event, frozen=True, gc=False):
    """A phase of the turn is left out because of a Monster on the board."""

    phase: str
    player: int
    piece: Token


class ImpsCame(Event, frozen=True, gc=False):
    """`count` Imps have come out of their pile, which now has `left`. `short` more were called than there were."""

    count: int
    left: int
    short: int


class StructureLit(Event, frozen=True, gc=False):
    """A Flame token was put on a Wall or Tower, which now has `flames`. With the third it falls."""

    structure: Structure
    flames: int


class StructureDoused(Event, frozen=True, gc=False):
    """`count` Flame tokens were taken off a Wall or Tower. `flames` are left."""

    structure: Structure
    count: int
    flames: int


class MonsterLit(Event, frozen=True, gc=False):
    """`count` Flame tokens were put on a Monster, which now has `flames`."""

    piece: Token
    space: Space
    count: int
    flames: int


class MonsterDoused(Event, frozen=True, gc=False):
    """All `count` Flame tokens were taken off a Monster."""

    piece: Token
    space: Space
    count: int


class FlamesPassed(Event, frozen=True, gc=False):
    """The `count` Flame tokens of a broken structure go to a Monster, which now has `flames`."""

    structure: Structure
    piece: Token
    space: Space
    count: int
    flames: int


class FlamesShort(Event, frozen=True, gc=False):
    """More Flame tokens are needed than the box has. The people must use something else for `short` of them."""

    short: int


class FireBreathed(Event, frozen=True, gc=False):
    """A Monster breathes fire at the Castle. `target` names the structure that is hit; it is empty when none is."""

    piece: Token
    space: Space
    target: str


class MonstersFrozen(Event, frozen=True, gc=False):
    """`count` Monsters do not move because of the Rain of Ice."""

    count: int


class MonsterReturned(Event, frozen=True, gc=False):
    """A slain Monster goes out of the Monster discard back into the bag, which now has `left`."""

    piece: Token
    left: int


class DoppelgangerReplaced(Event, frozen=True, gc=False):
    """The Doppelganger goes to the Monster discard. `monster`, which was just destroyed, takes its space."""

    piece: Token
    monster: Token
    space: Space


class DoppelgangerLeft(Event, frozen=True, gc=False):
    """The Doppelganger goes to the Monster discard, because nothing else is left to fight."""

    piece: Token
    space: Space


class PlayerInvited(Event, frozen=True, gc=False):
    """`guest` may play one Hit or Wizard card in the turn of `player`."""

    player: int
    guest: int


class FortifyMoved(Event, frozen=True, gc=False):
    """A Fortify token went from one Wall to another."""

    renamed = {"origin": "from", "wall": "to"}
    origin: Structure
    wall: Structure
