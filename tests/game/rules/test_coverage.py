"""The rule list is whole, and every rule of the boxes that are finished has a test."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.game.rules import coverage

FINISHED = ["CP", "WT", "AX", "DT", "MF"]
"""The games whose every rule must have a test."""


@pytest.mark.parametrize("game", FINISHED)
def test_every_rule_of_a_finished_game_has_a_test(game):
    assert game in coverage.built()
    assert coverage.missing([game]) == {}


def test_the_list_numbers_every_rule_without_a_gap():
    numbers = list(coverage.read_list())
    counts = Counter(number.partition("-")[0] for number in numbers)
    assert counts == {"CP": 103, "WT": 198, "AX": 8, "DT": 186, "MF": 55}
    assert numbers == [f"{game}-{place:03}" for game, count in counts.items() for place in range(1, count + 1)]


def test_every_entry_has_a_kind_and_a_short_subject():
    for number, (kind, subject) in coverage.read_list().items():
        assert kind in coverage.KINDS, number
        assert 1 <= len(subject.split()) <= 8, number


def test_no_test_is_marked_with_a_number_that_is_not_in_the_list():
    assert coverage.shown() <= set(coverage.read_list())


def test_markers_are_read_from_functions_parameters_and_classes_but_not_from_skipped_tests():
    source = """
@pytest.mark.rule("A-1", "A-2")
def test_one(): ...
@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("A-3"))])
def test_two(n): ...
@pytest.mark.rule("A-4")
class TestMore: ...
@pytest.mark.rule("A-5")
@pytest.mark.skip(reason="later")
def test_three(): ...
@pytest.mark.rule("A-6")
@pytest.mark.xfail
def test_four(): ...
@pytest.mark.rule("A-7")
def helper(): ...
"""
    assert coverage.markers_of(source) == {"A-1", "A-2", "A-3", "A-4"}


def test_the_command_says_what_is_missing_and_fails_only_for_boxes_that_are_built(capsys, monkeypatch):
    monkeypatch.setattr(coverage, "shown", lambda: {"CP-001"})
    assert coverage.main(["CP"]) == 1
    assert "CP-005  what a win needs" in capsys.readouterr().out
    monkeypatch.setattr(coverage, "built", set)
    assert coverage.main(["CP", "MF"]) == 0
    assert "MF: 0 of" in capsys.readouterr().out


def test_the_command_refuses_what_is_not_in_the_list(capsys, monkeypatch):
    assert coverage.main(["XX"]) == 2
    monkeypatch.setattr(coverage, "shown", lambda: {"CP-999"})
    assert coverage.main([]) == 2
    assert "CP-999" in capsys.readouterr().out
