"""Journals as earlier versions wrote them, and damage as disks do it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from companion.talk.messages import NewGameMessage, encode
from companion.talk.verb import Message

SCHEMA_1 = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (id INTEGER PRIMARY KEY, at REAL NOT NULL, input TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, first INTEGER NOT NULL REFERENCES entries);
"""
PAGE = 4096


def write_schema_1(path: Path, script: Iterable[Message], in_wal: int = 5) -> None:
    """A journal of schema 1 after a power cut: the last entries stand in the write-ahead log alone."""
    living = path.with_name("living")
    base = sqlite3.connect(living, isolation_level=None)
    base.execute("PRAGMA journal_mode=WAL")
    base.execute("PRAGMA synchronous=OFF")
    base.executescript(SCHEMA_1)
    base.execute("INSERT OR IGNORE INTO meta VALUES ('schema', '1')")
    base.execute('INSERT INTO meta VALUES (\'settings\', \'{"words":"brief","pace":"auto"}\')')
    entries = list(script)
    for place, entry in enumerate(entries):
        if place == len(entries) - in_wal:
            base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        text = encode(entry).decode()
        number = base.execute("INSERT INTO entries (at, input) VALUES (?, ?)", (float(place), text)).lastrowid
        if isinstance(entry, NewGameMessage):
            base.execute("INSERT INTO games (first) VALUES (?)", (number,))
    pull_the_plug(living, path)
    base.close()
    for left in path.parent.glob("living*"):
        left.unlink()


def pull_the_plug(living: Path, path: Path) -> None:
    """The files of a journal that is open, as they are found after a power cut."""
    for suffix in ("", "-wal"):
        shutil.copy(living.with_name(living.name + suffix), path.with_name(path.name + suffix))


def spoil_page(path: Path, page: int) -> None:
    """A page of a file is rubbish; they count from 0."""
    with path.open("r+b") as file:
        file.seek(page * PAGE)
        file.write(b"rubbish " * (PAGE // 8))
