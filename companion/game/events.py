"""What can happen at the table: one small record for each kind of fact, in the game's words.

Rules emit these and nothing else; narration gives each its words, its screen and its light. `wire` turns one into the
object of the table protocol, with pieces, spaces and structures by their names.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from companion.game.board import Space
from companion.game.path import PathSpace
from companion.game.pieces import Structure, Token


class Event(msgspec.Struct, frozen=True, gc=False):
    """A fact. `kind` is its name in the protocol.

    Nothing on the table points back at a fact, so the collector need not follow it.
    """

    kind: ClassVar[str]
    renamed: ClassVar[dict[str, str]] = {}
    """Fields that go by another name in the protocol."""


class GameBegan(Event, frozen=True, gc=False):
    """A new game is set up; `players` counts the seats."""

    kind = "game-began"
    players: int


class TurnBegan(Event, frozen=True, gc=False):
    """A player's turn begins; `number` counts turns from 1."""

    kind = "turn-began"
    player: int
    number: int
    left: int
    """Tokens left to draw."""


class PhaseBegan(Event, frozen=True, gc=False):
    """A phase of the turn begins that the people act in."""

    kind = "phase-began"
    phase: str
    player: int


class Rolled(Event, frozen=True, gc=False):
    """The die shows `value` (1 to 6) for `topic`."""

    kind = "rolled"
    topic: str
    value: int


class TokenDrawn(Event, frozen=True, gc=False):
    """A token was taken from the bag; `left` tokens remain, `owed` taps are still to come in this phase."""

    kind = "token-drawn"
    piece: Token
    left: int
    owed: int


class MonsterPlaced(Event, frozen=True, gc=False):
    """A Monster enters the board at full health."""

    kind = "monster-placed"
    piece: Token
    space: Space
    health: int


class MonsterMoved(Event, frozen=True, gc=False):
    """A Monster went from one space to another; `cause` is march, token, card or correction."""

    kind = "monster-moved"
    renamed = {"origin": "from", "space": "to"}
    piece: Token
    origin: Space
    space: Space
    cause: str


class MonsterHeld(Event, frozen=True, gc=False):
    """A Monster struck a Wall and stays before it."""

    kind = "monster-held"
    piece: Token
    space: Space


class MonsterDamaged(Event, frozen=True, gc=False):
    """A Monster lost `points` health and has `health` left; `cause` is card, wall, tower, fire and the like."""

    kind = "monster-damaged"
    piece: Token
    space: Space
    points: int
    health: int
    cause: str


class MonsterHealed(Event, frozen=True, gc=False):
    """A Monster regained health and has `health` now."""

    kind = "monster-healed"
    piece: Token
    space: Space
    health: int


class MonsterSlain(Event, frozen=True, gc=False):
    """A Monster was slain. `player` keeps the trophy, worth `points`, or 0: it goes to the Monster discard."""

    kind = "monster-slain"
    piece: Token
    space: Space
    player: int
    points: int
    cause: str


class MonsterTarred(Event, frozen=True, gc=False):
    """The Tar token lies on a Monster: it does not move this turn."""

    kind = "monster-tarred"
    piece: Token
    space: Space


class MonsterStuck(Event, frozen=True, gc=False):
    """A tarred Monster stays where it is while others move."""

    kind = "monster-stuck"
    piece: Token
    space: Space


class TarRemoved(Event, frozen=True, gc=False):
    """The Tar token comes off at the end of the turn."""

    kind = "tar-removed"
    piece: Token


class WallFell(Event, frozen=True, gc=False):
    """A Wall is gone; `left` still stand."""

    kind = "wall-fell"
    wall: Structure
    left: int


class TowerFell(Event, frozen=True, gc=False):
    """A Tower is gone; `left` still stand."""

    kind = "tower-fell"
    tower: Structure
    left: int


class FortifyLost(Event, frozen=True, gc=False):
    """A Fortify token is gone, its Wall stands."""

    kind = "fortify-lost"
    wall: Structure


class WallBuilt(Event, frozen=True, gc=False):
    """A Wall stands again."""

    kind = "wall-built"
    wall: Structure


class WallFortified(Event, frozen=True, gc=False):
    """A Fortify token lies on a Wall."""

    kind = "wall-fortified"
    wall: Structure


class CardPlayed(Event, frozen=True, gc=False):
    """A player plays a card, with the cards that go with it."""

    kind = "card-played"
    card: str
    player: int
    together: tuple[str, ...] = ()


