"""Topics: the names of the questions that the rules ask, and of the tasks that the hands of the people are told.

Each topic stands here once, or in the `topics` of the one box that has it. The protocol, the message files and the
light cues know a question by this name.
"""

from companion.game.events import Topic

ALL_DISCARD = Topic("all-discard")
BOULDER_ARC = Topic("boulder-arc")
DISCARD = Topic("discard")
DRAW = Topic("draw")
DRAW_CARDS = Topic("draw-cards")
DRAW_UP = Topic("draw-up")
FIRST_PLAYER = Topic("first-player")
MEGA_BOSS = Topic("mega-boss")
MEGA_BOSS_ARC = Topic("mega-boss-arc")
MONSTER_ARC = Topic("monster-arc")
MOVE_PIECES = Topic("move-pieces")
OVER = Topic("over")
PILES = Topic("piles")
PLACE_PIECE = Topic("place-piece")
PLAGUE = Topic("plague")
PLAY = Topic("play")
START_ARC = Topic("start-arc")
START_PIECE = Topic("start-piece")
STARTERS = Topic("starters")
TABLE_EFFECT = Topic("table-effect")
TOWER_VICTIM = Topic("tower-victim")
TOWERS_WALLS = Topic("towers-walls")
TRADE = Topic("trade")
WALL_VICTIM = Topic("wall-victim")
