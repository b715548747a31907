"""Serial lines made of pseudo-terminals, which vanish and come back by name, and an inbox for what threads tell."""

import os
import pty
import queue
import select
import threading
from pathlib import Path


class SerialLine:
    """The reader's end of a serial cable, `master`; `name` is the port that the program under test opens."""

    def __init__(self, name: Path):
        self.name = name
        self.master = None

    def plug(self):
        """Make a new terminal, as a replugged adapter does, under the same name."""
        self.master, slave = pty.openpty()
        self.name.unlink(missing_ok=True)
        self.name.symlink_to(os.ttyname(slave))
        os.close(slave)
        return self

    def send(self, data):
        assert os.write(self.master, data) == len(data)

    def received(self):
        """What the program under test has written, waited for up to five seconds."""
        ready, _, _ = select.select([self.master], [], [], 5)
        assert ready, "nothing was written"
        return os.read(self.master, 4096)

    def unplug(self, keep_name=False):
        if self.master is not None:
            os.close(self.master)
            self.master = None
        if not keep_name:
            self.name.unlink(missing_ok=True)


class Inbox:
    """Takes what a device's thread hands over; the test waits for each piece, at most five seconds."""

    def __init__(self):
        self._queue = queue.Queue()

    def __call__(self, item):
        self._queue.put(item)

    def next(self):
        return self._queue.get(timeout=5)

    def until(self, wanted):
        """Return all pieces up to the first for which `wanted` holds."""
        taken = [self.next()]
        while not wanted(taken[-1]):
            taken.append(self.next())
        return taken

    def rest(self):
        """What lies there now."""
        taken = []
        while not self._queue.empty():
            taken.append(self._queue.get_nowait())
        return taken


def open_descriptors():
    return len(list(Path("/proc/self/fd").iterdir()))


def threads_named(beginning):
    return [thread for thread in threading.enumerate() if thread.name.startswith(beginning)]
