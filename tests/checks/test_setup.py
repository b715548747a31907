"""What people have set up: configuration, libraries, boxes, stickers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.checks import setup
from companion.checks.finding import Level
from companion.checks.site import site_of
from companion.owner.config import load
from companion.owner.library import load_library
from tests.checks.fake import DENIED, FakeMachine, service, shows, site

OK, WARNING, FAULT, NONE = Level.OK, Level.WARNING, Level.FAULT, Level.NOT_APPLICABLE
READER = '[reader]\ndevice = "/dev/serial0"\n'
STATE = '[state]\ndirectory = "/var/lib/castle-companion"\n'
TAGS = "/var/lib/castle-companion/tags.json"
RUNNING = {"systemctl show": service()}
SETTINGS = "/etc/castle-companion/companion.toml"


# The configuration


def test_the_configuration_names_what_is_connected():
    shows(setup.configuration(site(path=None)), OK, "everything is simulated")
    shows(setup.configuration(site(STATE)), OK, "nothing connected")
    text = READER + '[display]\nbus = 1\n[speaker]\nsink = "alsa:default"\n' + STATE
    shows(setup.configuration(site(text)), OK, "reader, display, speaker connected")


def test_a_configuration_that_is_refused(tmp_path):
    path = tmp_path / "companion.toml"
    path.write_text('[reader]\ndevice = "serial0"\n')
    here = site_of(FakeMachine(programs=RUNNING), path, tmp_path)
    found = setup.configuration(here)
    shows(found, FAULT, "companion.toml, line 2", mend=[f"sudoedit {path}", "sudo systemctl restart castle-companion"])
    assert setup.configuration(site_of(FakeMachine(), path, tmp_path)).mend == (f"sudoedit {path}",)


def test_the_services_configuration_names_its_places_so_that_every_command_finds_them(tmp_path):
    found = setup.configuration(site("[state]\n"))
    shows(found, WARNING, "state directory")
    (command,) = found.mend
    assert command.startswith("sudo sed -i 's|^\\[state\\]|") and command.endswith(SETTINGS)


def test_a_missing_configuration_is_told(tmp_path):
    here = site_of(FakeMachine(), tmp_path / "none.toml", tmp_path)
    shows(setup.configuration(here), FAULT, "cannot be read")


def test_the_services_configuration_is_taken_where_there_is_one(tmp_path):
    here = site_of(FakeMachine(files={SETTINGS: ""}), None, tmp_path)
    assert here.path == Path(SETTINGS)
    assert here.places.state == Path("/var/lib/castle-companion")
    assert here.places.socket == Path("/run/castle-companion/companion.sock")
    alone = site_of(FakeMachine(environ={"XDG_STATE_HOME": str(tmp_path)}), None, tmp_path)
    assert (alone.path, alone.places.state) == (None, tmp_path / "castle-companion")


# Libraries

BASE = {"msgspec": "0.23", "luma.oled": "3.16", "pillow": "13"}
ALL = BASE | {"pyserial": "3.5", "smbus2": "0.6", "spidev": "3.8"}
PARTS = READER + '[display]\nbus = 1\n[ring]\ndevice = "/dev/spidev0.0"\n'


def test_the_libraries_of_the_parts_by_name():
    shows(setup.libraries(site(versions=BASE)), OK, "msgspec 0.23")
    shows(setup.libraries(site(PARTS, versions=ALL)), OK, "spidev 3.8")
    shows(setup.libraries(site(PARTS, versions=BASE)), FAULT, "pyserial, smbus2, spidev")


@pytest.mark.parametrize("name", sorted(ALL))
def test_each_library_that_is_missing_is_named_with_its_remedy(name):
    versions = {other: version for other, version in ALL.items() if other != name}
    found = setup.libraries(site(PARTS, versions=versions))
    shows(found, FAULT, f"Not installed in this Python: {name}.")
    assert name in found.mend[0]


# Boxes


def test_facts_of_ones_own(tmp_path):
    shows(setup.box_facts(site()), NONE)
    boxes = tmp_path / "boxes.toml"
    boxes.write_text("[castle-panic.tokens.orc]\ncount = 12\n")
    config = tmp_path / "companion.toml"
    config.write_text(f'[game]\nfacts = "{boxes}"\n')
    shows(setup.box_facts(site_of(FakeMachine(), config, tmp_path)), OK, str(boxes))
    boxes.write_text("[castle-panik]\n")
    found = setup.box_facts(site_of(FakeMachine(), config, tmp_path))
    shows(found, FAULT, "castle-panik", mend=[f"sudoedit {boxes}"])
    assert load(config).game.facts == boxes


# Stickers


def book(*entries: tuple[str, str]) -> dict[str, object]:
    """A tag file with these stickers."""
    return {TAGS: json.dumps({"schema": 1, "tags": [{"tag": tag, "piece": piece} for tag, piece in entries]})}


def every(box: str) -> list[tuple[str, str]]:
    """A sticker for each token of a box."""
    pieces = [
        f"{kind.name}#{number}" for kind in load_library()[box].tokens.values() for number in range(1, kind.count + 1)
    ]
    return [(f"{number:010X}", piece) for number, piece in enumerate(pieces, start=1)]


def test_without_a_reader_there_are_no_stickers():
    shows(setup.tags(site()), NONE)


def test_no_sticker_yet():
    here = site(READER)
    shows(setup.tags(here), WARNING, "No sticker", mend=[f"companion tags --config {SETTINGS} learn goblin"])


def test_with_a_service_the_reader_is_freed_and_the_services_account_learns():
    assert setup.tags(site(READER, programs=RUNNING)).mend == (
        "sudo systemctl stop castle-companion",
        f"sudo -u castle-companion companion tags --config {SETTINGS} learn goblin",
        "sudo systemctl start castle-companion",
    )


def test_a_box_that_is_whole_is_well_and_one_that_is_begun_is_not():
    whole = every("castle-panic")
    shows(setup.tags(site(READER, files=book(*whole))), OK, f"castle-panic {len(whole)} of {len(whole)}")
    found = setup.tags(site(READER, files=book(*whole[1:])))
    shows(found, WARNING, f"castle-panic {len(whole) - 1} of {len(whole)}, wizards-tower 0 of ")
    missing = whole[0][1].partition("#")[0]
    assert found.mend == (f"companion tags --config {SETTINGS} learn {missing}",)


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ([("0A00B1C2D3", "orc#1"), ("0A00B1C2D3", "orc#2")], "1 taught to several pieces"),
        ([("0A00B1C2D3", "orc#1"), ("0A00B1C2D4", "orc#1")], "1 of pieces with several stickers"),
        ([("0A00B1C2D3", "unicorn#1")], "1 of pieces that are in no box"),
    ],
)
def test_a_book_that_contradicts_itself_is_told_without_a_number(entries, words):
    found = setup.tags(site(READER, files=book(*entries)))
    shows(found, FAULT, words, mend=[f"companion tags --config {SETTINGS} check"])
    assert "0A00" not in found.text


@pytest.mark.parametrize("content", ["{", "[]", '{"tags": [{"tag": "zz", "piece": "orc#1"}]}', b"\xff\xfe"])
def test_a_damaged_book_is_told_and_left_where_it_is(content):
    here = site(READER, files={TAGS: content})
    shows(setup.tags(here), FAULT, "damaged")
    assert here.machine.files == {TAGS: content}
    assert setup.piece_namer(here)("0A00B1C2D3") is None


def test_a_book_that_may_not_be_read():
    here = site(READER, files={TAGS: DENIED})
    shows(setup.tags(here), WARNING, "this account")
    assert setup.piece_namer(here)("0A00B1C2D3") is None


def test_the_piece_of_a_sticker():
    assert setup.piece_namer(site(READER, files=book(("0A00B1C2D3", "orc#1"))))("0A00B1C2D3") == "orc#1"


def test_without_facts_of_the_boxes_nothing_is_counted(tmp_path):
    boxes = tmp_path / "boxes.toml"
    boxes.write_text("[castle-panik]\n")
    config = tmp_path / "companion.toml"
    config.write_text(f'{READER}[game]\nfacts = "{boxes}"\n')
    shows(setup.tags(site_of(FakeMachine(), config, tmp_path)), NONE, "see box-facts")
