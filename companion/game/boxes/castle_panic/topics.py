"""The topics that only Castle Panic has."""

from companion.game.events import Topic

OVERLORD_ARC = Topic("overlord-arc")
OVERLORD_PLAY = Topic("overlord-play")
SCAVENGE = Topic("scavenge")
