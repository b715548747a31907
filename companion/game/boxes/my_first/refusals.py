"""Reasons for a refusal that only My First Castle Panic has."""

from companion.game.rules.refusals import RefusalReason

COLOR_AND_SHAPE = RefusalReason("illegal-target", "color-and-shape")
ONE_PER_SPACE = RefusalReason("illegal-target", "one-per-space")
WALL_UP = RefusalReason("illegal-target", "wall-up")
