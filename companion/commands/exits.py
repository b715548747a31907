"""The exit statuses that say more than success (0) or failure (1)."""

from __future__ import annotations

import os

EXIT_WRONG_CALL = 2
"""Flags that the command does not have or that do not go together; argparse ends with the same number."""
EXIT_NOTHING_RECORDED = 2
"""A game was played again, but it has no recorded result to compare with."""
EXIT_CONFIG = os.EX_CONFIG
"""78: a configuration that cannot be used (sysexits.h). The service's unit names this number too: no restart helps."""
EXIT_INTERRUPTED = 130
"""Ended by Ctrl-C; the number is the one that shells use (128 + SIGINT)."""
