"""Answers to the question that stands: by the button, by walking a list, by a choice, by saying that it is done."""

from __future__ import annotations

from typing import Any

from companion.game.board import SPACES
from companion.game.rules.fixes import Correction, MonsterFix
from companion.game.rules.refusals import GAME_OVER, NO_SUCH_OPTION, WRONG_NUMBER_OF_OPTIONS, RefusalReason, Refused
from companion.game.rules.requests import DONE, Acknowledge, Choose, GameOver, Roll, Tap
from companion.game.rules.table import Monster, Request
from companion.game.session import Game
from companion.narration.questions import option_id
from companion.talk import naming
from companion.talk.offers import CANCEL, MOVED, MovedArc, MovedRing
from companion.talk.refusals import NO_GAME, NO_LIST, NOT_NOW_CHOOSE, NOT_NOW_DONE, NOT_NOW_PRESS, NOT_NOW_ROLL


def playing(game: Game | None) -> Game:
    """Return the game in play. Raise Refused when there is none."""
    if game is None:
        raise Refused(NO_GAME)
    return game


def press(game: Game, again: bool = False) -> None:
    """Take what the button takes now. Raise Refused when a press means nothing.

    `again` makes a roll after an undo show a new number.
    """
    standing = game.standing
    if isinstance(standing, Choose):
        _press_option(game, standing)
    elif isinstance(standing, Roll):
        game.roll(again)
    elif isinstance(standing, Acknowledge):
        game.answer(None)
    elif isinstance(standing, Tap) and game.marked >= 0:
        _draw_kind(game, standing.kinds(game.table)[game.marked])
    elif standing.may_stop:
        game.answer(DONE)
    else:
        raise not_now(standing, NOT_NOW_PRESS)


def _press_option(game: Game, standing: Choose) -> None:
    """Take the marked option. Where several are asked for, one press picks one, and the last pick gives the answer."""
    picked = [*game.picked, standing.options[game.marked]]
    if len(picked) < standing.most:
        game.pick(picked[-1])
    else:
        _take_option(game, picked if standing.most > 1 else picked[0])


def walk(game: Game, by: int) -> None:
    """Move the mark on (1) or back (-1) in the list that stands. Raise Refused when there is no list."""
    standing = game.standing
    if isinstance(standing, Choose):
        count = len(standing.options)
    elif isinstance(standing, Tap):
        count = len(standing.kinds(game.table))
    else:
        raise Refused(NO_LIST)
    # without a mark (-1) the first step on goes to the first option, the first step back to the last one
    game.mark((max(game.marked, -1 if by > 0 else 0) + by) % count)


def done(game: Game) -> None:
    """Finish this phase, or confirm what was done by hand. Raise Refused when the question needs another answer."""
    standing = game.request
    if isinstance(standing, Acknowledge):
        game.answer(None)
    elif standing.may_stop:
        game.answer(DONE)
    else:
        raise not_now(standing, NOT_NOW_DONE)


def roll(game: Game, value: int) -> None:
    """Answer with a real die that the players rolled, 1 to 6. Raise Refused when no roll is asked for."""
    if not isinstance(game.request, Roll):
        raise not_now(game.request, NOT_NOW_ROLL)
    game.answer(value)


def choose(game: Game, names: list[str]) -> None:
    """Choose one option by its id, or several. Raise Refused when there is no choice or no such option."""
    if isinstance(game.request, Tap) and len(names) == 1:
        if names[0] not in game.request.kinds(game.table):
            raise Refused(NO_SUCH_OPTION)
        _draw_kind(game, names[0])
        return
    standing = game.standing
    if not isinstance(standing, Choose):
        raise not_now(standing, NOT_NOW_CHOOSE)
    by_name = {option_id(option): option for option in standing.options}
    if any(name not in by_name for name in names):
        raise Refused(NO_SUCH_OPTION)
    chosen = [by_name[name] for name in names]
    _take_option(game, chosen[0] if standing.most == 1 and len(chosen) == 1 else chosen)


def not_now(standing: Request, reason: RefusalReason) -> Refused:
    """Return the refusal of an input that comes at the wrong moment. When the game is over, that is the reason."""
    return Refused(GAME_OVER if isinstance(standing, GameOver) else reason)


def _draw_kind(game: Game, kind: str) -> None:
    """Draw a token of a kind from the list that is shown when there is no reader."""
    token = naming.token(game.table, kind, "bag")
    assert token is not None, "the list holds only kinds of this game"
    game.answer(token)


def _take_option(game: Game, option: Any) -> None:
    """Answer a question of the rules, or do what was chosen for a tapped Monster."""
    offer = game.offer
    if offer is None:
        game.answer(option)
    elif isinstance(option, list):
        raise Refused(WRONG_NUMBER_OF_OPTIONS, least=1, most=1)
    elif isinstance(offer, MovedArc):
        _report_moved(game, offer, option.number)
    elif isinstance(offer, MovedRing):
        game.open_offer(MovedArc(offer.piece, option))
    elif option == CANCEL:
        game.open_offer(None)
    elif option == MOVED:
        game.open_offer(MovedRing(offer.piece))
    else:
        assert isinstance(offer.piece, Monster), "only Monsters have reports"
        game.answer(game.table.reports[option](offer.piece))


def _report_moved(game: Game, offer: MovedArc, arc: int) -> None:
    """Report that the people moved a Monster. That is a correction, which always names the whole board."""
    target = SPACES[f"{offer.ring}-{arc}"]
    fixes = [
        MonsterFix(
            monster.name,
            (target if monster is offer.piece else monster.place).name,
            health=monster.health,
            flames=monster.flames,
            tarred=monster.tarred,
        )
        for monster in game.table.board
    ]
    game.correct(Correction(monsters=fixes))