class HandsTold(Event, frozen=True, gc=False):
    """Something that the people do with their cards; `topic` names it."""

    kind = "hands-told"
    topic: str
    source: str
    count: int = 0


class TokensOwed(Event, frozen=True, gc=False):
    """More tokens are to be drawn: `count` more, `owed` in all."""

    kind = "tokens-owed"
    piece: Token
    count: int
    owed: int


class BoulderRolled(Event, frozen=True, gc=False):
    """A boulder rolled in from the Forest of an arc; `stopped` names the structure that stopped it, or is empty."""

    kind = "boulder-rolled"
    piece: Token
    arc: int
    stopped: str


class DrawSkipped(Event, frozen=True, gc=False):
    """No tokens are drawn this turn; `reason` is missing or empty."""

    kind = "draw-skipped"
    reason: str


class TurnEnded(Event, frozen=True, gc=False):
    """A player's turn is over."""

    kind = "turn-ended"
    player: int


class GameWon(Event, frozen=True, gc=False):
    """Every token was played and every Monster slain; `towers` stand. `slayers`: the Master Slayers, if any."""

    kind = "game-won"
    towers: int
    slayers: tuple[int, ...]


class GameLost(Event, frozen=True, gc=False):
    """The last Tower is gone; `left` tokens were still to come."""

    kind = "game-lost"
    left: int


class Corrected(Event, frozen=True, gc=False):
    """The table was corrected by the people; `parts` names what."""

    kind = "corrected"
    parts: tuple[str, ...]


class Undone(Event, frozen=True, gc=False):
    """`steps` inputs were taken back; `title` names the last of them."""

    kind = "undone"
    steps: int
    title: str


class Redone(Event, frozen=True, gc=False):
    """`steps` inputs were done again; `title` names the last of them."""

    kind = "redone"
    steps: int
    title: str


def _plain(value: Any) -> Any:
    if isinstance(value, (Token, Space, Structure)):
        return value.name
    if isinstance(value, PathSpace):
        return value.number
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    return value


def wire(event: Event) -> dict[str, Any]:
    """The event as an object of the table protocol."""
    fields = {event.renamed.get(name, name): _plain(getattr(event, name)) for name in event.__struct_fields__}
    return {"event": event.kind, **fields}


# My First Castle Panic. There, spaces of the path go by their numbers.


class MonsterArrived(Event, frozen=True, gc=False):
    """A monster was put on the path."""

    kind = "monster-arrived"
    piece: Token
    space: PathSpace


class MonsterStepped(Event, frozen=True, gc=False):
    """A monster took one step on the path; `cause` is march, or the kind that pushed."""

    kind = "monster-stepped"
    renamed = {"origin": "from", "space": "to"}
    piece: Token
    origin: PathSpace
    space: PathSpace
    cause: str


class MonstersStepped(Event, frozen=True, gc=False):
    """All the monsters on the path, `count` of them, have taken one step; `cause` as with the single ones."""

    kind = "monsters-stepped"
    count: int
    cause: str


class MonsterCaught(Event, frozen=True, gc=False):
    """A monster was caught on the path and is in the Dungeon."""

    kind = "monster-caught"
    piece: Token
    space: PathSpace


class MonsterBooted(Event, frozen=True, gc=False):
    """A monster was booted off the path, back into the pile, which has `left` now."""

    kind = "monster-booted"
    piece: Token
    space: PathSpace
    left: int


class WallBumped(Event, frozen=True, gc=False):
    """A monster ran into the wall: the wall is flat, the monster in the Dungeon."""

    kind = "wall-bumped"
    piece: Token


class WallRebuilt(Event, frozen=True, gc=False):
    """The wall before the castle stands again."""

    kind = "wall-rebuilt"


class CastleFlattened(Event, frozen=True, gc=False):
    """The castle is flat and the game lost. `piece` ran into it; none when the people said that it was flat already."""

    kind = "castle-flattened"
    piece: Token | None


class CastleSaved(Event, frozen=True, gc=False):
    """All monsters are caught, the castle stands, the game is won."""

    kind = "castle-saved"
    wall: bool


class EasyRulesPiled(Event, frozen=True, gc=False):
    """More than one of the rules that make the game easier was picked; the rulebook says one."""

    kind = "easy-rules-piled"
    count: int


# The Wizard's Tower


class WizardsTowerPlaced(Event, frozen=True, gc=False):
    """The Wizard's Tower takes the place of one of the six Towers."""

    kind = "wizards-tower-placed"
    tower: Structure


