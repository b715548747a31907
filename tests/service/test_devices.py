"""The reader that a configuration names: its speed, how it tells a tag, and what is said of a card that is no token."""

from __future__ import annotations

import queue
import termios
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from companion.commands.tags import LESSON_WORDS, tags_from_reader
from companion.owner.tags import TagFault
from companion.service.devices import Receivers, build, serial_reader
from hardware.clock import SystemClock, TravelClock
from hardware.owner import DeviceState, Owner
from hardware.reader.presence import TagFlaw
from hardware.reader.rdm6300 import Rdm6300Parser
from hardware.screen.display import Screen
from hardware.sound.speaker import Speaker, SpeechReport, SpeechStage
from tests.hardware.reader.serial_lines import Inbox, SerialLine
from tests.owner.configurations import from_text
from tests.service.room import Room, new_desk

TAG = "62E3086CED"


@pytest.fixture
def line(tmp_path: Path) -> Iterator[SerialLine]:
    made = SerialLine(tmp_path / "usb-reader").plug()
    yield made
    made.unplug()


def section(line: SerialLine, keys: str) -> str:
    return f'[reader]\ndevice = "{line.name}"\n{keys}\n'


@pytest.mark.parametrize(
    ("keys", "speed"),
    [
        ("", termios.B9600),
        ('format = "pn532"', termios.B115200),
        ('format = "text"', termios.B9600),
        ('format = "text"\nbaud = 115200', termios.B115200),
        ('format = "pn532"\nbaud = 57600', termios.B57600),
    ],
)
def test_the_port_has_the_speed_of_the_format_or_of_the_file(line: SerialLine, keys: str, speed: int) -> None:
    reader = serial_reader(from_text(section(line, keys)).reader, lambda event: None, SystemClock())
    owner = Owner("reader", reader, Inbox(), SystemClock())
    owner.start()
    end = time.monotonic() + 5
    while termios.tcgetattr(line.master)[4] != speed:
        assert time.monotonic() < end
    assert owner.stop(2)


def test_how_a_tag_is_told_can_be_overruled(line: SerialLine) -> None:
    events, reports = Inbox(), Inbox()
    reader = serial_reader(from_text(section(line, 'presence = "pulse"')).reader, events, SystemClock())
    owner = Owner("reader", reader, reports, SystemClock())
    owner.start()
    reports.until(lambda report: report.state is DeviceState.READY)
    line.send(Rdm6300Parser.frame(TAG))
    assert events.next().tag == TAG
    assert owner.stop(2)


def test_teaching_listens_as_the_file_says(line: SerialLine) -> None:
    config = from_text(section(line, 'presence = "pulse"'))
    taught = Inbox()

    def show(text: str) -> None:
        if "ready" in text:
            line.send(Rdm6300Parser.frame(TAG))

    def learn() -> None:
        tags = tags_from_reader(config, show)
        taught(next(tags))
        tags.close()  # type: ignore[attr-defined]

    threading.Thread(target=learn, daemon=True).start()
    assert taught.next() == TAG


@pytest.mark.parametrize("words", ["brief", "normal", "verbose"])
def test_a_phone_on_the_reader_is_refused_with_the_reason_and_changes_nothing(tmp_path: Path, words: str) -> None:
    room = Room(tmp_path, f'[game]\nwords = "{words}"')
    room.begin()
    room.hear_out()
    before = len(room.updates)
    room.lay("08112233")
    narrator = room.desk.narrator
    assert room.mouth.spoken[-1].text == narrator.notice("random-uid", words)
    assert room.screens[-1].lines == narrator.notice_screen("random-uid")
    assert len(room.updates) == before
    room.stop()


def test_every_flaw_of_a_card_has_its_words() -> None:
    """The daemon says the notice of that name, and teaching the answer."""
    narrator = new_desk().narrator
    assert all(narrator.notice(flaw.value, "brief") for flaw in TagFlaw)
    assert all(LESSON_WORDS[TagFault(flaw)] for flaw in TagFlaw)


def picture(folder: Path, keys: str) -> Image.Image:
    """Return what a simulated panel with these keys shows of one line."""
    seen: list[Image.Image] = []

    def deaf(event: object) -> None:
        """Hear nothing."""

    config = from_text(f'[display]\nbus = "sim:"\n{keys}\n')
    display = build(config, folder, Receivers(deaf, deaf, deaf, deaf, picture=seen.append), SystemClock()).display
    display.open()
    display.accept(Screen(("ARC 3",)))
    display.step()
    display.close()
    return max(seen, key=lambda image: sum(image.histogram()[1:]))


@pytest.mark.parametrize("offset", ["0", "2", "4", '"auto"'])
def test_the_picture_of_a_simulated_panel_is_not_shifted_by_its_offset(offset: str, tmp_path: Path) -> None:
    plain = picture(tmp_path, 'driver = "ssd1306"')
    assert plain.getbbox()
    assert picture(tmp_path, f'driver = "sh1106"\noffset = {offset}').tobytes() == plain.tobytes()


@pytest.mark.parametrize(("command", "keeps"), [("espeak-ng", False), ("another", True)])
def test_only_the_phrases_of_a_slow_engine_are_kept_on_disk(tmp_path: Path, command: str, keeps: bool) -> None:
    engine = tmp_path / command
    engine.write_text("#!/bin/sh\ncat >/dev/null; head -c 400 /dev/zero\n")
    engine.chmod(0o755)
    config = from_text(f'[speaker]\nsink = "wav:{tmp_path}/said"\ncommand = ["{engine}"]\n')
    clock, reports = TravelClock(), queue.SimpleQueue[SpeechReport]()
    phrases = tmp_path / "phrases"
    speaker = build(config, phrases, Receivers(repr, repr, reports.put, repr), clock).speaker
    assert isinstance(speaker, Speaker)
    speaker.open()
    speaker.say(1, "Roll.")
    end = time.monotonic() + 5
    while reports.empty() or reports.get().stage is not SpeechStage.FINISHED:
        due = speaker.step()
        if not speaker.rendering:
            clock.advance(due)
        assert time.monotonic() < end
    while not speaker.step():
        assert time.monotonic() < end
    speaker.close()
    assert [path.suffix for path in phrases.glob("*")] == [".phrase"] * keeps


def test_a_start_clears_the_phrases_of_former_versions_away(tmp_path: Path) -> None:
    (tmp_path / "phrases").mkdir()
    (tmp_path / "phrases" / f"{'0' * 64}.wav").write_bytes(b"RIFF")
    Room(tmp_path).stop()
    assert not (tmp_path / "phrases").exists()
