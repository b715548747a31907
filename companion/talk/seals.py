"""Seals what a running game must keep secret, so that it can be stored and nobody can read it too early.

All sealed texts have the same length and show nothing of their content. Two seals of the same content differ too. The
key is kept apart, in a file of its own that only the companion's user may read.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable

import msgspec

KEY_BYTES = 32
NONCE_BYTES = 16
TAG_BYTES = 16
ROOM = 224
"""The length in bytes to which the content is filled up."""
_BLOCK = 64


class SealError(Exception):
    """A sealed text cannot be opened: it is damaged, or sealed with another key."""


class Sealed(msgspec.Struct, forbid_unknown_fields=True):
    """What a new game keeps secret."""

    secret_seed: int
    harbingers: list[str] = []


def _nonce() -> bytes:
    return secrets.token_bytes(NONCE_BYTES)


class Seal:
    """A key that seals and opens. `nonce` returns bytes that it never returns a second time."""

    def __init__(self, key: bytes, nonce: Callable[[], bytes] = _nonce) -> None:
        self._key = key
        self._nonce = nonce

    def close(self, content: Sealed) -> str:
        """Return the sealed content as hexadecimal text. Raise ValueError when the content is longer than `ROOM`."""
        plain = msgspec.json.encode(content)
        if len(plain) > ROOM:
            raise ValueError("too much to seal")
        nonce = self._nonce()
        hidden = self._mix(nonce, plain.ljust(ROOM))
        return (nonce + hidden + self._tag(nonce + hidden)).hex()

    def open(self, sealed: str) -> Sealed:
        """Return the content of a sealed text. Raise SealError when it is damaged or sealed with another key."""
        try:
            whole = bytes.fromhex(sealed)
        except ValueError:
            raise SealError("not sealed") from None
        body, tag = whole[:-TAG_BYTES], whole[-TAG_BYTES:]
        if len(whole) != NONCE_BYTES + ROOM + TAG_BYTES or not hmac.compare_digest(tag, self._tag(body)):
            raise SealError("sealed with another key, or damaged")
        return msgspec.json.decode(self._mix(body[:NONCE_BYTES], body[NONCE_BYTES:]).rstrip(), type=Sealed)

    def _mix(self, nonce: bytes, text: bytes) -> bytes:
        """Return the text mixed (XOR) with a stream made from key and nonce. Mixing twice returns the text."""
        stream = b"".join(
            hashlib.blake2b(nonce + bytes([block]), key=self._key, person=b"stream").digest()
            for block in range(-(-len(text) // _BLOCK))
        )
        return bytes(one ^ other for one, other in zip(text, stream, strict=False))

    def _tag(self, body: bytes) -> bytes:
        return hashlib.blake2b(body, key=self._key, person=b"tag", digest_size=TAG_BYTES).digest()

    def __repr__(self) -> str:
        return "Seal()"


def new_seal() -> Seal:
    """Return a seal with a new key, which is lost when this process ends."""
    return Seal(secrets.token_bytes(KEY_BYTES))
