"""What was said can be said again, as far back as it is remembered."""

from __future__ import annotations

import pytest

from companion.talk.said import REMEMBERED, Said


def test_nothing_was_said_yet():
    assert Said().again(0) is None


@pytest.mark.parametrize("back, text", [(0, "three"), (1, "two"), (2, "one"), (3, "one"), (100, "one")])
def test_the_last_comes_first_and_the_oldest_stands_for_all_before_it(back, text):
    said = Said()
    said.add(["one", "two"])
    said.add(["three"])
    assert said.again(back) == text


def test_only_so_much_is_remembered_and_a_new_game_forgets_it():
    said = Said()
    said.add(map(str, range(REMEMBERED + 5)))
    assert said.again(10**6) == "5"
    said.clear()
    assert said.again(0) is None
