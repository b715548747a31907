"""The exit statuses that say more than success (0) or failure (1)."""

from __future__ import annotations

import os

EXIT_NOTHING_RECORDED = 2
"""A game was played again that has no result to compare with."""
EXIT_CONFIG = os.EX_CONFIG
"""78: a configuration that cannot be used (sysexits.h). The service's unit names this number too: no restart helps."""
EXIT_INTERRUPTED = 130
"""Ended by Ctrl-C, as shells have it."""
