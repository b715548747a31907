"""The key of a journal's seal: in a file of its own, for one user alone, and never another one."""

from __future__ import annotations

import stat

from companion.journal.key import seal_beside
from companion.talk.seals import KEY_BYTES, Sealed


def test_the_key_lies_beside_the_journal_for_its_user_alone_and_stays(tmp_path):
    journal = tmp_path / "game.db"
    text = seal_beside(journal).close(Sealed(42))
    key = tmp_path / "game.db.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(key.read_bytes()) == KEY_BYTES
    assert seal_beside(journal).open(text) == Sealed(42)


def test_a_key_that_is_given_is_the_one_that_is_kept_unless_there_is_one(tmp_path):
    journal, key = tmp_path / "game.db", b"k" * KEY_BYTES
    seal_beside(journal, key)
    seal_beside(journal, b"another one".ljust(KEY_BYTES))
    assert (tmp_path / "game.db.key").read_bytes() == key


def test_a_key_that_was_cut_short_is_replaced(tmp_path):
    (tmp_path / "game.db.key").write_bytes(b"short")
    seal_beside(tmp_path / "game.db", b"k" * KEY_BYTES)
    assert (tmp_path / "game.db.key").read_bytes() == b"k" * KEY_BYTES
