"""The command `companion` as a process of its own."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

PATIENCE = 20.0
"""Seconds in which a process must have done its part."""
COMPANION = [sys.executable, "-m", "companion"]


def run(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Runs it to its end."""
    return subprocess.run([*COMPANION, *arguments], capture_output=True, text=True, timeout=PATIENCE, **more)
