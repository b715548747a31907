"""The topics that only My First Castle Panic has."""

from companion.game.events import Topic

DRAW_CARD = Topic("draw-card")
