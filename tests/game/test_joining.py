"""One record out of several: by name, flat, strict, and never two things of one name."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest
from msgspec.structs import FieldInfo, fields

from companion.game.joining import joined


class Base(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    game: str
    players: int = 2


class Tower(msgspec.Struct, kw_only=True):
    arc: int | None = None
    imps: dict[str, int] | None | msgspec.UnsetType = msgspec.UNSET


class Titan(msgspec.Struct, kw_only=True):
    heralds: list[str] = []


def whole() -> type[Base]:
    return joined(Base, (*fields(Tower), *fields(Titan)), tag="begin")


def test_it_has_the_fields_of_all_and_is_what_its_base_is():
    made = whole()(game="castle", arc=3)
    assert isinstance(made, Base) and (made.game, made.players, made.arc, made.heralds) == ("castle", 2, 3, [])
    assert msgspec.json.encode(made) == b'{"do":"begin","game":"castle","arc":3}'


def test_null_is_not_the_same_as_nothing_said():
    silent, null = (
        msgspec.json.decode(b'{"do": "begin", "game": "castle"%s}' % said, type=whole())
        for said in (b"", b', "imps": null')
    )
    assert silent.imps is msgspec.UNSET and null.imps is None


@pytest.mark.parametrize(
    "line", [b'{"do": "begin"}', b'{"do": "begin", "game": "x", "fire": 1}', b'{"game": "x", "do": "end"}']
)
def test_it_is_as_strict_as_its_base(line):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(line, type=whole())


def test_each_has_a_list_of_its_own():
    one, other = whole()(game="castle"), whole()(game="castle")
    one.heralds.append("herald#1")
    assert other.heralds == []


def test_a_field_that_the_base_has_too_takes_its_place():
    made = joined(Base, [FieldInfo("game", "game", Literal["castle"], "castle")])
    assert made().game == "castle"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"game": "tower"}, made)


def test_two_of_one_name_are_refused():
    with pytest.raises(ValueError, match="arc"):
        joined(Base, (*fields(Tower), *fields(Tower)))
