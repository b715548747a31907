"""Whether the benches count in the right unit and judge in the right direction."""

from __future__ import annotations

import pytest

from tests.bench.measure import Figure, cpu_kcal, in_kcal, median_kcal, steady, table


def test_each_batch_is_counted_in_the_mean_of_the_calibrations_around_it() -> None:
    calibrations = iter([1.0, 3.0, 5.0])
    assert in_kcal([lambda: 8.0, lambda: 8.0], lambda: next(calibrations)) == [4.0, 2.0]


def test_one_slow_batch_does_not_move_the_median() -> None:
    assert median_kcal([lambda: 1.0, lambda: 90.0, lambda: 2.0], lambda: 0.5) == 4.0


def test_the_calibration_is_processor_time_of_a_thousand_turns() -> None:
    assert 1e-6 < cpu_kcal() < 1e-2


@pytest.mark.parametrize(
    ("measured", "more_is_better", "reached", "holds"),
    [
        (10.0, False, True, True),
        (10.1, False, False, True),
        (15.0, False, False, True),
        (15.1, False, False, False),
        (10.0, True, True, True),
        (9.9, True, False, True),
        (6.7, True, False, True),
        (6.6, True, False, False),
    ],
)
def test_a_figure_fails_beyond_one_and_a_half_times(
    measured: float, more_is_better: bool, reached: bool, holds: bool
) -> None:
    figure = Figure("", measured, 10.0, "", more_is_better)
    assert (figure.reached, figure.holds) == (reached, holds)


def test_the_table_says_what_fails() -> None:
    lines = table([Figure("fine", 1, 2, "MB"), Figure("near", 1, 1.2, "a", True), Figure("far", 9, 2, "kcal")])
    assert [line.split("   ")[-1].split("  ")[-1].strip() for line in lines.splitlines()][1:] == [
        "missed",
        "TOO FAR OFF",
    ]


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
