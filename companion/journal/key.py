"""The key of a journal's seal: a file beside the journal that only the companion's own user may read."""

from __future__ import annotations

import secrets
from pathlib import Path

from companion.files import put
from companion.talk.seals import KEY_BYTES, Seal


def key_of(journal: Path) -> Path:
    """Return the path of a journal's key."""
    return journal.with_name(f"{journal.name}.key")


def seal_beside(journal: Path, key: bytes | None = None) -> Seal:
    """Return the seal of a journal, from the key beside it. When there is no key, put `key` or a new one there first.

    Raise OSError when the key cannot be read or written.
    """
    path = key_of(journal)
    if not path.exists() or path.stat().st_size < KEY_BYTES:
        put(path, key or secrets.token_bytes(KEY_BYTES), mode=0o600)
    return Seal(path.read_bytes()[:KEY_BYTES])
