"""Corrections: the people say what the table shows, and the state is set to that.

A correction triggers no rules. Each list that it names replaces the whole list. Of the Walls, the Towers, the turn and
the players' trophies it changes only those that it names. A correction that is impossible in any part is refused as a
whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.game.board import SPACES
from companion.game.pieces import Structure, Token
from companion.game.rules.fixes import BagFix, Correction, MonsterFix, TowerFix, TurnFix, WallFix
from companion.game.rules.refusals import (
    IN_TWO_PLACES,
    NO_SUCH_ARC,
    NO_SUCH_PART,
    NO_SUCH_PHASE,
    NO_SUCH_PLAYER,
    NO_SUCH_SPACE,
    NOT_A_MONSTER,
    NOT_DRAWABLE,
    NOT_STANDING,
    TOO_MANY_FORTIFIED,
    TWO_TARRED,
    UNKNOWN_CARD,
    UNKNOWN_PIECE,
    WRONG_BAG,
    WRONG_FLAMES,
    WRONG_HEALTH,
    WRONG_TURN_NUMBER,
    Refused,
)
from companion.game.rules.table import Monster, Table

MOST_FLAMES = 2
"""The most Flame tokens on a structure: a third one destroys it."""


def check_correction(table: Table, correction: Correction) -> None:
    """Raise Refused when the correction is impossible. Change nothing."""
    for name in correction.parts:
        if name in table.hidden or name in correction.others and name not in table.fixers:
            raise Refused(NO_SUCH_PART, part=name)
    _check_places(table, correction)
    _check_monsters(table, correction.monsters or [])
    _check_structures(table.walls, correction.walls or {})
    _check_structures(table.towers, correction.towers or {})
    _check_fortify(table, correction.walls or {})
    _check_bag(table, correction.bag)
    _check_turn(table, correction.turn)
    _check_cards(table, correction.banished or [])
    for name, value in correction.others.items():
        table.fixers[name].check_fix(table, name, value)
    for part in table.parts.values():
        part.check_correction(table, correction)


def apply_correction(table: Table, correction: Correction) -> None:
    """Set the table to what the people say. `check_correction` must have accepted the correction."""
    for part in table.parts.values():
        part.correcting(table, correction)
    _place_tokens(table, correction)
    _fix_turn(table, correction.turn or TurnFix())
    _fix_structures(table.walls, correction.walls or {})
    _fix_structures(table.towers, correction.towers or {})
    if correction.banished is not None:
        table.banished = list(correction.banished)
    if correction.skip_draw is not None:
        table.skip_draw = correction.skip_draw
    for name, value in correction.others.items():
        table.fixers[name].apply_fix(table, name, value)
    for part in table.parts.values():
        part.corrected(table)


# Where each token is

PileName = str | int
"""The name of a pile of the table or of a part; the trophies of a player go by the player's number."""


def _named_places(table: Table, correction: Correction) -> dict[PileName, list[Token]]:
    """Return the tokens that the correction names, by the pile that it puts them in."""
    piles: dict[PileName, list[str]] = {}
    if correction.monsters is not None:
        piles["board"] = [fix.piece for fix in correction.monsters]
    if correction.monster_discard is not None:
        piles["discard"] = correction.monster_discard
    if correction.removed is not None:
        piles["removed"] = correction.removed
    for player, names in (correction.trophies or {}).items():
        piles[int(player)] = names
    if correction.bag is not None and (correction.bag.pieces is not None or correction.bag.left == 0):
        piles["bag"] = correction.bag.pieces or []
    named = {pile: [token_named(table, name) for name in names] for pile, names in piles.items()}
    for name, value in correction.others.items():
        fixer = table.fixers[name]
        named[fixer.pile(name)] = fixer.named_tokens(table, name, value)
    return named


def token_named(table: Table, name: str) -> Token:
    """Return the token of a name. Raise Refused when no box in play has it."""
    token = table.pieces.get(name)
    if token is None:
        raise Refused(UNKNOWN_PIECE, name=name)
    return token


