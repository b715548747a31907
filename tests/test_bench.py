"""The verdict of the benches."""

from __future__ import annotations

from tests.bench.measure import Figure, steady


def test_a_figure_that_was_disturbed_once_is_measured_again() -> None:
    measured = iter([40.0, 25.0, 22.0])
    figure = steady(lambda: [Figure("cold", next(measured), 20, "kcal")])[0]
    assert figure.measured == 25.0
    assert figure.holds and not figure.reached


def test_a_figure_that_is_always_too_far_off_fails_with_its_best() -> None:
    measured = iter([40.0, 31.0, 35.0])
    figure = steady(lambda: [Figure("cold", next(measured), 20, "kcal")])[0]
    assert figure.measured == 31.0
    assert not figure.holds


def test_more_can_be_better() -> None:
    measured = iter([0.5, 0.7, 0.6])
    figure = steady(lambda: [Figure("random play", next(measured), 1, "turns", more_is_better=True)])[0]
    assert figure.measured == 0.7
    assert figure.holds and not figure.reached
