"""What stands in a question, whatever it is: whom it is about, and what may be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.game.rules.requests import Acknowledge, Choose, Tap
from companion.game.rules.table import Request

if TYPE_CHECKING:
    from companion.game.rules.table import Table
    from companion.game.session import Game


def subject(request: Request) -> Any:
    """The token that a question is about, or none."""
    if isinstance(request, Acknowledge):
        return request.facts.get("piece")
    return getattr(request, "piece", None) or getattr(request, "boss", None)


def options_of(request: Request, table: Table) -> Sequence[Any]:
    """What may be chosen: the candidates of a choice, or for a tap the kinds that stand in for a reader."""
    if isinstance(request, Choose):
        return request.options
    return request.kinds(table) if isinstance(request, Tap) else ()


def marked_option(game: Game) -> Any:
    """The option of the standing question that a press would take, or none."""
    options = options_of(game.standing, game.table)
    return options[game.marked] if 0 <= game.marked < len(options) else None


def option_id(option: Any) -> str:
    """The word of the protocol for an option."""
    return option if isinstance(option, str) else str(option.name)
