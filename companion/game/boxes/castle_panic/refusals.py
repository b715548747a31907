"""Reasons for a refusal that only Castle Panic has."""

from companion.game.rules.refusals import RefusalReason

NEEDS_BRICK = RefusalReason("illegal-target", "needs-brick")
NEEDS_MORTAR = RefusalReason("illegal-target", "needs-mortar")
OVERLORD_MONSTER = RefusalReason("illegal-target", "overlord-monster")
OVERLORD_SUPPORT = RefusalReason("illegal-target", "overlord-support")
