"""Tokens on the reader: arriving once, staying, leaving, crowding, not being read."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hardware.reader.port import Listener
from hardware.reader.presence import (
    Crowd,
    NoRead,
    PresenceKind,
    PresenceTimings,
    TagArrived,
    TagFlaw,
    TagLeft,
    TagPresence,
    Unusable,
)
from hardware.reader.rdm6300 import Rdm6300Parser

A, B, C = "62E3086CED", "0A00B1C2D3", "04006FEBD1"
REPEAT = 0.065  # seconds from one RDM6300 frame to the next


class Field:
    """A presence and the time; `frames` come every REPEAT seconds."""

    def __init__(self, kind=PresenceKind.CONTINUOUS, timings=None):
        self.presence = TagPresence(kind, timings)
        self.now = 0.0
        self.events = []

    def frames(self, *tags):
        for tag in tags:
            self.now = round(self.now + REPEAT, 6)
            self.events += self.presence.seen(tag, self.now)
        return self

    def wait(self, seconds):
        self.now = round(self.now + seconds, 6)
        self.events += self.presence.tick(self.now)
        return self

    def bad(self):
        self.events += self.presence.unreadable(self.now)
        return self

    @property
    def arrived(self):
        return [event.tag for event in self.events if isinstance(event, TagArrived)]

    def kinds(self):
        return [type(event) for event in self.events]


@pytest.fixture
def field():
    return Field()


@pytest.fixture
def pulse():
    return Field(PresenceKind.PULSE)


class TestRepeatingReader:
    def test_the_second_equal_frame_counts(self, field):
        assert field.frames(A).events == []
        assert field.frames(A).events == [TagArrived(A, 2 * REPEAT)]

    @pytest.mark.parametrize(("gap", "counts"), [(0.299, True), (0.3, True), (0.301, False)])
    def test_the_second_frame_must_come_within_300_ms(self, gap, counts):
        presence = TagPresence(PresenceKind.CONTINUOUS)
        presence.seen(A, 1.1)
        assert presence.seen(A, 1.1 + gap) == ([TagArrived(A, 1.1 + gap)] if counts else [])

    def test_one_frame_is_a_phantom(self, field):
        field.frames(A).wait(5).frames(B).wait(5)
        assert field.events == []

    def test_a_phantom_between_delays_a_tag_by_one_frame(self, field):
        assert field.frames(A, B, A).events == []
        assert field.frames(A).arrived == [A]

    def test_a_phantom_beside_a_resting_tag_does_nothing(self, field):
        field.frames(A, A, A, B, A, A)
        assert field.events == [TagArrived(A, 2 * REPEAT)]

    def test_a_token_resting_for_a_minute_counts_once(self, field):
        field.frames(*[A] * round(60 / REPEAT))
        assert field.arrived == [A]
        assert field.presence.tags == (A,)

    @pytest.mark.parametrize(("away", "times"), [(0.5, 1), (0.69, 1), (0.7, 2), (3.0, 2)])
    def test_it_counts_again_after_700_ms_of_absence(self, field, away, times):
        field.frames(A, A).wait(away - REPEAT).frames(A, A)
        assert field.arrived == [A] * times

    def test_missed_reads_are_no_absence(self, field):
        for _ in range(20):
            field.frames(A, A).wait(0.6)
        assert field.arrived == [A]
        assert TagLeft not in field.kinds()

    def test_leaving_is_told_when_the_absence_is_full(self, field):
        field.frames(A, A).wait(0.699)
        assert TagLeft not in field.kinds()
        assert field.presence.due() == pytest.approx(0.13 + 0.7)
        field.wait(0.001)
        assert field.events[-1] == TagLeft(A, pytest.approx(0.83))
        assert field.presence.tags == ()
        assert field.presence.due() is None

    def test_leaving_is_told_at_its_moment_even_if_noted_late(self, field):
        field.frames(A, A).wait(60)
        assert field.events[-1] == TagLeft(A, pytest.approx(0.83))


class TestTwoTokens:
    def test_a_quick_change_of_tokens_counts_both(self, field):
        field.frames(A, A, B, B, C, C)
        assert field.arrived == [A, B, C]
        assert Crowd not in field.kinds()

    def test_laid_together_neither_counts(self, field):
        field.frames(A, B, A, B, A, B, A, B)
        assert field.events == [Crowd((A, B), 4 * REPEAT)]

    def test_laid_beside_a_resting_one(self, field):
        field.frames(A, A, A, B, A, B, A, A, B)
        assert field.arrived == [A]
        assert field.kinds() == [TagArrived, Crowd]

    def test_bursts_of_each_are_a_crowd_too_and_count_nothing_twice(self, field):
        field.frames(*([A] * 4 + [B] * 4) * 20)
        assert field.arrived == [A, B]
        assert field.kinds().count(Crowd) == 1

    def test_lifting_one_lets_the_other_count(self, field):
        field.frames(A, B, A, B)
        field.frames(*[B] * 20)
        assert field.arrived == [B]

    def test_lifting_the_newcomer_does_not_count_the_first_again(self, field):
        field.frames(A, A, B, A, B, A, B).frames(*[A] * 20)
        assert field.arrived == [A]

    def test_lifting_the_first_lets_the_newcomer_count(self, field):
        field.frames(A, A, B, A, B, A, B).frames(*[B] * 20)
        assert field.arrived == [A, B]
        assert field.kinds() == [TagArrived, Crowd, TagLeft, TagArrived]

    def test_a_crowd_that_leaves_is_forgotten_and_told_again_next_time(self, field):
        field.frames(A, B, A, B).wait(1).frames(A, B, A, B)
        assert field.kinds() == [Crowd, Crowd]

    def test_a_crowd_of_very_many_is_bounded(self, field):
        many = [f"{number:010X}" for number in range(1, 500)]
        for tag in many:
            field.presence.seen(tag, 1.0)
        assert len(field.presence._sightings) <= 64
        field.wait(5).frames(A, A)
        assert field.arrived == [A]


class TestPulseReader:
    def test_one_frame_counts(self, pulse):
        assert pulse.frames(A).events == [TagArrived(A, REPEAT)]

    def test_tokens_tapped_one_after_the_other_all_count(self, pulse):
        assert pulse.frames(A, B, C).arrived == [A, B, C]
        assert Crowd not in pulse.kinds()

    def test_the_same_token_counts_again_only_after_its_absence(self, pulse):
        pulse.frames(A, A, A).wait(0.7).frames(A)
        assert pulse.arrived == [A, A]

    def test_two_tokens_that_take_turns_are_a_crowd_and_no_tap_is_lost(self, pulse):
        pulse.frames(A, B, A, C)
        assert pulse.arrived == [A, B, C]
        assert Crowd in pulse.kinds()


class TestNoRead:
    def test_after_300_ms_without_a_good_frame(self, field):
        field.wait(1).bad().wait(0.299)
        assert field.events == []
        assert field.wait(0.001).events == [NoRead(pytest.approx(1.3))]
        assert field.wait(60).kinds() == [NoRead]

    def test_not_when_a_good_frame_follows(self, field):
        field.wait(1).bad().frames(A, A).wait(0.3)
        assert field.kinds() == [TagArrived]

    def test_not_while_a_token_lies_there_or_is_being_lifted(self, field):
        field.frames(A, A).bad().frames(A).bad().wait(0.69).bad().wait(5)
        assert NoRead not in field.kinds()

    def test_at_most_every_five_seconds(self, field):
        for _ in range(200):
            field.bad().wait(0.1)
        moments = [event.at for event in field.events]
        assert len(moments) == 4
        assert all(b - a >= 5 for a, b in zip(moments, moments[1:], strict=False))

    def test_its_moment_is_due(self, field):
        field.bad()
        assert field.presence.due() == pytest.approx(0.3)


class TestBrokenConnection:
    def test_what_lies_there_before_and_after_does_not_count_again(self, field):
        field.frames(A, A)
        field.now += 30
        field.presence.resume(field.now)
        field.frames(*[A] * 30)
        assert field.arrived == [A]

    def test_what_was_lifted_meanwhile_leaves_and_counts_again(self, field):
        field.frames(A, A)
        field.now += 30
        field.presence.resume(field.now)
        field.wait(0.7).frames(A, A)
        assert field.kinds() == [TagArrived, TagLeft, TagArrived]


class TestAskedReader:
    """One that says each time it is asked whether there is a tag."""

    @pytest.fixture
    def asked(self):
        return Field(timings=PresenceTimings(misses_to_leave=3))

    def missed(self, field, times, gap=0.3):
        for _ in range(times):
            field.now = round(field.now + gap, 6)
            field.events += field.presence.missed(field.now)
        return field

    def test_time_alone_lifts_no_token(self, asked):
        asked.frames(A, A).wait(60)
        assert self.missed(asked, 2).arrived == [A]
        assert asked.presence.due() is None
        assert TagLeft not in asked.kinds()

    def test_the_third_miss_does(self, asked):
        asked.frames(A, A)
        self.missed(asked, 3)
        assert asked.events[-1] == TagLeft(A, pytest.approx(2 * REPEAT + 0.9))

    def test_but_not_before_700_ms(self, asked):
        asked.frames(A, A)
        self.missed(asked, 3, gap=0.1)
        assert asked.presence.due() == pytest.approx(2 * REPEAT + 0.7)
        assert asked.wait(0.39).kinds() == [TagArrived]
        assert asked.wait(0.01).events[-1] == TagLeft(A, pytest.approx(2 * REPEAT + 0.7))

    def test_misses_are_counted_anew_whenever_it_is_found(self, asked):
        for _ in range(10):
            self.missed(asked.frames(A, A), 2, gap=0.4)
        assert asked.kinds() == [TagArrived]

    def test_another_tag_found_is_a_miss(self, asked):
        asked.frames(A, A, *[B] * 20)
        assert asked.events == [
            TagArrived(A, 2 * REPEAT),
            TagArrived(B, 4 * REPEAT),
            TagLeft(A, pytest.approx(2 * REPEAT + 0.7)),
        ]

    def test_a_broken_connection_is_no_miss(self, asked):
        self.missed(asked.frames(A, A), 2)
        asked.presence.resume(asked.now)
        self.missed(asked, 2)
        assert asked.wait(5).kinds() == [TagArrived]

    def test_a_reader_that_only_speaks_lifts_by_time_alone(self, field):
        assert self.missed(field.frames(A, A), 1, gap=0.7).kinds() == [TagArrived, TagLeft]


class TestCardsThatCannotBeUsed:
    PHONES = ("08112233", "08AABBCC", "08000001", "08FFFFFF")

    def test_numbers_that_change_are_one_card_and_told_once(self, field):
        field.frames(*self.PHONES * 10)
        assert field.events == [Unusable(TagFlaw.RANDOM_UID, 2 * REPEAT)]
        assert field.presence.tags == ()

    def test_once_more_when_it_comes_again_and_no_word_when_it_leaves(self, field):
        field.frames(*self.PHONES).wait(0.7).frames(*self.PHONES).wait(5)
        assert field.kinds() == [Unusable, Unusable]

    def test_a_single_frame_is_a_phantom(self, field):
        assert field.frames("08112233").wait(5).events == []

    def test_at_once_where_a_reader_tells_once(self, pulse):
        assert pulse.frames("08112233").events == [Unusable(TagFlaw.RANDOM_UID, REPEAT)]

    def test_beside_a_token_it_makes_a_crowd(self, field):
        field.frames(A, "08112233", A, "08AABBCC")
        assert field.events == [Crowd((A, TagFlaw.RANDOM_UID), 4 * REPEAT)]

    @pytest.mark.parametrize("tag", ["08A1B2C3D4E580", "08112233AA", "8011223344", "18112233", "80112233"])
    def test_other_numbers_are_tags(self, field, tag):
        assert field.frames(tag, tag).arrived == [tag]


def test_other_timings():
    field = Field(timings=PresenceTimings(absent_after=2.0))
    field.frames(A, A).wait(1.9).frames(A, A)
    assert field.arrived == [A]


@settings(deadline=None)
@example([(A, 0.1), (A, 0.1), (None, 1.0), (A, 1.0), (A, 0.1)])
@given(st.lists(st.tuples(st.sampled_from([A, B, C, None]), st.floats(0, 1)), max_size=60))
def test_arriving_and_leaving_alternate_for_each_tag(steps):
    field = Field()
    for tag, gap in steps:
        field.now += gap
        field.events += field.presence.seen(tag, field.now) if tag else field.presence.unreadable(field.now)
    field.wait(10)
    assert [event.at for event in field.events] == sorted(event.at for event in field.events)
    for tag in (A, B, C):
        of_tag = [event for event in field.events if isinstance(event, TagArrived | TagLeft) and event.tag == tag]
        assert [type(event) for event in of_tag] == [TagArrived, TagLeft] * (len(of_tag) // 2)
        for left, again in zip(of_tag[1::2], of_tag[2::2], strict=False):
            assert again.at >= left.at
    assert field.presence.tags == ()


def test_a_million_random_bytes_make_no_phantom():
    noise = random.Random(1083).randbytes(1_000_000)
    listener, events, now = Listener(Rdm6300Parser(), TagPresence(PresenceKind.CONTINUOUS)), [], 0.0
    for start in range(0, len(noise), 960):
        now += 1.0  # a full line at 9600 bit/s
        events += listener.heard(noise[start : start + 960], now)
    assert {type(event) for event in events} == {NoRead}
    assert all(b.at - a.at > 4.999 for a, b in zip(events, events[1:], strict=False))


def test_noise_that_spells_valid_frames_makes_no_token_either():
    dice, field = random.Random(9522), Field()
    phantoms = [dice.randbytes(5).hex().upper() for _ in range(10_000)]
    assert field.frames(*phantoms).events == []