def _check_places(table: Table, correction: Correction) -> None:
    for player in correction.trophies or {}:
        if player not in [str(seat) for seat in range(1, table.players + 1)]:
            raise Refused(NO_SUCH_PLAYER, player=player)
    seen: set[Token] = set()
    for token in [token for pile in _named_places(table, correction).values() for token in pile]:
        if token in seen:
            raise Refused(IN_TWO_PLACES, piece=token)
        seen.add(token)


def _check_monsters(table: Table, fixes: list[MonsterFix]) -> None:
    for fix in fixes:
        token = token_named(table, fix.piece)
        if not isinstance(token, Monster):
            raise Refused(NOT_A_MONSTER, piece=token)
        if fix.space not in SPACES:
            raise Refused(NO_SUCH_SPACE, name=fix.space)
        if fix.health is not None and not token.least_health <= fix.health <= token.kind.health:
            raise Refused(WRONG_HEALTH, piece=token)
        if fix.flames < 0:
            raise Refused(WRONG_FLAMES)
    if sum(fix.tarred for fix in fixes) > 1:
        raise Refused(TWO_TARRED)


def _place_tokens(table: Table, correction: Correction) -> None:
    """Move every named token to its new pile, and send the tokens that no pile holds any more where they wait."""
    named = _named_places(table, correction)
    if "bag" in named:
        table.unseen_left = 0  # the people named everything in the bag, so no unknown token is in it
    moved = {token for pile in named.values() for token in pile}
    dropped = _clear_piles(table, named, moved)
    for pile, tokens in named.items():
        _fill_pile(table, pile, tokens, correction)
    for token in dropped:
        table.send_home(token, "bag" in named)


def _clear_piles(table: Table, named: dict[PileName, list[Token]], moved: set[Token]) -> list[Token]:
    """Empty the replaced piles and take the named tokens out of all others. Return the tokens that are left over."""
    dropped: list[Token] = []
    for pile, tokens in _piles(table).items():
        kept = [] if pile in named else [token for token in tokens if token not in moved]
        dropped += [token for token in tokens if pile in named and token not in moved]
        _set_pile(table, pile, kept)
    if table.in_hand is not None:
        if table.in_hand not in moved:
            dropped.append(table.in_hand)
            table.draws_left += 1  # its draw did not count: another token must be drawn for it
        table.in_hand = None
    return dropped


def _piles(table: Table) -> dict[PileName, list[Token]]:
    piles: dict[PileName, list[Token]] = {
        "board": [*table.board],
        "bag": list(table.bag),
        "unseen": list(table.unseen),
        "discard": table.discard,
        "removed": table.removed,
        "absent": table.absent,
    }
    for part in table.parts.values():
        for name, tokens in part.piles().items():
            piles[name] = tokens
    return piles | {player: pile for player, pile in enumerate(table.trophies) if player}


def _set_pile(table: Table, pile: PileName, tokens: list[Token]) -> None:
    if isinstance(pile, int):
        table.trophies[pile] = tokens
    elif pile == "board":
        for monster in [monster for monster in table.board if monster not in tokens]:
            table.lift(monster)
    elif pile == "bag":
        table.bag = dict.fromkeys(tokens)
    elif pile == "unseen":
        # A token whose place was unknown and is now known is taken to have been in the bag.
        table.unseen_left = max(table.unseen_left - (len(table.unseen) - len(tokens)), 0)
        table.unseen = dict.fromkeys(tokens)
    elif owner := next((part for part in table.parts.values() if pile in part.piles()), None):
        owner.set_pile(pile, tokens)
    else:
        setattr(table, pile, tokens)


def _fill_pile(table: Table, pile: PileName, tokens: list[Token], correction: Correction) -> None:
    if pile == "board":
        for fix in correction.monsters or []:
            _put_monster(table, fix)
    elif pile in _piles(table):  # a corrected part need not have a pile of its own
        _set_pile(table, pile, list(tokens))


def _put_monster(table: Table, fix: MonsterFix) -> None:
    monster = table.piece(fix.piece, Monster)
    monster.reset()
    monster.space = SPACES[fix.space]
    monster.flames = fix.flames
    monster.tarred = fix.tarred
    if fix.health is not None:
        monster.health = fix.health
    if fix.tarred:  # whoever was tarred before is not any more: the board was cleared
        table.tarred = monster
    table.board.append(monster)


