"""The topics that only The Dark Titan has."""

from companion.game.events import Topic

AGRANOK_ARC = Topic("agranok-arc")
AGRANOK_CARD = Topic("agranok-card")
AGRANOK_EFFECT = Topic("agranok-effect")
AGRANOK_LEVEL = Topic("agranok-level")
AGRANOK_REMEMBER = Topic("agranok-remember")
AGRANOK_RESULT = Topic("agranok-result")
ALL_DRAW = Topic("all-draw")
BANISH = Topic("banish")
CAVALIER = Topic("cavalier")
ELITE_HIT = Topic("elite-hit")
EXTRA_HARBINGERS = Topic("extra-harbingers")
HAND_LOSS = Topic("hand-loss")
HERALD_1 = Topic("herald-1")
HERALD_2 = Topic("herald-2")
RESERVE_SQUAD_DAMAGE = Topic("reserve-squad-damage")
STONEMASON_WALLS = Topic("stonemason-walls")
SUPPORT_ARC = Topic("support-arc")
SUPPORT_FIGHT = Topic("support-fight")
SUPPORT_ORDER = Topic("support-order")
WAGON_DRAW = Topic("wagon-draw")
