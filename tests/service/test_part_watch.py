"""Parts that are missing, lost, late and back: what people are told, and what makes up for them."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from companion.game.rules.fixes import TurnFix
from companion.owner.tags import TagFile
from companion.service.health import STEADY_SECONDS
from companion.service.part_watch import LATE_SECONDS
from companion.talk import messages as m
from hardware.owner import BackOff, DeviceState, Reason
from hardware.reader.rdm6300 import Rdm6300Parser
from hardware.reader.sim import SimReader
from tests.hardware.reader.serial_lines import SerialLine, threads_named
from tests.service.room import Room, Rooms, status

GOBLIN = "62E3086CED"


def test_a_healthy_start_and_simulated_devices_are_not_spoken_of(rooms: Rooms) -> None:
    room = rooms(threads=True)
    room.until(room.daemon.settled.is_set)
    room.advance(30)
    assert room.said == [room.notice("no-game")]
    assert {shown.lines for shown in room.screens} == {room.desk.narrator.notice_screen("no-game")}
    room.stop()
    assert threads_named("owner-") == []


@pytest.mark.parametrize("part", ["display", "ring", "speaker", "button", "reader"])
def test_a_part_that_goes_is_told_once_and_once_when_it_is_back_for_good(playing: Room, part: str) -> None:
    kind, facts = ("reader", {}) if part == "reader" else ("part", {"part": part})
    gone, back = (playing.notice(f"{kind}-{end}", **facts) for end in ("lost", "back"))
    at = playing.clock.monotonic()
    for reason in (Reason.MISSING, Reason.BUSY, Reason.MISSING):
        playing.daemon.part_watch.noticed(status(part, DeviceState.ABSENT, reason))
    assert playing.mouth.spoken[0][1:] == (gone, at)
    assert playing.desk.narrator.notice_screen(f"{kind}-lost", **facts) in [shown.lines for shown in playing.screens]
    playing.hear_out()
    for _ in range(5):  # it comes and goes
        playing.daemon.part_watch.noticed(status(part, DeviceState.READY))
        playing.advance(STEADY_SECONDS - 0.1)
        playing.daemon.part_watch.noticed(status(part, DeviceState.ABSENT, Reason.MISSING))
    assert playing.said.count(gone) == 1 and back not in playing.said
    playing.daemon.part_watch.noticed(status(part, DeviceState.READY))
    playing.advance(STEADY_SECONDS)
    assert playing.said[-1] == back
    playing.hear_out()
    assert playing.said.count(gone) == playing.said.count(back) == 1
    assert playing.sounds.count("error") == 1, "good news are no trouble"
    assert playing.screen.offer


def test_the_promise_of_five_seconds_holds_in_the_worst_case() -> None:
    assert BackOff().longest + STEADY_SECONDS < 5.0


def test_all_that_is_missing_at_the_start_is_told_and_shown_one_after_the_other(room: Room) -> None:
    for part in ("display", "ring", "speaker"):
        room.daemon.part_watch.noticed(status(part, DeviceState.OPENING))
        room.daemon.part_watch.noticed(status(part, DeviceState.ABSENT, Reason.MISSING))
    room.hear_out()
    for part in ("display", "ring", "speaker"):
        assert room.notice("part-lost", part=part) in room.said
        lines = room.desk.narrator.notice_screen("part-lost", part=part)
        shown = [at for at, screen in enumerate(room.screens) if screen.lines == lines]
        assert len(shown) == 1
        assert room.screens[shown[0] + 1].at - room.screens[shown[0]].at >= 2.5
    assert room.said[-1] in (room.notice("no-game"), room.notice("no-game", "brief"))


def test_an_unplugged_reader_is_told_within_two_seconds_and_is_back_within_five(tmp_path: Path, rooms: Rooms) -> None:
    line = SerialLine(tmp_path / "port").plug()
    room = rooms(f'[reader]\ndevice = "{line.name}"', threads=True)
    TagFile(room.places.tags, lambda: None).change(lambda pages: pages.learn(GOBLIN, "goblin#1", {"goblin": 6}))  # type: ignore[arg-type,return-value]
    room.until(room.daemon.settled.is_set)
    room.begin()
    room.take(m.CorrectMessage(turn=TurnFix(phase="draw")))
    room.hear_out()
    room.forget()
    at = room.clock.monotonic()
    line.unplug()
    room.until(lambda: room.said)
    assert room.said == [room.notice("reader-lost")] and room.clock.monotonic() - at <= 2
    for _ in range(30):  # nobody notices for a while, and the tries become rare
        room.clock.when_waited_for(1.0)
    room.hear_out()
    room.take(m.NextMessage())  # the list does meanwhile
    assert room.desk.prompt()["marked"] == "goblin"  # type: ignore[index]
    at = room.clock.monotonic()
    line.plug()
    room.advance(BackOff().longest)
    room.until(lambda: room.daemon.part_watch.parts._returning)
    room.advance(STEADY_SECONDS)
    assert room.notice("reader-back") in room.said and room.clock.monotonic() - at <= 5
    line.send(Rdm6300Parser.frame(GOBLIN) * 2)
    room.until(lambda: room.topic == "monster-arc")


MISSING = {
    "display": "[display]\nbus = 250",
    "ring": '[ring]\ndevice = "/dev/spidev250.0"',
    "speaker": '[speaker]\nsink = "alsa:default"\ncommand = ["/nowhere/speech"]',
    "reader": '[reader]\ndevice = "/dev/pts/99999"',
}


@pytest.mark.parametrize("part", MISSING)
def test_a_missing_part_degrades_only_itself_and_is_told_by_what_remains(part: str, rooms: Rooms) -> None:
    room = rooms(MISSING[part], threads=True, own_voice=part != "speaker")
    room.until(room.daemon.settled.is_set)
    kind, facts = ("reader", {}) if part == "reader" else ("part", {"part": part})
    lines = room.desk.narrator.notice_screen(f"{kind}-lost", **facts)
    assert lines in [shown.lines for shown in room.screens]
    if part != "speaker":
        room.hear_out()
        assert room.notice(f"{kind}-lost", **facts) in room.said
    others = [owner for owner in room.daemon.devices.owners if owner.name != part]
    room.until(lambda: all(owner.status and owner.status.state is DeviceState.READY for owner in others))
    room.begin()
    room.take(m.DoneMessage())
    assert room.topic == "draw" and room.entries() == ["new_game", "done"]
    room.stop()
    assert threads_named("owner-") == []


class BlockedSpi:
    """A line to the lights that takes a frame and never comes back."""

    capacity = 4096

    def __init__(self) -> None:
        self.release = threading.Event()
        self.reached = threading.Event()

    def write(self, data: bytes) -> None:
        self.reached.set()
        self.release.wait(20)

    def close(self) -> None:
        pass


def test_a_part_that_blocks_its_thread_blocks_nothing_else(rooms: Rooms) -> None:
    line = BlockedSpi()
    blocked = rooms(threads=True, start=False)
    blocked.daemon.devices.ring._open_line = lambda: line
    blocked.start()
    assert line.reached.wait(5)
    blocked.until(blocked.daemon.settled.is_set)
    blocked.begin()
    blocked.take(m.DoneMessage())
    blocked.lay("goblin#1")
    assert blocked.topic == "monster-arc" and blocked.entries() == ["new_game", "done", "tap"]
    blocked.hear_out()
    assert blocked.said[-1] == blocked.offer and blocked.screen.offer
    blocked.stop()
    assert [thread.name for thread in threads_named("owner-")] == ["owner-ring"], "it ends whenever its call does"
    line.release.set()
    for thread in threads_named("owner-"):
        thread.join(5)
    assert threads_named("owner-") == []


class BlockedReader(SimReader):
    """A reader that hangs while it is opened, and is there after all."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.release = threading.Event()
        self.reached = threading.Event()

    def open(self) -> None:
        self.reached.set()
        self.release.wait(20)
        super().open()


