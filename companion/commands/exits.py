"""The exit statuses that mean more than well (0) and not well (1)."""

EXIT_NOTHING_RECORDED = 2
"""A game was played again that has no result to compare with."""
EXIT_CONFIG = 78
"""A configuration that cannot be used (sysexits.h, EX_CONFIG): a restart would not help."""
EXIT_INTERRUPTED = 130
"""Ended by Ctrl-C, as shells have it."""
