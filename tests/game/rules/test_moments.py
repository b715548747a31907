"""Moments: who takes part, and in which order."""

import pytest

from companion.game.boxes import BOXES
from companion.game.rules.moments import Handler, Moment, Moments
from companion.game.rules.movement import MARCHED
from companion.game.rules.turn import SETTLED
from tests.game.rules.table import new

RUNG = Moment[[list[str]], None]("rung", "first", "second")
PLAIN = Moment[[], int]("plain")
EXPANSIONS = ("castle-panic", "wizards-tower", "dark-titan")


@RUNG.handler("second")
def late(heard: list[str]) -> None:
    """Take the second place."""
    heard.append("late")


@RUNG.handler("first")
def early(heard: list[str]) -> None:
    """Take the first place."""
    heard.append("early")


@RUNG.handler("first")
def early_too(heard: list[str]) -> None:
    """Take the first place as well."""
    heard.append("early too")


def test_handlers_are_called_place_by_place_and_within_a_place_as_they_joined():
    moments, heard = Moments(), []
    moments.join(late, early_too, early)
    for handler in moments[RUNG]:
        handler(heard)
    assert heard == ["early too", "early", "late"]


def test_a_moment_that_nobody_watches_has_no_handlers():
    moments = Moments()
    assert moments[RUNG] == () == moments[RUNG]
    moments.join(early)
    assert len(moments[RUNG]) == 1


def test_a_handler_is_still_its_function():
    heard = []
    early(heard)
    assert (heard, early.__doc__) == (["early"], "Take the first place.")
    assert PLAIN.handler()(lambda: 3)() == 3


@pytest.mark.parametrize("place", ["third", ""])
def test_a_place_that_a_moment_does_not_have_is_refused(place):
    with pytest.raises(ValueError, match="rung has no place"):
        RUNG.handler(place)


@pytest.mark.parametrize("moment", [MARCHED, SETTLED], ids=repr)
@pytest.mark.parametrize("boxes", [EXPANSIONS, (EXPANSIONS[0], *EXPANSIONS[:0:-1])], ids=str)
def test_the_boxes_take_their_places_whatever_order_they_are_opened_in(moment, boxes):
    taken = new(boxes=boxes).game.table.moments[moment]
    places = {
        handler.function: handler.moment.places[handler.rank] for handler in everyone() if handler.moment is moment
    }
    assert [places[function] for function in taken] == [place for place in moment.places if place in places.values()]


def everyone() -> list[Handler]:
    """All handlers that some box has, found as attributes of its modules."""
    import sys

    modules = [module for name, module in sys.modules.items() if name.startswith("companion.game.boxes.")]
    found = {id(value): value for module in modules for value in vars(module).values() if isinstance(value, Handler)}
    assert len(found) > 20
    return list(found.values())


def test_every_handler_of_a_box_joins_a_table_of_the_box():
    base = [box for box in BOXES.values() if not box.extends]
    assert len(base) == 2
    joined = {
        function
        for boxes in (EXPANSIONS, ("my-first",))
        for functions in new(boxes=boxes).game.table.moments.values()
        for function in functions
    }
    assert {handler.function for handler in everyone()} == joined
