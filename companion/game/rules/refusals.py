"""Refusals: why an input is not taken, with the reasons that several boxes share.

A reason has the error code of the protocol and the name of its message. The reasons of a single box are in the
`refusals` of that box.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

Code = Literal[
    "bad-input",
    "bad-value",
    "illegal-target",
    "no-game",
    "not-in-bag",
    "not-now",
    "nothing-to-undo",
    "unknown-card",
    "unknown-option",
    "unknown-piece",
    "unknown-tag",
]
"""The error codes of the table protocol."""


class RefusalReason(NamedTuple):
    """Why an input is refused. The message `refused-<name>` tells it to the people."""

    code: Code
    name: str


class Refused(Exception):
    """Raised for an input that is not taken and changes nothing. `facts` fill the message of the reason."""

    def __init__(self, why: RefusalReason, **facts: Any) -> None:
        super().__init__(why)
        self.why = why
        self.facts = facts

    @property
    def code(self) -> Code:
        """The error code of the protocol."""
        return self.why.code

    @property
    def reason(self) -> str:
        """The name of the reason, which also names its message."""
        return self.why.name


MISSING_FIELD = RefusalReason("bad-input", "missing-field")
MISTYPED = RefusalReason("bad-input", "mistyped")
UNKNOWN_FIELD = RefusalReason("bad-input", "unknown-field")
IN_TWO_PLACES = RefusalReason("bad-value", "two-places")
NOT_A_DIE = RefusalReason("bad-value", "die")
NOT_A_MONSTER = RefusalReason("bad-value", "no-monster")
NOT_DRAWABLE = RefusalReason("bad-value", "not-drawable")
NOT_STANDING = RefusalReason("bad-value", "not-standing")
NO_SUCH_ARC = RefusalReason("bad-value", "no-such-arc")
NO_SUCH_COLOR = RefusalReason("bad-value", "no-such-color")
NO_SUCH_PART = RefusalReason("bad-value", "no-such-part")
NO_SUCH_PHASE = RefusalReason("bad-value", "no-such-phase")
NO_SUCH_PLACE = RefusalReason("bad-value", "no-such-place")
NO_SUCH_PLAYER = RefusalReason("bad-value", "no-such-player")
NO_SUCH_RING = RefusalReason("bad-value", "no-such-ring")
NO_SUCH_SPACE = RefusalReason("bad-value", "no-such-space")
TOO_MANY_FORTIFIED = RefusalReason("bad-value", "fortify-used")
TWO_TARRED = RefusalReason("bad-value", "tar-used")
WRONG_BAG = RefusalReason("bad-value", "bag-left")
WRONG_FLAMES = RefusalReason("bad-value", "flames")
WRONG_HARBINGERS = RefusalReason("bad-value", "harbingers")
WRONG_HEALTH = RefusalReason("bad-value", "health")
WRONG_TURN_NUMBER = RefusalReason("bad-value", "turn-number")
CARD_BANISHED = RefusalReason("illegal-target", "banished")
CARD_RING = RefusalReason("illegal-target", "card-ring")
FLYING = RefusalReason("illegal-target", "flying")
FLYING_HIT = RefusalReason("illegal-target", "flying-hit")
FORTIFY_USED = RefusalReason("illegal-target", "fortify-used")
HIT_COLOR = RefusalReason("illegal-target", "hit-color")
HIT_IN_CASTLE = RefusalReason("illegal-target", "hit-in-castle")
HIT_IN_FOREST = RefusalReason("illegal-target", "hit-in-forest")
HIT_RING = RefusalReason("illegal-target", "hit-ring")
NEEDS_A_HIT_CARD = RefusalReason("illegal-target", "not-a-hit-card")
NOT_ON_BOARD = RefusalReason("illegal-target", "not-on-board")
NOT_SPECIAL = RefusalReason("illegal-target", "not-special")
SPECIAL_ALONE = RefusalReason("illegal-target", "special-alone")
START_KIND = RefusalReason("illegal-target", "start-kind")
TAR_USED = RefusalReason("illegal-target", "tar-used")
WALL_FORTIFIED = RefusalReason("illegal-target", "wall-fortified")
WALL_MISSING = RefusalReason("illegal-target", "wall-missing")
WALL_STANDS = RefusalReason("illegal-target", "wall-stands")
WRONG_BOSS = RefusalReason("illegal-target", "wrong-boss")
NOT_IN_BAG = RefusalReason("not-in-bag", "not-in-bag")
GAME_OVER = RefusalReason("not-now", "game-over")
NOT_YOUR_TURN = RefusalReason("not-now", "not-your-turn")
NOTHING_TO_REDO = RefusalReason("nothing-to-undo", "nothing-to-redo")
NOTHING_TO_UNDO = RefusalReason("nothing-to-undo", "nothing-to-undo")
UNKNOWN_CARD = RefusalReason("unknown-card", "unknown-card")
NO_SUCH_OPTION = RefusalReason("unknown-option", "option")
WRONG_NUMBER_OF_OPTIONS = RefusalReason("unknown-option", "how-many")
UNKNOWN_PIECE = RefusalReason("unknown-piece", "unknown-piece")
