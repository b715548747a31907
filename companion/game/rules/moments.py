"""Moments: the named points of play where boxes can take part.

A moment is declared in the module whose function reaches it, with the signature of its handlers. When the order of the
handlers matters, the moment lists its places, and each handler states at its own definition which place it takes:

    MARCHED = Moment[[Table, March], Procedure]("marched", "explosions", "fights", ...)   # in movement

    @MARCHED.handler("explosions")                                                        # in the Boom Troll's module
    def burst(table: Table, march: March) -> Procedure: ...

    handlers = (burst, ...)                                                               # in the class of the box

    for handler in table.moments[MARCHED]: ...                                            # in movement, at the moment

Most handlers are procedures, so they can ask the people something. A moment without handlers costs almost nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Moment(Generic[P, R]):
    """A point of play. `P` are the arguments of its handlers, `R` is what they return."""

    def __init__(self, name: str, *places: str) -> None:
        self.name = name
        self.places = places or ("",)
        """The places, in the order in which their handlers are called. Without any there is one that has no name."""

    def handler(self, place: str = "") -> Callable[[Callable[P, R]], Handler[P, R]]:
        """Return a decorator that makes a function a handler at a place. Raise ValueError for an unknown place."""
        if place not in self.places:
            raise ValueError(f"the moment {self.name} has no place {place!r}, only {self.places}")
        return lambda function: Handler(self, place, function)

    def __repr__(self) -> str:
        return f"Moment({self.name})"


class Handler(Generic[P, R]):
    """A function together with its moment and its place there. It can be called like the function itself."""

    def __init__(self, moment: Moment[P, R], place: str, function: Callable[P, R]) -> None:
        self.moment = moment
        self.rank = moment.places.index(place)
        self.function = function
        self.__doc__ = function.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the function."""
        return self.function(*args, **kwargs)


class Moments(dict[Moment[Any, Any], tuple[Callable[..., Any], ...]]):
    """The handlers of one table: for each moment the functions to call, in order.

    This is a dictionary for speed: a game looks something up here about twenty times a turn.
    """

    def __init__(self) -> None:
        super().__init__()
        self._handlers: dict[Moment[Any, Any], list[Handler[Any, Any]]] = {}

    def join(self, *handlers: Handler[..., Any]) -> None:
        """Add handlers. Handlers of the same place are called in the order in which they were added."""
        for handler in handlers:
            taking_part = self._handlers.setdefault(handler.moment, [])
            taking_part.append(handler)
            taking_part.sort(key=lambda each: each.rank)
            self[handler.moment] = tuple(each.function for each in taking_part)

    def __missing__(self, moment: Moment[Any, Any]) -> tuple[()]:
        self[moment] = ()
        return ()

    if TYPE_CHECKING:  # the type of a dictionary cannot express that the functions have the signature of their moment

        def __getitem__(self, moment: Moment[P, R]) -> tuple[Callable[P, R], ...]: ...
