"""A loudspeaker that is still being opened: the first words wait."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.service.health import PatientMouth
from hardware.owner import DeviceState
from tests.service.room import Rooms, status


class Words:
    """A loudspeaker, as far as orders go."""

    def __init__(self) -> None:
        self.orders: list[Any] = []

    def say(self, number: int, text: str) -> None:
        self.orders.append((number, text))

    def cut(self) -> None:
        self.orders.append("cut")

    def play(self, sound: str) -> None:
        self.orders.append(sound)


def test_the_first_words_wait_for_a_loudspeaker_that_is_still_being_opened() -> None:
    words = Words()
    mouth = PatientMouth(words)
    mouth.say(1, "I am back.")
    assert words.orders == []
    mouth.decided()
    mouth.decided()
    mouth.say(2, "Draw 2.")
    assert words.orders == [(1, "I am back."), (2, "Draw 2.")]


def test_first_words_that_a_press_has_cut_are_not_spoken_later() -> None:
    words = Words()
    mouth = PatientMouth(words)
    mouth.say(1, "I am back.")
    mouth.cut()
    mouth.decided()
    assert words.orders == ["cut"]


def test_a_real_loudspeaker_gets_the_first_words_when_it_is_open(tmp_path: Path, rooms: Rooms) -> None:
    command = '["/bin/sh", "-c", "cat > /dev/null; cat tone.wav"]'
    text = f'[speaker]\nsink = "wav:{tmp_path / "sounds"}"\ncommand = {command}'
    room = rooms(text, own_voice=False, start=False)
    spoken: list[Callable[[], object]] = []
    room.daemon.devices.speaker.say = lambda number, text: spoken.append(text)  # type: ignore[assignment,method-assign,return-value]
    room.start()
    assert spoken == []
    room.daemon.part_watch.noticed(status("speaker", DeviceState.OPENING))
    assert spoken == []
    room.daemon.part_watch.noticed(status("speaker", DeviceState.READY))
    assert spoken == [room.notice("no-game")]
