"""The geometry of the board."""

from __future__ import annotations

import pytest

from companion.game.board import (
    ARC_NUMBERS,
    ARCS,
    CASTLE,
    COLORS,
    FOREST_SPACES,
    HIT_RINGS,
    RINGS,
    SPACES,
    STRAIGHT_THROUGH,
    space,
    spaces_of_ring,
)


def test_there_are_thirty_spaces_each_made_once():
    assert len(SPACES) == 30
    assert {name: place.name for name, place in SPACES.items()} == {name: name for name in SPACES}
    assert all(space(ring, arc) is SPACES[f"{ring}-{arc}"] for ring in RINGS for arc in ARC_NUMBERS)


@pytest.mark.parametrize(("ring", "arc"), [("forest", 0), ("castle", 7), ("moat", 1)])
def test_there_are_no_others(ring, arc):
    with pytest.raises(KeyError):
        space(ring, arc)


@pytest.mark.rule("CP-009")
def test_the_rings_lie_around_the_castle_in_order():
    assert RINGS == ("forest", "archer", "knight", "swordsman", "castle")
    assert [space(ring, 2).distance for ring in RINGS] == [4, 3, 2, 1, 0]
    assert space("knight", 2).inward is space("swordsman", 2)
    assert space("knight", 2).outward is space("archer", 2)


def test_inward_and_outward_undo_each_other_and_end_at_castle_and_forest():
    for place in SPACES.values():
        assert (place.inward is None) == (place.ring == "castle")
        assert (place.outward is None) == (place.ring == "forest")
        assert place.inward is None or place.inward.outward is place
        assert place.outward is None or place.outward.inward is place


@pytest.mark.rule("CP-010")
def test_every_ring_is_cut_into_two_arcs_of_each_color():
    assert COLORS == {"red": (1, 2), "green": (3, 4), "blue": (5, 6)}
    for ring in RINGS:
        assert [space(ring, arc).color for arc in ARC_NUMBERS] == ["red", "red", "green", "green", "blue", "blue"]
    assert [ARCS[arc].color for arc in ARC_NUMBERS] == ["red", "red", "green", "green", "blue", "blue"]


def test_clockwise_goes_up_by_one_and_from_six_to_one_in_the_same_ring():
    for place in SPACES.values():
        assert (place.clockwise.ring, place.clockwise.arc) == (place.ring, place.arc % 6 + 1)
        assert place.clockwise.counter_clockwise is place
    assert space("castle", 6).clockwise is space("castle", 1)
    assert space("forest", 1).counter_clockwise is space("forest", 6)


def test_an_ordinary_step_is_inward_and_clockwise_inside_the_castle_ring():
    assert all(place.step is (place.inward or place.clockwise) for place in SPACES.values())
    assert space("castle", 6).step is space("castle", 1)
    assert space("swordsman", 6).step is space("castle", 6)


def test_opposite_arcs_lie_three_apart():
    assert {arc: ARCS[arc].opposite for arc in ARC_NUMBERS} == {1: 4, 2: 5, 3: 6, 4: 1, 5: 2, 6: 3}


def test_hit_rings_are_the_three_between_forest_and_castle():
    assert RINGS[1:-1] == HIT_RINGS


def test_rings_of_spaces_by_arc():
    assert [place.name for place in FOREST_SPACES.values()] == [f"forest-{arc}" for arc in ARC_NUMBERS]
    assert [place.name for place in spaces_of_ring(CASTLE).values()] == [f"castle-{arc}" for arc in ARC_NUMBERS]


@pytest.mark.parametrize("arc", ARC_NUMBERS)
def test_the_straight_line_crosses_ten_spaces_and_two_wall_lines(arc):
    far = ARCS[arc].opposite
    line = STRAIGHT_THROUGH[arc]
    assert [stride.space.name for stride in line] == [f"{ring}-{arc}" for ring in RINGS] + [
        f"{ring}-{far}" for ring in reversed(RINGS)
    ]
    assert [(stride.space.name, stride.wall) for stride in line if stride.wall] == [
        (f"castle-{arc}", arc),
        (f"swordsman-{far}", far),
    ]


def test_names_are_what_is_printed():
    assert repr(ARCS[3]) == "arc-3"
    assert repr(space("knight", 3)) == "knight-3"
