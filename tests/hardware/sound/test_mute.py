"""The silent twin of the loudspeaker: nobody waits for what nobody hears."""

from __future__ import annotations

import pytest

from hardware.clock import SystemClock, TravelClock
from hardware.owner import Owner, Status
from hardware.sound.mute import MuteSpeaker
from hardware.sound.speaker import SpeechReport, SpeechStage


def test_a_phrase_is_over_as_soon_as_it_is_said() -> None:
    reports: list[SpeechReport] = []
    speaker = MuteSpeaker(TravelClock(5.0), reports.append)
    speaker.say(3, "Roll.")
    speaker.cut()
    assert reports == [SpeechReport(3, SpeechStage.STARTED, 5.0), SpeechReport(3, SpeechStage.FINISHED, 5.0)]


def test_a_sound_that_there_is_not_is_refused_as_by_the_real_one() -> None:
    speaker = MuteSpeaker(TravelClock(), lambda report: None)
    speaker.play("error")
    with pytest.raises(ValueError, match="kazoo"):
        speaker.play("kazoo")


def test_an_owner_starts_and_stops_it() -> None:
    told: list[Status] = []
    owner = Owner("speaker", MuteSpeaker(SystemClock(), lambda report: None), told.append, SystemClock())
    owner.start()
    assert owner.stop(5.0)
    assert all(status.reason is None for status in told)
