"""A model of the PN532 chip on its serial line, made from the manual and not from our client: bytes in, bytes out.

It sleeps until it is woken, wants SAMConfiguration before all else, looks for a tag for ever unless its retries are
limited, repeats its last answer when told so, and can be made to fail in all the ways that are known of it.
"""

import os
import select
import threading
from collections import deque

START = bytes.fromhex("00 00 FF")
ACK, NACK = bytes.fromhex("00 00 FF 00 FF 00"), bytes.fromhex("00 00 FF FF 00 00")
ERROR = bytes.fromhex("00 00 FF 01 FF 7F 81 00")
NTAG = bytes.fromhex("04 A1 B2 C3 D4 E5 80")
LONGEST = 60.0
"""Seconds of the model's time in which a conversation with the chip must have come to its end."""


def framed(data):
    return START + bytes([len(data), 256 - len(data)]) + data + bytes([-sum(data) % 256]) + b"\0"


def target(identifier, ats=b""):
    """The answer about one tag: an NTAG for seven bytes, else a MIFARE Classic."""
    kind = b"\x00\x44\x00" if len(identifier) == 7 else b"\x00\x04\x08"
    return framed(b"\xd5\x4b\x01\x01" + kind + bytes([len(identifier)]) + identifier + ats)


class Chip:
    """`tags` lie in its field, the first is told. `spoil` holds functions, each for one output to come."""

    def __init__(self, *tags):
        self.tags = list(tags)
        self.firmware = bytes.fromhex("32 01 06 07")
        self.powered = True
        self.misses_every_second = False
        self.spoil = deque()
        self.commands = []
        self.cut_power()

    def cut_power(self):
        """Off, and at once on again."""
        self.awake = self.configured = self.limited = False
        self._last = b""
        self._missed = True

    def take(self, data):
        """What the chip says to what the host has written."""
        if not self.powered:
            return b""
        head, start, rest = data.partition(START)
        self.awake = self.awake or b"\x55" in head
        if not self.awake or not start:
            return b""
        answer = self._answer(START + rest)
        self._last = answer[-1] if answer and answer[-1] != ACK else self._last
        said = b"".join(answer)
        return self.spoil.popleft()(said) if self.spoil else said

    def _answer(self, frame):
        if frame == NACK:
            return [self._last]
        length = frame[3]
        body = frame[5 : 5 + length]
        whole = (frame[3] + frame[4]) % 256 == 0 and sum(frame[5 : 6 + length]) % 256 == 0 and frame[6 + length] == 0
        assert whole, f"the host wrote {frame.hex(' ')}"
        assert len(frame) == length + 7, f"more than one frame: {frame.hex(' ')}"
        code, data = body[1], body[2:]
        self.commands.append(code)
        if code == 0x14:
            self.configured = True
            return [ACK, framed(b"\xd5\x15")]
        if not self.configured:
            return []
        return self._to_configured(code, data)

    def _to_configured(self, code, data):
        if code == 0x32:
            self.limited = data == bytes.fromhex("05 FF 01 02")
            return [ACK, framed(b"\xd5\x33")]
        if code == 0x02:
            return [ACK, framed(b"\xd5\x03" + self.firmware)]
        if code != 0x4A:
            return [ACK, ERROR]
        self._missed = self.misses_every_second and not self._missed
        if self.tags and not self._missed:
            return [ACK, target(self.tags[0])]
        return [ACK, framed(b"\xd5\x4b\x00")] if self.limited else [ACK]


class LivingChip(threading.Thread):
    """The chip at the `master` end of a pseudo-terminal in real time; `port` is the other end."""

    def __init__(self, chip, master, port):
        super().__init__(daemon=True)
        self._chip, self._master = chip, master
        self._end, self._told_to_end = os.pipe()
        self._port = os.open(port, os.O_RDWR | os.O_NOCTTY)  # a terminal that nobody has open reads as an error

    def run(self):
        while True:
            readable, _, _ = select.select([self._master, self._end], [], [])
            if self._end in readable:
                return
            said = self._chip.take(os.read(self._master, 4096))
            if said:
                os.write(self._master, said)

    def stop(self):
        os.write(self._told_to_end, b".")
        self.join(5)
        for descriptor in (self._end, self._told_to_end, self._port):
            os.close(descriptor)


# What may happen to one output


def lost(said):
    return b""


def without_ack(said):
    return said.removeprefix(ACK)


def only_ack(said):
    return said[: len(ACK)] if said.startswith(ACK) else b""


def broken(said):
    """A bit of the answer's data has turned."""
    return said[:-3] + bytes([said[-3] ^ 0x10]) + said[-2:]


def cut(said):
    return said[:-4]


def refused(said):
    return ACK + ERROR


def asked_again(said):
    return NACK


def noisy(said):
    return b"\x00\xff\x7f\x03\xd5" + said
