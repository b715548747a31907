"""Reasons for a refusal that only The Dark Titan has."""

from companion.game.rules.refusals import RefusalReason

AGRANOK_DESTROYED = RefusalReason("bad-value", "agranok-destroyed")
NOT_A_SUPPORT = RefusalReason("bad-value", "no-support")
NO_SUCH_LEVEL = RefusalReason("bad-value", "no-such-level")
WRONG_HERALDS = RefusalReason("bad-value", "heralds")
BARRAGE_COLOR = RefusalReason("illegal-target", "barrage-color")
BARRAGE_RING = RefusalReason("illegal-target", "barrage-ring")
BARRAGE_SPECIALS = RefusalReason("illegal-target", "barrage-specials")
CAVALIER_FOE = RefusalReason("illegal-target", "cavalier-foe")
CAVALIER_FOUGHT = RefusalReason("illegal-target", "cavalier-fought")
CAVALIER_IN_PLAY = RefusalReason("illegal-target", "cavalier-in-play")
CAVALIER_MOVED = RefusalReason("illegal-target", "cavalier-moved")
CAVALIER_STEP = RefusalReason("illegal-target", "cavalier-step")
NO_SUPPORT = RefusalReason("illegal-target", "no-support")
SUPPORT_STEPS = RefusalReason("illegal-target", "support-steps")
SUPPORT_WAY = RefusalReason("illegal-target", "support-way")
BARRAGE_HITS_ONLY = RefusalReason("not-now", "barrage-hits-only")