class WizardDeckLeft(Event, frozen=True, gc=False):
    """The Wizard's Tower is gone, and the Wizard deck leaves the game."""

    kind = "wizard-deck-left"


class WizardDeckReturned(Event, frozen=True, gc=False):
    """The Wizard's Tower stands again, and the Wizard deck is back."""

    kind = "wizard-deck-returned"


class TowerBuilt(Event, frozen=True, gc=False):
    """A Tower stands again; `wizard` says whether it is the Wizard's Tower."""

    kind = "tower-built"
    tower: Structure
    wizard: bool


class PhaseSkipped(Event, frozen=True, gc=False):
    """A phase of the turn is left out because of a Monster in play."""

    kind = "phase-skipped"
    phase: str
    player: int
    piece: Token


class HarbingerDrawn(Event, frozen=True, gc=False):
    """A Harbinger was drawn: it goes, its Mega Boss comes. `here`: the Boss is on the board, or was slain."""

    kind = "harbinger-drawn"
    piece: Token
    boss: Token
    here: bool


class ImpsCame(Event, frozen=True, gc=False):
    """Imps come out of their pile, which has `left` now; `short` more were called than there were."""

    kind = "imps-came"
    count: int
    left: int
    short: int


class StructureLit(Event, frozen=True, gc=False):
    """A Flame token was put on a Wall or Tower, which has `flames` now; with the third it falls."""

    kind = "structure-lit"
    structure: Structure
    flames: int


class StructureDoused(Event, frozen=True, gc=False):
    """`count` Flame tokens were taken off a Wall or Tower; `flames` are left."""

    kind = "structure-doused"
    structure: Structure
    count: int
    flames: int


class MonsterLit(Event, frozen=True, gc=False):
    """`count` Flame tokens were put on a Monster, which has `flames` now."""

    kind = "monster-lit"
    piece: Token
    space: Space
    count: int
    flames: int


class MonsterDoused(Event, frozen=True, gc=False):
    """All `count` Flame tokens were taken off a Monster."""

    kind = "monster-doused"
    piece: Token
    space: Space
    count: int


class FlamesPassed(Event, frozen=True, gc=False):
    """The `count` Flame tokens of a burning structure that was broken go to a Monster, which has `flames` now."""

    kind = "flames-passed"
    structure: Structure
    piece: Token
    space: Space
    count: int
    flames: int


class FlamesShort(Event, frozen=True, gc=False):
    """More Flame tokens lie on the board than the box has; `short` must be something else."""

    kind = "flames-short"
    short: int


class FireBreathed(Event, frozen=True, gc=False):
    """A Monster breathes fire at the Castle; `target` names the structure that it hits, or is empty."""

    kind = "fire-breathed"
    piece: Token
    space: Space
    target: str


class MonstersFrozen(Event, frozen=True, gc=False):
    """`count` Monsters do not move because of the Rain of Ice."""

    kind = "monsters-frozen"
    count: int


class MonsterReturned(Event, frozen=True, gc=False):
    """A slain Monster goes out of the Monster discard back into the bag, which has `left` now."""

    kind = "monster-returned"
    piece: Token
    left: int


class DoppelgangerReplaced(Event, frozen=True, gc=False):
    """The Doppelganger goes to the Monster discard, and a Monster that was just destroyed takes its space."""

    kind = "doppelganger-replaced"
    piece: Token
    monster: Token
    space: Space


class DoppelgangerLeft(Event, frozen=True, gc=False):
    """Nothing but the Doppelganger is left to fight: it goes to the Monster discard."""

    kind = "doppelganger-left"
    piece: Token
    space: Space


class PlayerInvited(Event, frozen=True, gc=False):
    """`guest` may play one Hit or Wizard card in the turn of `player`."""

    kind = "player-invited"
    player: int
    guest: int


class FortifyMoved(Event, frozen=True, gc=False):
    """A Fortify token went from one Wall to another."""

    kind = "fortify-moved"
    renamed = {"origin": "from", "wall": "to"}
    origin: Structure
    wall: Structure


# The Dark Titan


class HeraldPlaced(Event, frozen=True, gc=False):
    """A Herald lies on Agranok's card, on place `slot` (1 to 3). The third summons him."""

    kind = "herald-placed"
    piece: Token
    slot: int


class HeraldMissing(Event, frozen=True, gc=False):
    """A discarded Herald was to return, and there is none."""

    kind = "herald-missing"


