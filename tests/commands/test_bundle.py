"""`companion bundle`: what helps is in it, and what is nobody's business is not, wherever it may have stood."""

from __future__ import annotations

import gzip
import io
import json
import platform
import sqlite3
import stat
import tarfile
from pathlib import Path

import msgspec
import pytest

from companion.checks.finding import Level
from companion.checks.machine import Account, Ran
from companion.checks.site import Site
from companion.commands.bundle import GAME_FILES, TOLD_SETTINGS, BundleError, gather, write
from companion.commands.doctor import CheckResult, DoctorReport
from companion.commands.parser import main
from companion.journal.record import Journal
from companion.owner.config import Config, places
from companion.owner.tags import TagBook, TagEntry, TagFile
from companion.talk import messages as m
from companion.talk.settings import Settings
from companion.talk.state import state_of
from companion.talk.verb import Message
from tests.checks.fake import FakeMachine
from tests.crash.scripts import new_desk, scripted
from tests.owner.configurations import from_text

HOST = "wohnzimmer"
CANARIES = {
    "a player": "Wilhelmina",
    "another player": "Jörg-Öle",
    "an account": "anna",
    "a sticker": "0A00B1C2D3",
    "a foreign sticker": "DEADBEEF",
    "a machine": HOST,
    "a key in a command": "sk-live-4242",
    "a comment": "my-neighbours-wifi",
}
SEAL = "5EA1" * 128
LOG = f"""\
INFO companion.commands.run: ready; the table protocol is on /home/anna/companion.sock
INFO companion.service.daemon: Wilhelmina and jörg-öle play; the sticker 0A00B1C2D3 came
WARNING hardware.reader.port: 0a:00:b1:c2:d3 and DE AD BE EF were heard
somebody else's program: my-neighbours-wifi
Traceback (most recent call last):
  File "/home/anna/castle/companion/service/daemon.py", line 12, in take
    self.take(my-neighbours-wifi)
ValueError: DEADBEEF for anna on {HOST}
castle-companion.service: Watchdog timeout (limit 30s)!
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """An installation in which canaries stand wherever something private can stand."""
    monkeypatch.setattr(platform, "node", lambda: HOST)
    text = (
        "# my-neighbours-wifi\n"
        f'[state]\ndirectory = "{tmp_path}"\n'
        '[reader]\ndevice = "/dev/ttyUSB0"\nformat = "id12"\n'
        f'[speaker]\nsink = "none"\ncommand = ["say-it", "--key", "sk-live-4242"]\ncache = "/home/anna/phrases"\n'
    )
    config = from_text(text, base=tmp_path)
    where = places(config, {}, tmp_path)
    TagFile(where.tags, lambda: None).save(TagBook((TagEntry("0A00B1C2D3", "orc#1"),)))
    (tmp_path / "secret.txt").write_text("my-neighbours-wifi")
    machine = FakeMachine(
        files={str(where.tags): where.tags.read_bytes(), "/etc/os-release": 'PRETTY_NAME="Debian 12"\n'},
        programs={"journalctl -u": Ran(0, LOG.encode())},
        me=Account("anna", frozenset(), frozenset()),
        versions={"castle-companion": "0.1.0", "msgspec": "0.23"},
    )
    return Site(machine, tmp_path / "companion.toml", config, where)


REPORT = DoctorReport(
    "0.1.0",
    (
        CheckResult("groups", Level.FAULT, "anna may not use the reader.", ("sudo usermod -aG dialout anna",)),
        CheckResult("journal", Level.OK, f"/home/anna/games on {HOST} is whole, Wilhelmina."),
    ),
)


def played(site: Site, *games: list[Message]) -> None:
    """Games in the journal, the last one still running."""
    journal = Journal(site.places.journal, lambda: 1.0)
    for game in games:
        for entry in game:
            journal.keep_all([entry], Settings())
    journal.close()


def begun(**more: object) -> m.NewGameMessage:
    """The beginning of a game as the journal keeps it."""
    wish = m.NewGameMessage(
        game="castle-panic", players=2, names=["Wilhelmina", "Jörg-Öle"], seed=7, setup="none", pace="auto"
    )
    return msgspec.structs.replace(wish, **more)


def everything(files: dict[str, bytes]) -> str:
    """All that is in the archive, as one text."""
    return "\n".join(files) + b"\n".join(files.values()).decode()


# What is in it


def test_the_files_of_the_archive(site):
    played(site, [begun()], [begun(seed=8), m.RollMessage(value=3)])
    assert sorted(gather(site, REPORT)) == [
        "configuration.json",
        "contents.txt",
        "doctor.json",
        "doctor.txt",
        *sorted(GAME_FILES),
        "log.txt",
        "versions.json",
    ]


def test_the_last_two_games_can_be_played_again(site):
    first, second = scripted(30, seed=1), scripted(40, seed=2)
    played(site, scripted(5, seed=3), first, second)
    files = gather(site, REPORT)
    for name, script in zip(GAME_FILES, (second, first), strict=True):
        lines = files[name].splitlines()
        assert len(lines) == len(script)
        desk, meant = new_desk(), new_desk()
        for line, message in zip(lines, script, strict=True):
            desk.do(m.decode(line))
            meant.do(message)
        assert desk.game is not None and meant.game is not None
        assert state_of(desk.game.table) == state_of(meant.game.table)


def test_the_settings_are_told_and_the_command_is_not(site):
    told = json.loads(gather(site, REPORT)["configuration.json"])
    assert told["reader"] == {"device": "/dev/ttyUSB0", "format": "id12", "presence": "auto", "baud": "auto"}
    assert "command" not in told["speaker"]
    assert told["speaker"]["cache"] == "/home/<account>/phrases"


def test_every_setting_that_is_told_exists_and_the_command_is_not_among_them():
    known = {section.name: set(section.type.__struct_fields__) for section in msgspec.structs.fields(Config)}
    assert all(set(keys) <= known[section] for section, keys in TOLD_SETTINGS.items())
    assert "command" not in TOLD_SETTINGS["speaker"]


def test_versions_and_report(site):
    files = gather(site, REPORT)
    versions = json.loads(files["versions.json"])
    assert (versions["castle-companion"], versions["msgspec"], versions["lgpio"]) == ("0.1.0", "0.23", None)
    assert versions["system"] == "Debian 12"
    report = json.loads(files["doctor.json"])
    assert report["results"][0]["mend"] == ["sudo usermod -aG dialout <account>"]
    assert b"FAULT    groups           <account> may not use the reader." in files["doctor.txt"]


def test_only_our_own_lines_of_the_log(site):
    played(site, [begun()])
    assert gather(site, REPORT)["log.txt"].decode().splitlines() == [
        "INFO companion.commands.run: ready; the table protocol is on /home/<account>/companion.sock",
        "INFO companion.service.daemon: <player> and <player> play; the sticker <sticker> came",
        "WARNING hardware.reader.port: <sticker> and <sticker> were heard",
        "Traceback (most recent call last):",
        '  File "/home/<account>/castle/companion/service/daemon.py", line 12, in take',
        "ValueError: <sticker> for <account> on <machine>",
        "castle-companion.service: Watchdog timeout (limit 30s)!",
    ]


def test_without_a_log_there_is_none(site):
    site.machine.programs.clear()
    assert gather(site, REPORT)["log.txt"] == b""


def test_a_refused_configuration_is_told_by_its_refusal(site):
    site.refusal = "companion.toml, line 3: there is no section or key anna."
    told = json.loads(gather(site, REPORT)["configuration.json"])
    assert told == {"refused": "companion.toml, line 3: there is no section or key <account>."}


# What is not


def test_nothing_private_gets_in_from_anywhere(site):
    secret = begun(boxes=["wizards-tower", "dark-titan"], sealed=SEAL, secret_seed=4711_4711, agranok="random")
    secret = msgspec.structs.replace(secret, harbingers=["basilisk", "hydra", "warlock"])
    played(site, [secret, m.TapMessage(tag="0A00B1C2D3"), m.TapMessage(tag="0A00B1C2D4"), m.RollMessage(value=3)])
    key = site.places.journal.with_name("journal.sqlite.key")
    key.write_bytes(b"K" * 32)
    text = everything(gather(site, REPORT)).casefold()
    for what, canary in CANARIES.items():
        assert canary.casefold() not in text, what
    for canary in (SEAL, "47114711", "basilisk", "0A00B1C2D4", "KKKKKKKK", "secret.txt", "sealed"):
        assert canary.casefold() not in text, canary
    assert '"do":"tap","piece":"orc#1"' in text


@pytest.mark.parametrize("secret_seed", [1, 2, 3])
def test_what_a_running_game_keeps_secret_changes_nothing(tmp_path, site, secret_seed):
    """The same inputs with other secrets: the same archive, byte for byte."""
    archives = set()
    for seed in (secret_seed, secret_seed + 100):
        site.places.journal.unlink(missing_ok=True)
        desk = new_desk()
        wish = begun(boxes=["dark-titan"], agranok="random", secret_seed=seed)
        outcome = desk.do(wish)
        assert outcome.entry is not None
        played(site, [outcome.entry])
        path = tmp_path / f"{seed}.tar.gz"
        write(path, gather(site, REPORT))
        archives.add(path.read_bytes())
    assert len(archives) == 1


def test_an_entry_that_says_more_than_the_protocol_is_left_out(site):
    played(
        site,
        [
            begun(),
            m.TapMessage(piece="Wilhelmina"),
            m.ChooseMessage(options=["my neighbour's wifi"]),
            m.RollMessage(value=3),
        ],
    )
    assert gather(site, REPORT)[GAME_FILES[0]].count(b"\n") == 2


def test_an_entry_that_nobody_understands_is_counted_and_left_out(site):
    played(site, [begun(), m.RollMessage(value=3)])
    with sqlite3.connect(site.places.journal) as base:
        base.execute('INSERT INTO entries (at, input) VALUES (1, \'{"do": "sing", "of": "my-neighbours-wifi"}\')')
        base.execute("INSERT INTO entries (at, input) VALUES (1, '[')")
    base.close()
    files = gather(site, REPORT)
    assert files[GAME_FILES[0]].count(b"\n") == 2
    assert b"2 entries of the journal are not played, or could not be understood." in files["contents.txt"]
    assert "neighbours" not in everything(files)


@pytest.mark.parametrize(
    ("content", "words"), [(None, b"No game was played yet."), (b"not a database" * 100, b"Nothing could be read")]
)
def test_without_a_journal_the_rest_is_there(site, content, words):
    if content:
        site.places.journal.write_bytes(content)
    files = gather(site, REPORT)
    assert words in files["contents.txt"]
    assert not set(GAME_FILES) & set(files)
    assert "doctor.txt" in files


def test_the_journal_is_read_and_not_touched(site):
    played(site, [begun()])
    before = {path.name: path.read_bytes() for path in site.places.state.iterdir()}
    assert site.places.journal.name in before
    gather(site, REPORT)
    assert {path.name: path.read_bytes() for path in site.places.state.iterdir() if path.name in before} == before


# The archive


def test_the_same_files_make_the_same_bytes_in_their_order(tmp_path):
    files = {"b/two.txt": b"2", "a.txt": b"1"}
    write(tmp_path / "one", files)
    write(tmp_path / "two", dict(reversed(files.items())))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress((tmp_path / "one").read_bytes()))) as archive:
        assert archive.getnames() == ["castle-companion/a.txt", "castle-companion/b/two.txt"]
        assert {(entry.mtime, entry.uid, entry.uname) for entry in archive} == {(0, 0, "")}
    assert stat.S_IMODE((tmp_path / "one").stat().st_mode) == 0o600


def test_nothing_is_overwritten_and_no_link_is_followed(tmp_path):
    (tmp_path / "there").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    for name in ("there", "link"):
        with pytest.raises(BundleError, match="stays as it is"):
            write(tmp_path / name, {})
    assert (tmp_path / "there").read_text() == "mine"
    assert not (tmp_path / "elsewhere").exists()
    with pytest.raises(BundleError, match="cannot be written"):
        write(tmp_path / "no" / "where", {})


def test_the_command(tmp_path, capsys):
    settings, archive = tmp_path / "companion.toml", tmp_path / "report.tar.gz"
    settings.write_text(f'[state]\ndirectory = "{tmp_path / "state"}"\n')
    assert main(["bundle", "--config", str(settings), str(archive)]) == 0
    assert str(archive) in capsys.readouterr().out
    with tarfile.open(archive) as packed:
        assert "castle-companion/doctor.txt" in packed.getnames()
    assert main(["bundle", "--config", str(settings), str(archive)]) == 1
    assert "stays as it is" in capsys.readouterr().err


def test_without_a_name_the_archive_is_a_new_file_here(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "companion.toml").touch()
    assert main(["bundle", "--config", "companion.toml"]) == 0
    assert list(tmp_path.glob("castle-companion-*.tar.gz"))
