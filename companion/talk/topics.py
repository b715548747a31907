"""The topics of the questions that a tap opens, before the rules are asked."""

from companion.game.events import Topic

MOVED_ARC = Topic("moved-arc")
MOVED_RING = Topic("moved-ring")
TAPPED = Topic("tapped")
