"""What holds for every test."""

import signal


def pytest_configure() -> None:
    """A test run in the background ignores Ctrl-C, and its children would too: give it back to them."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