# Walls and Towers


def _check_structures(structures: list[Structure], fixes: Mapping[str, WallFix | TowerFix]) -> None:
    by_arc = {str(structure.arc): structure for structure in structures}
    for arc, fix in fixes.items():
        if arc not in by_arc:
            raise Refused(NO_SUCH_ARC, arc=arc)
        stands = by_arc[arc].standing if fix.standing is None else fix.standing
        if fix.flames is not None and not 0 <= fix.flames <= (MOST_FLAMES if stands else 0):
            raise Refused(WRONG_FLAMES)
        if not stands and (getattr(fix, "fortified", None) or getattr(fix, "wizard", None)):
            raise Refused(NOT_STANDING, arc=arc)


def _check_fortify(table: Table, fixes: dict[str, WallFix]) -> None:
    fortified = {str(wall.arc): wall.fortified for wall in table.walls}
    for arc, fix in fixes.items():
        if fix.standing is False:
            fortified[arc] = False
        elif fix.fortified is not None:
            fortified[arc] = fix.fortified
    # Without a fix of a Wall there is nothing to count, and some games have no Fortify tokens at all.
    if fixes and sum(fortified.values()) > table.facts.supply.get("fortify", 0):
        raise Refused(TOO_MANY_FORTIFIED)


def _fix_structures(structures: list[Structure], fixes: Mapping[str, WallFix | TowerFix]) -> None:
    for arc, fix in fixes.items():
        structure = structures[int(arc) - 1]
        for name in ("standing", "flames", "fortified", "wizard"):  # a WallFix and a TowerFix differ in the last two
            value = getattr(fix, name, None)
            if value is not None:
                setattr(structure, name, value)
        if not structure.standing:
            structure.flames, structure.fortified = 0, False


# The bag, the turn, cards


def _check_bag(table: Table, fix: BagFix | None) -> None:
    if fix is None:
        return
    if fix.pieces is not None:
        for name in fix.pieces:
            if not token_named(table, name).drawable:
                raise Refused(NOT_DRAWABLE, piece=table.pieces[name])
        if fix.left not in (None, len(fix.pieces)):
            raise Refused(WRONG_BAG)
    elif fix.left not in (0, table.bag_left):
        raise Refused(WRONG_BAG)


def _check_turn(table: Table, fix: TurnFix | None) -> None:
    if fix is None:
        return
    if fix.player is not None and not 1 <= fix.player <= table.players:
        raise Refused(NO_SUCH_PLAYER, player=fix.player)
    if fix.phase is not None and fix.phase not in table.named_phases():
        raise Refused(NO_SUCH_PHASE, phase=fix.phase)
    if fix.number is not None and fix.number < 1 or fix.draws_left is not None and fix.draws_left < 0:
        raise Refused(WRONG_TURN_NUMBER)


def _check_cards(table: Table, names: Iterable[str]) -> None:
    for name in names:
        if name not in table.cards:
            raise Refused(UNKNOWN_CARD, name=name)


def _fix_turn(table: Table, fix: TurnFix) -> None:
    """Set the turn, and the phase in which the game goes on, since the standing question is dropped.

    This is done even when the correction does not name the turn.
    """
    table.result, table.slayers = "", ()  # a correction may reopen a game that was over
    table.player = fix.player or table.player
    table.turn = fix.number or table.turn
    if fix.draws_left is not None:
        table.draws_left = fix.draws_left
    elif fix.phase is not None or table.phase != "draw":
        table.draws_left = 0  # the phase of drawing then starts with its usual number
    table.phase = fix.phase or _next_phase(table)


def _next_phase(table: Table) -> str:
    """Return the phase to go on with when the people do not name one.

    A movement that had begun is not repeated. Draws that are owed stay owed. A game that was over goes on in Play
    Cards.
    """
    if table.phase == "draw" and not table.draws_left:
        return "end"
    return {"move": "draw", "over": "play"}.get(table.phase, table.phase)
