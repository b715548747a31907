"""Turns the wishes of a `new_game` into the options of a game, and fills in and seals what must stay secret."""

from __future__ import annotations

import secrets

import msgspec

from companion.game.boxes import BOXES, GAMES, expansions
from companion.game.fate import Secret
from companion.game.pieces import Chart, Library
from companion.game.rules.options import MOST_PLAYERS, PACES, SETUPS, VERSIONS, GameOptions
from companion.game.rules.refusals import WRONG_HARBINGERS, Refused
from companion.owner.charts import owners_chart, stopgap_chart
from companion.talk.boxes import TALKS
from companion.talk.messages import NewGameMessage
from companion.talk.refusals import (
    NO_SUCH_BOX,
    NO_SUCH_GAME,
    NO_SUCH_PACE,
    NO_SUCH_SETUP,
    NO_SUCH_VARIANT,
    NO_SUCH_VERSION,
    SEALED,
    WRONG_CHART,
    WRONG_FIRST_PLAYER,
    WRONG_NAMES,
    WRONG_PLAYERS,
    WRONG_SEED,
)
from companion.talk.seals import Seal, Sealed, SealError

LONGEST_NAME = 24
LARGEST_SEED = 2**63 - 1


def options_of(wish: NewGameMessage, library: Library) -> GameOptions:
    """Return the options of the new game. Raise Refused for wishes that no box can fulfill."""
    _check_game(wish)
    _check_words(wish)
    _check_players(wish)
    _check_boxes(wish, library)
    chart = chart_known(wish, library)
    return GameOptions(
        boxes=(wish.game, *dict.fromkeys(wish.boxes)),
        players=wish.players,
        version=wish.version,
        setup=wish.setup,
        variants=tuple(wish.variants),
        names=tuple(wish.names),
        first=wish.first or (0 if wish.setup == "guided" else 1),
        harbingers=tuple(wish.harbingers),
        chart=chart.remove if chart else None,
        chart_harbingers=chart.harbingers if chart else 0,
        secret=None if wish.secret_seed is None else Secret(wish.secret_seed),
        special=tuple(talk.options(wish, library) for talk in TALKS),
    )


def opened(wish: NewGameMessage, seal: Seal) -> NewGameMessage:
    """Return the wish with its secrets: the sealed ones, or new ones. Raise Refused for a seal of another key."""
    if wish.sealed is not None:
        try:
            kept = seal.open(wish.sealed)
        except SealError:
            raise Refused(SEALED) from None
        return msgspec.structs.replace(wish, secret_seed=kept.secret_seed, harbingers=kept.harbingers)
    return wish if wish.secret_seed is not None else msgspec.structs.replace(wish, secret_seed=secrets.randbits(53))


def closed(wish: NewGameMessage, seal: Seal, library: Library) -> NewGameMessage:
    """Return the wish as it is kept: its secrets sealed, and what the owner's file says now written down.

    That file may change before the game is played again.
    """
    kept = wish.sealed
    if wish.boxes and kept is None:
        kept = seal.close(Sealed(wish.secret_seed or 0, wish.harbingers))
    for talk in TALKS:
        wish = msgspec.structs.replace(wish, **talk.closing(wish, library))
    chart = chart_known(wish, library)
    return msgspec.structs.replace(wish, sealed=kept, secret_seed=None, harbingers=[], chart=chart)


def another(wish: NewGameMessage) -> NewGameMessage:
    """Return a wish for a game like one that was kept, where chance and the owner's file decide anew."""
    for talk in TALKS:
        wish = msgspec.structs.replace(wish, **talk.left_open)
    return msgspec.structs.replace(wish, seed=None, sealed=None)


def drawn(wish: NewGameMessage) -> NewGameMessage:
    """Return the wish for a table without printed pieces: what people would draw facedown, the companion draws."""
    for talk in TALKS:
        if talk.name in wish.boxes:
            wish = msgspec.structs.replace(wish, **talk.drawn)
    return wish


def chart_known(wish: NewGameMessage, library: Library) -> Chart | None:
    """Return the set-up chart of the wish; for several expansions without one the owner's chart, or our stopgap."""
    joined = [box for box in expansions(wish.game) if box in wish.boxes]
    if wish.chart is not None or len(joined) < 2:
        return wish.chart
    return owners_chart(library, joined) or stopgap_chart(library, joined)


def _check_game(wish: NewGameMessage) -> None:
    if wish.game not in GAMES:
        raise Refused(NO_SUCH_GAME, name=wish.game)
    for box in wish.boxes:
        if box not in expansions(wish.game):
            raise Refused(NO_SUCH_BOX, name=box)


def _check_words(wish: NewGameMessage) -> None:
    if wish.setup not in SETUPS:
        raise Refused(NO_SUCH_SETUP, name=wish.setup)
    if wish.pace is not None and wish.pace not in PACES:
        raise Refused(NO_SUCH_PACE, name=wish.pace)
    if wish.version not in VERSIONS:
        raise Refused(NO_SUCH_VERSION, name=wish.version)
    for variant in wish.variants:
        if not any(variant in BOXES[box].variants for box in (wish.game, *wish.boxes)):
            raise Refused(NO_SUCH_VARIANT, name=variant)


def _check_players(wish: NewGameMessage) -> None:
    if not 1 <= wish.players <= MOST_PLAYERS:
        raise Refused(WRONG_PLAYERS)
    if wish.first is not None and not 1 <= wish.first <= wish.players:
        raise Refused(WRONG_FIRST_PLAYER)
    if len(wish.names) > wish.players or any(not 1 <= len(name.strip()) <= LONGEST_NAME for name in wish.names):
        raise Refused(WRONG_NAMES)
    for seed in (wish.seed, wish.secret_seed):
        if seed is not None and abs(seed) > LARGEST_SEED:
            raise Refused(WRONG_SEED)


def _check_boxes(wish: NewGameMessage, library: Library) -> None:
    """Raise Refused for wishes about single boxes that cannot be, whether these boxes are in play or not."""
    for talk in TALKS:
        talk.check(wish)
    known = {kind.name for box in library.values() for kind in box.tokens.values()}
    if len(set(wish.harbingers)) != len(wish.harbingers) or any(
        f"harbinger-{name}" not in known for name in wish.harbingers
    ):
        raise Refused(WRONG_HARBINGERS)
    if wish.chart and any(kind not in known or count < 0 for kind, count in wish.chart.remove.items()):
        raise Refused(WRONG_CHART)
