"""Writing files so that each is there whole or not at all, even after a power cut, and never through a link."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def put(path: Path, content: bytes, *, mode: int = 0o640, check: Callable[[Path], object] | None = None) -> None:
    """Put a file in its place in one step: on disk is either the old file or the new one, whole.

    `mode` is the permission bits of the new file. `check` is called with the path of the draft before it takes the
    place; when it raises, the old file stays. Raise OSError when the file cannot be written.
    """
    draft = path.with_name(f".{path.name}.new")
    draft.unlink(missing_ok=True)
    try:
        _write(draft, content, mode)
        if check is not None:
            check(draft)
        draft.replace(path)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    sync_directory(path.parent)


def sync_directory(path: Path) -> None:
    """Make the renames in a directory safe on disk: without this, a power cut may undo them. Raise OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write(path: Path, content: bytes, mode: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
