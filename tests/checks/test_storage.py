"""Where the games are kept: room, rights, a system that forgets, the log, the journal."""

from __future__ import annotations

import sqlite3

import pytest

from companion.checks import storage
from companion.checks.finding import Level
from companion.checks.machine import DiskSpace, Node, Ran
from tests.checks.fake import BROKEN, DENIED, ROOT, FakeMachine, service, shows, site

OK, WARNING, FAULT, NONE = Level.OK, Level.WARNING, Level.FAULT, Level.NOT_APPLICABLE
STATE = "/var/lib/castle-companion"
JOURNAL = f"{STATE}/journal.sqlite"
RUNNING = {"systemctl show": service()}
OURS = Node("castle-companion", "castle-companion", 0o040750)


@pytest.mark.parametrize(
    ("space", "level"),
    [
        (DiskSpace(8_000_000_000, 400_000), OK),
        (DiskSpace(200_000_000, None), OK),
        (DiskSpace(199_000_000, 400_000), WARNING),
        (DiskSpace(19_000_000, 400_000), FAULT),
        (DiskSpace(8_000_000_000, 100), FAULT),
        (DiskSpace(0, 0), FAULT),
    ],
)
def test_room_for_games(space, level):
    found = storage.disk_space(site(left=space))
    shows(found, level)
    assert bool(found.mend) is (level is not OK)


def test_room_is_looked_for_where_the_directory_will_be():
    asked = []

    class Noting(FakeMachine):
        def disk_space(self, path):
            asked.append(path)
            return super().disk_space(path)

    storage.disk_space(site(machine=Noting(files={"/var/lib/dpkg/status": ""})))
    assert asked == ["/var/lib"]


def test_the_directory_before_the_first_start():
    shows(storage.state_directory(site()), OK, "first start")
    shows(storage.state_directory(site(programs=RUNNING)), FAULT, "not there")


@pytest.mark.parametrize(
    ("node", "level", "mend"),
    [
        (OURS, OK, []),
        (Node("root", "root", 0o040750), FAULT, [f"sudo chown -R castle-companion: {STATE}"]),
        (Node("castle-companion", "castle-companion", 0o040757), WARNING, [f"sudo chmod o-w {STATE}"]),
        (Node("castle-companion", "castle-companion", 0o120777), FAULT, None),
    ],
)
def test_the_directory_is_the_services_own(node, level, mend):
    here = site(programs=RUNNING, nodes={STATE: node}, links={STATE: "/home/anna/games"} if mend is None else {})
    shows(storage.state_directory(here), level, STATE, mend=mend)


def test_without_a_service_it_is_ones_own():
    shows(storage.state_directory(site(nodes={STATE: Node("anna", "anna", 0o040755)})), OK)
    shows(storage.state_directory(site(nodes={STATE: OURS})), FAULT, "not to anna")
    shows(storage.state_directory(site(nodes={STATE: OURS}, me=ROOT)), OK)


PLAIN = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n"
OVERLAY = "/dev/mmcblk0p2 /media/root-ro ext4 ro 0 0\noverlayroot / overlay rw,lowerdir=/x 0 0\n"
READ_ONLY = "/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n"
OWN = f"/dev/sda1 {STATE} ext4 rw 0 0\n"


@pytest.mark.parametrize(
    ("mounts", "level", "words"),
    [
        (PLAIN, OK, "keeps what is written"),
        (OVERLAY, FAULT, "gone when the power goes"),
        (READ_ONLY, FAULT, "cannot be written"),
        (OVERLAY + OWN, OK, STATE),
        (READ_ONLY + OWN, OK, STATE),
        (READ_ONLY + "tmpfs /var/lib tmpfs rw 0 0\n", FAULT, "gone when the power goes"),
        (READ_ONLY + OWN.replace("rw", "ro"), FAULT, "cannot be written"),
        ("rootfs / rootfs rw 0 0\n" + PLAIN, OK, "keeps what is written"),
        (READ_ONLY + "/dev/sda1 /var/lib/castle ext4 rw 0 0\n", FAULT, "cannot be written"),
        ("", NONE, ""),
    ],
)
def test_a_system_that_forgets(mounts, level, words):
    shows(storage.read_only_root(site(files={"/proc/self/mounts": mounts})), level, words)


def test_mounts_that_nobody_tells():
    shows(storage.read_only_root(site()), NONE)


@pytest.mark.parametrize(
    ("said", "level"),
    [
        ("Archived and active journals take up 16.0M in the file system.\n", OK),
        ("Archived and active journals take up 1.2G in the file system.\n", WARNING),
        ("Archived and active journals take up 0B in the file system.\n", OK),
        (Ran(1, err=b"No journal files were found."), NONE),
        (Ran(127), NONE),
    ],
)
def test_the_size_of_the_log(said, level):
    shows(storage.log_size(site(programs={"journalctl --disk-usage": said})), level)


@pytest.mark.parametrize(
    ("said", "level", "words"),
    [
        ("ok", OK, "whole"),
        (None, OK, "No game"),
        ("*** in database main ***", FAULT, "damaged"),
        (sqlite3.DatabaseError("file is not a database"), FAULT, "not a database"),
        (sqlite3.OperationalError("database is locked"), WARNING, "locked"),
        (DENIED, WARNING, "this account"),
    ],
)
def test_the_journal(said, level, words):
    here = site(programs=RUNNING, databases={JOURNAL: said})
    shows(storage.journal(here), level, words)


def test_a_damaged_journal_is_set_aside_by_the_next_start():
    here = site(programs=RUNNING, databases={JOURNAL: "row missing"})
    assert storage.journal(here).mend == ("sudo systemctl restart castle-companion",)
    assert storage.journal(site(databases={JOURNAL: "row missing"})).mend == ("companion run",)


def test_a_disk_that_breaks_is_told_by_whoever_asks():
    with pytest.raises(OSError, match="Input/output"):
        storage.disk_space(site(left=BROKEN))
