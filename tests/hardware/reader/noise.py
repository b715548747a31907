"""Noise on a reader's line: random bytes through parser and presence, as much of it as one likes.

``python -m tests.hardware.reader.noise 10_000_000`` sends that many through each format and says what came of it.
"""

import random
import sys
import time
from collections import Counter

from hardware.owner import DeviceFault
from hardware.reader.port import FORMATS, Listener
from hardware.reader.presence import TagPresence
from hardware.reader.text_lines import SETTLING
from tests.hardware.reader.pn532_chip import LONGEST, NTAG, Chip

CHUNK = 960
TAGS = {"rdm6300": "62E3086CED", "id12": "62E3086CED", "pn532": NTAG.hex().upper(), "text": "DEADBEEF"}


class Line:
    """A line in service, on which there may be noise and whole frames; a reader that gives up is taken up again."""

    def __init__(self, name):
        self.format = FORMATS[name]
        self.name = name
        self.presence = TagPresence(self.format.presence, self.format.timings)
        self.now = 0.0
        self.events = []
        self.faults = 0
        self._open()

    def _open(self):
        self.parser = self.format.parser()
        self.listener = Listener(self.parser, self.presence)
        self.presence.resume(self.now)
        self.chip = Chip()
        self.listener.ask(self.now)
        self.now += SETTLING
        begun = self.now
        while not self.parser.ready:  # a PN532 is woken and asked for the first time
            assert self.now < begun + LONGEST
            said = self.chip.take(self.listener.ask(self.now))
            self.events += self.listener.heard(said, self.now) if said else []
            self.now += 0.02

    def noise(self, data, seconds):
        """Something comes, and time passes. What the reader is asked goes unanswered."""
        try:
            self.listener.ask(self.now)
        except DeviceFault:
            self.faults += 1
            self._open()
        self.events += self.listener.heard(data, self.now)
        self.now += seconds

    def frame(self, tag):
        """A reader says once that there is a tag."""
        if self.name != "pn532":
            self.listener.ask(self.now)
        if self.name == "text":
            data = f"UID: {tag}\r\n".encode()
        elif self.name != "pn532":
            data = self.parser.frame(tag)
        else:
            self.chip.tags[:] = [bytes.fromhex(tag)]
            data, begun = b"", self.now
            while not data:
                assert self.now < begun + LONGEST
                self.now += 0.02
                data = self.chip.take(self.listener.ask(self.now))
        self.events += self.listener.heard(data, self.now)
        self.now += 0.1


def through(name, size, seed):
    """Send `size` random bytes; give the line."""
    dice, line = random.Random(seed), Line(name)
    for _ in range(0, size, CHUNK):
        line.noise(dice.randbytes(CHUNK), 1.0 if name != "pn532" else 0.11)
    return line


def main(size):
    for name in FORMATS:
        begun = time.perf_counter()
        line = through(name, size, 7)
        told = Counter(type(event).__name__ for event in line.events)
        seconds = time.perf_counter() - begun
        print(f"{name}: {size} bytes, {dict(told)}, {line.faults} times silent, {seconds:.1f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]))
