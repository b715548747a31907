"""Seals what a running game must keep secret, so that it can be stored and never read before its time.

A sealed text has always the same length and shows nothing of what is in it. The key is kept apart, in a file of its
own that only the companion's user may read. (Any two seals differ, also of the same content.)
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
"""Bytes of what is sealed, filled up to this."""
_BLOCK = 64


class SealError(Exception):
    """A sealed text that cannot be opened: damaged, or sealed with another key."""


class Sealed(msgspec.Struct, forbid_unknown_fields=True):
    """What a new game keeps secret."""

    secret_seed: int
    harbingers: list[str] = []


def _nonce() -> bytes:
    return secrets.token_bytes(NONCE_BYTES)


class Seal:
    """One key. `nonce` gives bytes that are never given twice."""

    def __init__(self, key: bytes, nonce: Callable[[], bytes] = _nonce) -> None:
        self._key = key
        self._nonce = nonce

    def close(self, content: Sealed) -> str:
        """Seals. Raises ValueError when there is no room for so much."""
        plain = msgspec.json.encode(content)
        if len(plain) > ROOM:
            raise ValueError("too much to seal")
        nonce = self._nonce()
        hidden = self._mix(nonce, plain.ljust(ROOM))
        return (nonce + hidden + self._tag(nonce + hidden)).hex()

    def open(self, sealed: str) -> Sealed:
        """Opens. Raises SealError."""
        try:
            whole = bytes.fromhex(sealed)
        except ValueError:
            raise SealError("not sealed") from None
        body, tag = whole[:-TAG_BYTES], whole[-TAG_BYTES:]
        if len(whole) != NONCE_BYTES + ROOM + TAG_BYTES or not hmac.compare_digest(tag, self._tag(body)):
            raise SealError("sealed with another key, or damaged")
        return msgspec.json.decode(self._mix(body[:NONCE_BYTES], body[NONCE_BYTES:]).rstrip(), type=Sealed)

    def _mix(self, nonce: bytes, text: bytes) -> bytes:
        """The text with a stream of the key and the nonce over it; twice gives the text again."""
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
    """A seal whose key dies with this process."""
    return Seal(secrets.token_bytes(KEY_BYTES))
