"""The key of a journal's seal: a file beside the journal that only the companion's user may read."""

from __future__ import annotations

import secrets
from pathlib import Path

from companion.files import put
from companion.talk.seals import KEY_BYTES, Seal


def key_of(journal: Path) -> Path:
    """Where the key of a journal lies."""
    return journal.with_name(f"{journal.name}.key")


def seal_beside(journal: Path, key: bytes | None = None) -> Seal:
    """The seal of a journal: its key lies beside it. When there is none, `key` or a new one is put there.

    Raises OSError.
    """
    path = key_of(journal)
    if not path.exists() or path.stat().st_size < KEY_BYTES:
        put(path, key or secrets.token_bytes(KEY_BYTES), mode=0o600)
    return Seal(path.read_bytes()[:KEY_BYTES])
