"""The topics that only The Wizard's Tower has."""

from companion.game.events import Topic

BERSERK = Topic("berserk")
CONJURER_IMPS = Topic("conjurer-imps")
DISCARD_DOWN = Topic("discard-down")
DISCARD_WIZARD_CARD = Topic("discard-wizard-card")
DOPPELGANGER_LEAVES = Topic("doppelganger-leaves")
DOPPELGANGER_REPLACEMENT = Topic("doppelganger-replacement")
DRAGON_MOVE = Topic("dragon-move")
EYE_OF_THE_ORACLE = Topic("eye-of-the-oracle")
FILL_HANDS = Topic("fill-hands")
FLAME_TARGET = Topic("flame-target")
FLAMING_BOULDER_ARC = Topic("flaming-boulder-arc")
NECROMANCER = Topic("necromancer")
NEVER_LOSE_HOPE = Topic("never-lose-hope")
REINFORCE = Topic("reinforce")
TREBUCHET_ARC = Topic("trebuchet-arc")
WARLOCK_ARC = Topic("warlock-arc")
WIZARD_CARD_LEAVES = Topic("wizard-card-leaves")
WIZARDS_TOWER_ARC = Topic("wizards-tower-arc")