def test_a_part_that_hangs_while_it_is_opened_is_missed_and_greeted_when_it_comes(rooms: Rooms) -> None:
    room = rooms(threads=True, start=False)
    owner = next(owner for owner in room.daemon.devices.owners if owner.name == "reader")
    owner.device = reader = BlockedReader(owner.device._on_event, room.clock)  # type: ignore[attr-defined]
    room.start()
    assert reader.reached.wait(5)
    room.advance(LATE_SECONDS - 0.1)
    assert room.notice("reader-lost") not in room.said
    room.advance(0.2)
    assert room.notice("reader-lost") in room.said
    reader.release.set()
    room.until(lambda: room.daemon.part_watch.parts._returning)
    room.advance(STEADY_SECONDS)
    room.hear_out()
    assert room.notice("reader-back") in room.said


def test_after_the_end_nothing_is_taken_shown_or_lit(playing: Room) -> None:
    playing.take(m.PlayMessage(card="green-knight", on="orc#1"))
    playing.daemon.part_watch.noticed(status("ring", DeviceState.ABSENT, Reason.MISSING))
    playing.daemon.part_watch.noticed(status("ring", DeviceState.READY))
    reader = playing.daemon.devices.reader
    noticed = playing.daemon._handing(playing.daemon._read)
    playing.down()
    playing.stop()
    before = (list(playing.said), len(playing.screens), len(playing.frames), playing.topic)
    reader.tap("goblin#1")  # type: ignore[union-attr]
    noticed(None)
    playing.advance(60)
    assert (list(playing.said), len(playing.screens), len(playing.frames), playing.topic) == before
