"""Listening at a reader on a pseudo-terminal: what it sees, and which format it speaks."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from companion.checks import listening
from companion.checks.listening import SPEEDS, Silence, Spoke, detect, scan
from companion.commands.doctor import told
from companion.owner.config import Config, ReaderConfig, ReaderFormat
from hardware.clock import TravelClock
from hardware.owner import Reason
from hardware.reader.id12 import Id12Parser
from hardware.reader.port import FORMATS
from hardware.reader.presence import NoRead, TagFlaw, Unusable
from hardware.reader.rdm6300 import Rdm6300Parser
from tests.hardware.reader.pn532_chip import NTAG, Chip
from tests.hardware.reader.serial_lines import SerialLine, threads_named
from tests.owner.configurations import from_text

TAG, OTHER = "0A00B1C2D3", "62E3086CED"
PATIENCE = 20.0
"""Seconds at one speed for a reader that does speak: as soon as it is understood, no more time passes."""


@pytest.fixture
def line(tmp_path: Path) -> Iterator[SerialLine]:
    line = SerialLine(tmp_path / "reader").plug()
    yield line
    line.unplug()


@contextmanager
def talking(line: SerialLine, answer: Callable[[bytes], bytes]) -> Iterator[None]:
    """Whatever the program under test writes is answered, and every twentieth of a second without is a question too."""
    over = threading.Event()
    os.set_blocking(line.master, False)  # what nobody reads is lost, as on a real line

    def talk() -> None:
        while not over.is_set():
            ready, _, _ = select.select([line.master], [], [], 0.02)
            asked = b""
            if ready:
                try:
                    asked = os.read(line.master, 4096)
                except OSError:  # nobody has the port open just now
                    over.wait(0.005)
            if said := answer(asked):
                with suppress(BlockingIOError):
                    os.write(line.master, said)

    thread = threading.Thread(target=talk, name="reader-model")
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_every_format_and_speed_of_the_configuration_is_tried():
    assert set(FORMATS) == {shape.value for shape in ReaderFormat}
    assert {shape.baudrate for shape in FORMATS.values()} <= set(SPEEDS)


# Which reader is it


@pytest.mark.parametrize(("frame", "name"), [(Rdm6300Parser.frame(TAG), "rdm6300"), (Id12Parser.frame(TAG), "id12")])
def test_a_reader_that_speaks_by_itself(line, frame, name):
    with talking(line, lambda asked: frame):
        assert detect(str(line.name), PATIENCE) == Spoke(name, 9600, TAG)


def test_a_microcontroller(line):
    with talking(line, lambda asked: b"Card UID: DE AD BE EF\r\n"):
        assert detect(str(line.name), PATIENCE) == Spoke("text", 9600, "DEADBEEF")


@pytest.mark.parametrize("tags", [(), (NTAG,)])
def test_a_chip_that_is_asked_answers_even_without_a_tag(line, tags):
    chip = Chip(*tags)
    with talking(line, lambda asked: chip.take(asked) if asked else b""):
        found = detect(str(line.name), PATIENCE, speeds=(115200,))
    assert isinstance(found, Spoke)
    assert (found.format, found.baud) == ("pn532", 115200)
    assert found.tag in ("", NTAG.hex().upper())


def test_nothing_is_asked_at_another_speed_than_the_usual_one(line):
    asked = []
    with talking(line, lambda question: asked.append(question) or b""):
        found = detect(str(line.name), 0.1, speeds=(9600, 57600))
    assert isinstance(found, Silence)
    assert set(asked) == {b""}


def test_a_chip_that_does_not_answer_stands_in_nobodys_way(line):
    found = detect(str(line.name), 0.5, speeds=(115200,))
    assert isinstance(found, Silence)
    assert [(trial.baud, trial.count) for trial in found.trials] == [(115200, 0)]


def test_a_phantom_is_no_reader_that_repeats():
    (candidate,) = listening._candidates({"rdm6300": FORMATS["rdm6300"]}, 9600)
    for tag in (TAG, OTHER, TAG):
        assert candidate.spoke(Rdm6300Parser.frame(tag), 9600) is None
    assert candidate.spoke(Rdm6300Parser.frame(TAG), 9600) == Spoke("rdm6300", 9600, TAG)


def test_silence_and_babble_are_told_apart(line):
    silent = detect(str(line.name), 0.1, speeds=(9600, 19200))
    assert isinstance(silent, Silence)
    assert [(trial.baud, trial.count) for trial in silent.trials] == [(9600, 0), (19200, 0)]
    assert "was silent" in "".join(told(silent, "/dev/reader"))
    with talking(line, lambda asked: b"\xf0\x0f" * 40):
        babble = detect(str(line.name), 1.0, speeds=(9600,))
    assert isinstance(babble, Silence)
    assert babble.trials[0].count > 0
    assert "nothing known" in "".join(told(babble, "/dev/reader"))


def test_a_port_that_cannot_be_listened_to(tmp_path):
    found = detect(str(tmp_path / "none"), PATIENCE)
    assert isinstance(found, Silence)
    assert (found.trials, found.reason) == ((), Reason.MISSING)
    assert "missing" in "".join(told(found, "/dev/reader"))


def test_what_was_found_can_be_put_into_the_configuration():
    lines = "\n".join(told(Spoke("id12", 9600, TAG), "/dev/ttyUSB0"))
    config = from_text(lines.partition("In the configuration:")[2].replace("\n    ", "\n"))
    assert config.reader == ReaderConfig(device="/dev/ttyUSB0", format=ReaderFormat.ID12, baud=9600)
    assert "it answers" in "".join(told(Spoke("pn532", 115200), "/dev/ttyUSB0"))


# What it sees


def pieces(tag: str) -> str | None:
    """A book with one sticker."""
    return {TAG: "orc#4"}.get(tag)


def test_every_tag_is_printed_with_its_piece_as_it_comes(line):
    config = Config(reader=ReaderConfig(device=str(line.name), format=ReaderFormat.ID12))
    clock = TravelClock()
    lines = scan(config, 10.0, pieces, clock)
    assert next(lines) == f"{line.name}: opening"
    assert next(lines) == f"{line.name}: ready"
    line.send(Id12Parser.frame(TAG))
    assert next(lines) == f"{TAG}  orc#4"
    clock.advance(1.0)
    assert next(lines) == f"{TAG}  taken away"
    line.send(Id12Parser.frame(OTHER))
    assert next(lines) == f"{OTHER}  not taught"
    clock.advance(10.0)
    assert next(lines, None) in (None, f"{OTHER}  taken away")
    lines.close()
    assert not threads_named("owner-reader")


def test_a_reader_that_is_not_there_is_told_while_it_is_looked_for(tmp_path):
    config = Config(reader=ReaderConfig(device=str(tmp_path / "none")))
    lines = list(scan(config, 0.3, pieces))
    assert lines[0] == f"{tmp_path}/none: opening"
    assert lines[1].startswith(f"{tmp_path}/none: missing (")
    assert len(lines) == 2


def test_several_at_once_are_told(line):
    config = Config(reader=ReaderConfig(device=str(line.name)))
    lines = scan(config, 10.0, pieces, TravelClock())
    assert [next(lines), next(lines)]
    line.send((Rdm6300Parser.frame(TAG) + Rdm6300Parser.frame(OTHER)) * 3)
    assert f"several at once: {TAG}, {OTHER}" in lines
    lines.close()


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (NoRead(1.0), "something that cannot be read"),
        (Unusable(TagFlaw.RANDOM_UID, 1.0), "a card that cannot be used: random-uid"),
    ],
)
def test_what_is_no_sticker_is_told_too(event, words):
    assert list(listening._told(event, pieces)) == [words]