class AgranokRevealed(Event, frozen=True, gc=False):
    """Agranok's card is turned over and shows `level` (1 to 5)."""

    kind = "agranok-revealed"
    piece: Token
    level: int


class AgranokEndured(Event, frozen=True, gc=False):
    """Agranok is at his lowest health and has taken `points` there in this phase: 2 would have slain him."""

    kind = "agranok-endured"
    piece: Token
    space: Space
    points: int


class AgranokEffect(Event, frozen=True, gc=False):
    """An effect of Agranok was rolled: line `value` of the card of `level`.

    `result` is what the people had remembered, or empty: they read it.
    """

    kind = "agranok-effect"
    piece: Token
    level: int
    value: int
    result: str


class AgranokRemembered(Event, frozen=True, gc=False):
    """The people want it remembered that line `value` of the card of `level` does `result`."""

    kind = "agranok-remembered"
    level: int
    value: int
    result: str


class CardBanished(Event, frozen=True, gc=False):
    """A card that was played leaves the game for good."""

    kind = "card-banished"
    card: str
    player: int


class AttackMissed(Event, frozen=True, gc=False):
    """An Elite has dodged a Hit card: the die showed `value`. What was played with it is wasted too."""

    kind = "attack-missed"
    piece: Token
    space: Space
    value: int


class TrollBurst(Event, frozen=True, gc=False):
    """The Boom Troll has burst in `space`: all Monsters there lose a point."""

    kind = "troll-burst"
    piece: Token
    space: Space


class TrollStruck(Event, frozen=True, gc=False):
    """The Boom Troll has hit a structure: all that is built in these arcs falls."""

    kind = "troll-struck"
    piece: Token
    space: Space
    arcs: tuple[int, ...]


class SupportPlaced(Event, frozen=True, gc=False):
    """A Support enters the board."""

    kind = "support-placed"
    piece: Token
    space: Space
    health: int


class SupportMoved(Event, frozen=True, gc=False):
    """A Support goes one space for a discarded card of `color`, which may be any."""

    kind = "support-moved"
    renamed = {"origin": "from", "space": "to"}
    piece: Token
    origin: Space
    space: Space
    color: str


class SupportFought(Event, frozen=True, gc=False):
    """A Support and a Monster take a point from each other; the Support has `health` left."""

    kind = "support-fought"
    piece: Token
    monster: Token
    space: Space
    health: int


class SupportLost(Event, frozen=True, gc=False):
    """A Support is destroyed; `cause` is fight or boulder."""

    kind = "support-lost"
    piece: Token
    space: Space
    cause: str


class SupportArrived(Event, frozen=True, gc=False):
    """A Support has reached the Castle with `health` and leaves the board to help."""

    kind = "support-arrived"
    piece: Token
    space: Space
    health: int


class CavalierPlaced(Event, frozen=True, gc=False):
    """The Cavalier comes to the board."""

    kind = "cavalier-placed"
    piece: Token
    space: Space


class CavalierMoved(Event, frozen=True, gc=False):
    """The Cavalier goes to another space."""

    kind = "cavalier-moved"
    renamed = {"origin": "from", "space": "to"}
    piece: Token
    origin: Space
    space: Space


class CavalierFought(Event, frozen=True, gc=False):
    """The Cavalier attacks a Monster, which deals him `points`: 2 destroy him, 1 does nothing."""

    kind = "cavalier-fought"
    piece: Token
    monster: Token
    space: Space
    points: int


class CavalierStayed(Event, frozen=True, gc=False):
    """The Cavalier does nothing this turn."""

    kind = "cavalier-stayed"
    piece: Token
    space: Space


class CavalierLost(Event, frozen=True, gc=False):
    """The Cavalier is destroyed; `cause` is fight, blast, boulder, breath or fire."""

    kind = "cavalier-lost"
    piece: Token
    space: Space
    cause: str


class BarrageBegan(Event, frozen=True, gc=False):
    """From `player` on everybody may play Hit cards of a ring or a color; the other one is empty."""

    kind = "barrage-began"
    player: int
    ring: str
    color: str


class BarrageEnded(Event, frozen=True, gc=False):
    """The Barrage of `player` is over."""

    kind = "barrage-ended"
    player: int


# The Overlord


class OverlordChose(Event, frozen=True, gc=False):
    """The Overlord has said what he plays: one-monster, two-tokens or nothing."""

    kind = "overlord-chose"
    choice: str
