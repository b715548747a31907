# The Wizard's Tower: what its tokens, its cards, its fire and its Tower say.

box-wizards-tower = The Wizard's Tower

# The names of its tokens. The value is the bare name; `the` and `a` are the name in a sentence.

kind-centaur = Centaur
    .the = the Centaur
    .a = the Centaur
    .screen = CENTAUR
kind-climbing-troll = climbing troll
    .the = the climbing troll
    .a = a climbing troll
    .screen = CLIMBING TROLL
kind-conjurer = Conjurer
    .the = the Conjurer
    .a = the Conjurer
    .screen = CONJURER
kind-cyclops = Cyclops
    .the = the Cyclops
    .a = the Cyclops
    .screen = CYCLOPS
kind-doppelganger = Doppelganger
    .the = the Doppelganger
    .a = the Doppelganger
    .screen = DOPPELGANGER
kind-gargoyle = gargoyle
    .the = the gargoyle
    .a = a gargoyle
    .screen = GARGOYLE
kind-goblin-cavalry = goblin cavalry
    .the = the goblin cavalry
    .a = a goblin cavalry
    .screen = GOBLIN CAVALRY
kind-golem = Golem
    .the = the Golem
    .a = the Golem
    .screen = GOLEM
kind-ogre = ogre
    .the = the ogre
    .a = an ogre
    .screen = OGRE
kind-phoenix = phoenix
    .the = the phoenix
    .a = a phoenix
    .screen = PHOENIX
kind-flaming-boulder = Flaming Boulder
    .the = the Flaming Boulder
    .a = the Flaming Boulder
    .screen = FLAMING BOULDER
kind-trebuchet = Trebuchet
    .the = the Trebuchet
    .a = the Trebuchet
    .screen = TREBUCHET
kind-1-imp-per-tower = 1 imp per tower
    .the = the imp token
    .a = the imp token
    .screen = IMP PER TOWER
kind-imp = imp
    .the = the imp
    .a = an imp
    .screen = IMP
kind-basilisk = Basilisk
    .the = the Basilisk
    .a = the Basilisk
    .screen = BASILISK
kind-chimera = Chimera
    .the = the Chimera
    .a = the Chimera
    .screen = CHIMERA
kind-dragon = Dragon
    .the = the Dragon
    .a = the Dragon
    .screen = DRAGON
kind-hydra = Hydra
    .the = the Hydra
    .a = the Hydra
    .screen = HYDRA
kind-necromancer = Necromancer
    .the = the Necromancer
    .a = the Necromancer
    .screen = NECROMANCER
kind-warlock = Warlock
    .the = the Warlock
    .a = the Warlock
    .screen = WARLOCK
kind-harbinger-basilisk = Basilisk Harbinger
    .the = the Basilisk Harbinger
    .a = the Basilisk Harbinger
    .screen = HARB. BASILISK
kind-harbinger-chimera = Chimera Harbinger
    .the = the Chimera Harbinger
    .a = the Chimera Harbinger
    .screen = HARB. CHIMERA
kind-harbinger-dragon = Dragon Harbinger
    .the = the Dragon Harbinger
    .a = the Dragon Harbinger
    .screen = HARB. DRAGON
kind-harbinger-hydra = Hydra Harbinger
    .the = the Hydra Harbinger
    .a = the Hydra Harbinger
    .screen = HARB. HYDRA
kind-harbinger-necromancer = Necromancer Harbinger
    .the = the Necromancer Harbinger
    .a = the Necromancer Harbinger
    .screen = HRB. NECROMANCER
kind-harbinger-warlock = Warlock Harbinger
    .the = the Warlock Harbinger
    .a = the Warlock Harbinger
    .screen = HARB. WARLOCK

# The names of its cards

card-stand-together = Stand Together
    .screen = STAND TOGETHER
card-change-range = Change Range
    .screen = CHANGE RANGE
card-double-strike = Double Strike
    .screen = DOUBLE STRIKE
card-enchanted = Enchanted
    .screen = ENCHANTED
card-flaming = Flaming
    .screen = FLAMING
card-never-lose-hope = Never Lose Hope
    .screen = NEVER LOSE HOPE
card-berserk = Berserk
    .screen = BERSERK
card-knock-back = Knock Back
    .screen = KNOCK BACK
card-change-color = Change Color
    .screen = CHANGE COLOR
card-reinforce = Reinforce
    .screen = REINFORCE
card-wizard-quake = Wizard Quake
    .screen = WIZARD QUAKE
card-rain-of-ice = Rain of Ice
    .screen = RAIN OF ICE
card-arcane-assembly = Arcane Assembly
    .screen = ARCANE ASSEMBLY
card-mystical-manufacturing = Mystical Manufacturing
    .screen = MYSTICAL MANUF.
card-hammer-of-light = Hammer of Light
    .screen = HAMMER OF LIGHT
card-teleport = Teleport
    .screen = TELEPORT
card-chain-lightning = Chain Lightning
    .screen = CHAIN LIGHTNING
card-valadors-wave = Valador's Wave
    .screen = VALADORS WAVE
card-extinguishing-wind = Extinguishing Wind
    .screen = EXTINGUISH WIND
card-red-fireball = Red Fireball
    .screen = RED FIREBALL
card-green-fireball = Green Fireball
    .screen = GREEN FIREBALL
card-blue-fireball = Blue Fireball
    .screen = BLUE FIREBALL
card-burning-blast = Burning Blast
    .screen = BURNING BLAST
card-hypnotize = Hypnotize
    .screen = HYPNOTIZE
card-rain-of-iron = Rain of Iron
    .screen = RAIN OF IRON
card-eye-of-the-oracle = Eye of the Oracle
    .screen = EYE OF ORACLE
card-war-storm = War Storm
    .screen = WAR STORM
card-lightning-bolt = Lightning Bolt
    .screen = LIGHTNING BOLT
card-azriels-fist = Azriel's Fist
    .screen = AZRIELS FIST
card-ring-of-fire = Ring of Fire
    .screen = RING OF FIRE
card-thalgars-blessing = Thalgar's Blessing
    .screen = THALGAR BLESSING
card-wall-of-force = Wall of Force
    .screen = WALL OF FORCE

# Setting up

prompt-piles =
    .brief = Castle deck. Wizard deck. Imps. Monsters.
    .normal = Four piles in four places: Castle deck, Wizard deck, imps, monsters. Press when done.
    .verbose = Keep four piles apart, each in its own place. Castle deck, Wizard deck, imps, monsters. Mark each place and touch it now. Press when done.
    .screen = CASTLE / WIZARD / IMPS, MONSTERS / >PRESS WHEN DONE
prompt-wizards-tower-arc =
    .brief = Wizard's Tower: { $option }?
    .normal = Which arc gets the Wizard's Tower? { $option }?
    .verbose = One tower makes room for the Wizard's Tower. Which arc? Step through the list, or let me roll. { $option }?
    .screen = WIZARD'S TOWER / WHICH ARC? / { $option } / >{ $press }=THIS ONE
prompt-start-piece-drawn =
    .brief = { $arc }. Tap a monster.
    .normal = Draw a monster for { $arc }, and tap it.
    .verbose = Draw a token for { $arc }, Archer ring, and tap it. If it is no plain monster, put it back and draw again.
    .screen = SET UP / { $arc } / ARCHER RING / >TAP A MONSTER
event-wizards-tower-placed =
    .brief = Wizard's Tower, { $tower_arc_name }.
    .normal = The Wizard's Tower goes to { $tower_arc_name }.
    .verbose = The Wizard's Tower goes to { $tower_arc_name }. Take the tower there away and put it in its place.
    .screen = WIZARD'S TOWER / { $tower_arc_name }

# The Wizard deck comes and goes with its Tower

event-wizard-deck-left =
    .brief = The Wizard deck is gone.
    .normal = The Wizard's Tower is lost. Take the Wizard deck out of the game.
    .verbose = The Wizard's Tower is lost, so the Wizard deck leaves the game. Put it in the box. You may still play the Wizard cards that you hold.
    .screen = WIZARD DECK / OUT OF THE GAME
event-wizard-deck-returned =
    .brief = The Wizard deck is back.
    .normal = The Wizard deck is back in the game.
    .verbose = The Wizard deck is back in the game. Put it in its place. You may draw from it again.
    .screen = WIZARD DECK / IS BACK
event-tower-built =
    .brief = { $wizard ->
        [yes] Wizard's Tower up, { $tower_arc_name }.
       *[no] { $tower } is up.
    }
    .normal = Put { $wizard ->
        [yes] the Wizard's Tower
       *[no] a tower
    } back in { $tower_arc_name }.
    .verbose = Put { $wizard ->
        [yes] the Wizard's Tower
       *[no] a tower
    } back in { $tower_arc_name }. It is as good as new.
    .screen = { $wizard ->
        [yes] WIZARD'S TOWER
       *[no] TOWER
    } / { $tower_arc_name } / IS UP AGAIN
event-phase-skipped =
    .brief = Skipped: { $stage }.
    .normal = { FORM($piece, "the") } is in play. Skipped: { $stage }.
    .verbose = { FORM($piece, "the") } is in play, so this step is left out: { $stage }.
    .screen = { $stage } / SKIPPED / { $piece }
event-phase-skipped-discard =
    .brief = No swap. { $piece }.
    .normal = No swap now. { FORM($piece, "the") } is in play.
    .verbose = Step 2 is left out. No one may swap cards while { FORM($piece, "the") } is on the board.
    .screen = 2 NO SWAP / { $piece }

# Harbingers: the Mega Boss is named before anything else

event-harbinger-drawn =
    .brief = { $here ->
        [yes] { $boss } came before.
       *[no] Harbinger! { FORM($boss, "the") } comes.
    }
    .normal = { $here ->
        [yes] Harbinger! { FORM($boss, "the") } came before. Take this token out of the game.
       *[no] Harbinger! { FORM($boss, "the") } is coming.
    }
    .verbose = { $here ->
        [yes] Harbinger! { FORM($boss, "the") } has come before, so no one comes now. Take this token out of the game.
       *[no] Harbinger! { FORM($boss, "the") } is coming. It is a mega boss.
    }
    .screen = HARBINGER! / { $boss } / { $here ->
        [yes] CAME BEFORE
       *[no] IS COMING
    }
prompt-mega-boss =
    .brief = Find { FORM($piece, "the") }. Tap it.
    .normal = Take the Harbinger out of the game. Find { FORM($piece, "the") } and tap it.
    .verbose = Take the Harbinger out of the game. Find the token of { FORM($piece, "the") } and tap it on the reader. Then I ask for the roll.
    .screen = SWAP THE TOKEN / { $piece } / >TAP THE BOSS
prompt-mega-boss-list =
    .brief = { $option }?
    .normal = Find { FORM($piece, "the") }. Is it { FORM($option, "a") }? { $press } for yes.
    .verbose = Find { FORM($piece, "the") }. Is this { FORM($option, "a") }? { $press } for yes, or step on through the list.
    .screen = FIND / { $piece } / { $option }? / >{ $press }=YES
prompt-mega-boss-arc =
    .brief = { $who }. Roll.
    .normal = { $who }. Press to roll for its arc.
    .verbose = { FORM($who, "goer") } comes into the Forest. Press to roll for its arc.
    .screen = { $who } / ROLL FOR ARC / >PRESS=ROLL

# What Mega Bosses do

prompt-dragon-move =
    .brief = { $piece } moves. Roll.
    .normal = { FORM($piece, "the") } goes its own way. Press to roll.
    .verbose = { FORM($piece, "the") } goes its own way. Press to roll, and I will tell you where it goes.
    .screen = { $piece } / GOES ITS OWN WAY / >PRESS=ROLL
event-rolled-dragon-move =
    .brief = { $value }. Dragon: { dragon-way }.
    .normal = Rolled { $value }. The Dragon: { dragon-way }.
    .verbose = The die shows { $value }. The Dragon: { dragon-way }.
    .screen = ROLLED { $value } / DRAGON
dragon-way = { $value ->
        [1] 1 around, clockwise
        [3] it stays
        [4] 1 back
        [6] 1 around, counter-clockwise
       *[other] 1 in
    }
prompt-warlock-arc =
    .brief = { $piece } moves. Roll.
    .normal = { FORM($piece, "the") } changes his arc. Press to roll.
    .verbose = { FORM($piece, "the") } goes to the arc that you roll, and then 1 in. Press to roll.
    .screen = { $piece } / CHANGES HIS ARC / >PRESS=ROLL
event-hands-told-discard-down =
    .brief = All discard down to 2.
    .normal = All players discard down to 2 cards.
    .verbose = Each player must discard cards of choice, until no one holds more than 2.
    .screen = ALL DISCARD / DOWN TO 2 CARDS
prompt-all-discard-basilisk =
    .brief = { event-hands-told-discard-down.brief }
    .normal = { event-hands-told-discard-down.normal } Press when done.
    .verbose = { event-hands-told-discard-down.verbose } Press when done.
    .screen = { event-hands-told-discard-down.screen } / >PRESS WHEN DONE
event-hands-told-discard-wizard-card =
    .brief = All discard 1 Wizard card.
    .normal = Each player who has a Wizard card must discard 1.
    .verbose = Each player who has a Wizard card in the hand must pick 1 and discard it.
    .screen = ALL DISCARD / 1 WIZARD CARD
prompt-all-discard-warlock =
    .brief = { event-hands-told-discard-wizard-card.brief }
    .normal = { event-hands-told-discard-wizard-card.normal } Press when done.
    .verbose = { event-hands-told-discard-wizard-card.verbose } Press when done.
    .screen = { event-hands-told-discard-wizard-card.screen } / >PRESS WHEN DONE
event-monster-returned =
    .brief = { $piece } back in the bag.
    .normal = Put { FORM($piece, "a") } from the monster discard back in the bag.
    .verbose = Look in the monster discard for { FORM($piece, "a") } and put it back in the bag. { left-tokens } in the bag.
    .screen = BACK IN THE BAG / { $piece } / { left-tokens.screen }
prompt-table-effect-necromancer =
    .brief = Fill the bag.
    .normal = Put what I said back in the bag. Press when done.
    .verbose = { FORM($piece, "the") } calls the slain back. Put what I said back in the bag. Press when done.
    .screen = NECROMANCER / FILL THE BAG / >PRESS WHEN DONE
prompt-table-effect-chimera =
    .brief = Place the fire.
    .normal = The fire burns what I said. Press when done.
    .verbose = { FORM($piece, "the") } has breathed fire. Make the board look as I said. Press when done.
    .screen = { $piece } / PLACE THE FIRE / >PRESS WHEN DONE
prompt-table-effect-dragon =
    .brief = { prompt-table-effect-chimera.brief }
    .normal = { prompt-table-effect-chimera.normal }
    .verbose = { prompt-table-effect-chimera.verbose }
    .screen = { prompt-table-effect-chimera.screen }

# Imps

event-imps-came =
    .brief = { $count ->
        [0] No imps are left.
       *[other] { n-imps }{ $arcs_count ->
            [0] {""}
            [one] : arc { $arcs }
            [6] : all arcs
           *[other] : arcs { $arcs }
        }.
    }
    .normal = { $count ->
        [0] No imps are left in the pile.
        [one] 1 imp comes{ imps-to }.
       *[other] { $count } imps come{ imps-to }.
    }{ $count ->
        [0] {""}
       *[other] { $short ->
            [0] {""}
           *[other] {" "}No more are left.
        }
    }
    .verbose = { $count ->
        [0] No imps come. The pile is empty.
        [one] Put 1 imp from the pile{ imps-to }. { left-imps }.
       *[other] Put { $count } imps from the pile{ imps-to }. { left-imps }.
    }
    .screen = { $count ->
        [0] NO IMPS LEFT
       *[other] { n-imps.screen } / { $arcs_count ->
            [0] FOREST
            [one] FOREST, ARC { $arcs }
            [6] FOREST, ALL ARCS
           *[other] FOREST
        } / { left-imps.screen }
    }
imps-to = { $arcs_count ->
        [0] {""}
        [one] {" "}into the Forest of arc { $arcs }
        [6] {" "}into the Forest of all arcs
       *[other] {" "}into the Forest of arcs { $arcs }
    }
n-imps = { $count ->
        [one] 1 imp
       *[other] { $count } imps
    }
    .screen = { $count ->
        [one] 1 IMP
       *[other] { $count } IMPS
    }
left-imps = { $left ->
        [0] none are left there
        [one] 1 is left there
       *[other] { $left } are left there
    }
    .screen = { $left ->
        [0] NONE LEFT
       *[other] { $left } LEFT IN PILE
    }
event-monster-slain-imp =
    .brief = { $who }, arc { $space_arc }, slain.
    .normal = { $spot }, is slain. Put it back in the imp pile.
    .verbose = { $spot }, is slain. Take it off the board and put it back in the imp pile. No one keeps it.
    .screen = SLAIN / { $spot }
prompt-conjurer-imps =
    .brief = { $piece }. Roll for imps.
    .normal = { FORM($piece, "the") } calls imps. Press to roll how many.
    .verbose = { FORM($piece, "the") } calls imps, one to each arc from arc 1 on. Press to roll how many.
    .screen = { $piece } / CALLS IMPS / >PRESS=ROLL
prompt-table-effect-conjurer =
    .brief = Place the imps.
    .normal = Put the imps where I said. Press when done.
    .verbose = Take the imps from their pile and put them where I said. Press when done.
    .screen = IMPS / PLACE THEM / >PRESS WHEN DONE
prompt-table-effect-1-imp-per-tower =
    .brief = { prompt-table-effect-conjurer.brief }
    .normal = { prompt-table-effect-conjurer.normal }
    .verbose = { prompt-table-effect-conjurer.verbose }
    .screen = { prompt-table-effect-conjurer.screen }

# Fire

event-structure-lit =
    .brief = { $structure }{ where-flames }.
    .normal = Fire! Put a flame on { $structure }. It has { flames-now }.
    .verbose = Put a flame on { $structure }, in { $structure_arc_name }. It has { flames-now } now. { $flames ->
        [3] That is too many, so it falls.
       *[other] At 3 it falls.
    }
    .screen = FIRE / { $structure } / { flames-now.screen }
event-structure-doused =
    .brief = { $structure }{ $flames ->
        [0] : fire out
       *[other] { where-flames }
    }.
    .normal = Take { flames-off } off { $structure }. { $flames ->
        [0] It burns no more.
       *[other] It still has { $flames }.
    }
    .verbose = Take { flames-off } off { $structure }, in { $structure_arc_name }. { $flames ->
        [0] It burns no more.
       *[other] It still has { flames-now } on it.
    }
    .screen = { $flames ->
        [0] FIRE OUT / { $structure }
       *[other] LESS FIRE / { $structure } / { flames-now.screen }
    }
event-monster-lit =
    .brief = { $who }, arc { $space_arc }{ where-flames }.
    .normal = On fire: { $where }. Put { flames-off } on it.
    .verbose = On fire: { $where }. Put { flames-off } on its token. It burns after its next move.
    .screen = ON FIRE / { $where }
event-monster-doused =
    .brief = { $who }, arc { $space_arc }: fire out.
    .normal = Take { flames-off } off { $spot }.
    .verbose = Take { flames-off } off { $spot }. It burns no more.
    .screen = FIRE OUT / { $spot }
event-flames-passed =
    .brief = { $who }, arc { $space_arc }{ where-flames }.
    .normal = The flames of { $structure } go to { $where }.
    .verbose = { $structure } was on fire, so it did not hit back. Its flames go to { $where }.
    .screen = FLAMES GO TO / { $where }
event-flames-short =
    .brief = No flame tokens are left.
    .normal = No flame tokens are left. Use something else for { $short }.
    .verbose = The box has no more flame tokens. Use something else for { $short }, and I will count them all the same.
    .screen = NO FLAMES LEFT / USE OTHER TOKENS
event-fire-breathed =
    .brief = { FORM($who, "goer") } breathes fire{ $target_sort ->
        [none] {""}
       *[other] {" "}at { $target }
    }.
    .normal = { $spot }, breathes fire. It hits { $target_sort ->
        [none] nothing.
       *[other] { $target }.
    }
    .verbose = { $spot }, breathes fire at the castle. The fire goes past all monsters{ $target_sort ->
        [none] {" "}and hits nothing.
       *[other] {" "}and hits { $target }.
    }
    .screen = { $who } / BREATHES FIRE / { $target_sort ->
        [none] HITS NOTHING
       *[other] HITS { $target }
    }
prompt-flame-target =
    .brief = Burn { $option }?
    .normal = Who catches fire? { $option }?
    .verbose = What they hit was on fire, so one of them gets its flames. Who? Step through the list. { $option }?
    .screen = { $option } / >{ $press }=THIS ONE
flames-now = { $flames ->
        [one] 1 flame
       *[other] { $flames } flames
    }
    .screen = { $flames ->
        [one] 1 FLAME
       *[other] { $flames } FLAMES
    }
flames-off = { $count ->
        [one] 1 flame
       *[other] { $count } flames
    }

# Monsters and tokens with ways of their own

event-monsters-frozen =
    .brief = { $count ->
        [one] 1 monster is frozen.
       *[other] { $count } monsters are frozen.
    }
    .normal = Rain of Ice. { $count ->
        [one] 1 monster does not move.
       *[other] { $count } monsters do not move.
    }
    .verbose = The Rain of Ice holds { $count ->
        [one] 1 monster. It does not move this turn.
       *[other] { $count } monsters. They do not move this turn.
    }
    .screen = FROZEN / { n-monsters.screen }
event-doppelganger-replaced =
    .brief = { FORM($monster_who, "goer") } takes its place.
    .normal = { FORM($monster_who, "goer") } takes the place of { FORM($piece, "the") }.
    .verbose = { FORM($monster_who, "goer") } comes back. Put it in place of { FORM($piece, "the") } and put that one in the monster discard.
    .screen = { $monster_who } / IN PLACE OF / { $piece }
event-doppelganger-left =
    .brief = { $piece } leaves.
    .normal = Take { FORM($piece, "the") } off the board. It leaves the fight.
    .verbose = No one else is left, so { FORM($piece, "the") } leaves the fight. Put it in the monster discard.
    .screen = { $piece } / LEAVES
prompt-doppelganger-replacement =
    .brief = { $option }?
    .normal = Who takes the place of the Doppelganger? { $option }?
    .verbose = One of those that fell takes the place of the Doppelganger. Who? Step through the list. { $option }?
    .screen = { $option } / >{ $press }=THIS ONE
prompt-doppelganger-leaves =
    .brief = { $piece } leaves? { $option }?
    .normal = Just { FORM($piece, "the") } is left. Does it leave? { $option }?
    .verbose = Only { FORM($piece, "the") } is left to fight. If it leaves, the fight is over. Does it leave? { $option }?
    .screen = { $piece } / DOES IT LEAVE? / { $option } / >{ $press }=THIS ONE
prompt-flaming-boulder-arc =
    .brief = { $piece }. Roll.
    .normal = { $piece }! Press to roll for its arc.
    .verbose = You drew { FORM($piece, "a") }. It breaks one thing and burns the next. Press to roll for its arc.
    .screen = { $piece } / ROLL FOR ARC / >PRESS=ROLL
prompt-trebuchet-arc =
    .brief = { $piece }. Roll.
    .normal = { $piece }! Press to roll for its arc.
    .verbose = You drew { FORM($piece, "the") }. Its stone hits what flies, and then the castle. Press to roll for its arc.
    .screen = { $piece } / ROLL FOR ARC / >PRESS=ROLL
event-boulder-rolled-trebuchet =
    .brief = { $stopped_sort ->
        [none] The stone hit nothing.
       *[other] The stone hit { $stopped }.
    }
    .normal = The stone came from { $arc }. { $stopped_sort ->
        [none] It flew right across.
       *[other] It hit { $stopped }.
    }
    .verbose = The stone came from { $arc }. { $stopped_sort ->
        [none] It met no wall and no tower and flew right across.
       *[other] It flew on until it hit { $stopped }.
    } Put the token in the monster discard.
    .screen = TREBUCHET / { $arc } / { $stopped_sort ->
        [none] HIT NOTHING
       *[other] HIT { $stopped }
    }
prompt-table-effect-flaming-boulder =
    .brief = Clear its path.
    .normal = Put away the boulder and all it broke. Press when done.
    .verbose = Take all that the boulder broke off the board, and place its flame. Then put it in the monster discard. Press when done.
    .screen = FLAMING BOULDER / CLEAR ITS PATH / >PRESS WHEN DONE
prompt-table-effect-trebuchet =
    .brief = Clear its path.
    .normal = Put away the token and all its stone broke. Press when done.
    .verbose = Take all that the stone broke off the board. Put the token in the monster discard. Press when done.
    .screen = TREBUCHET / CLEAR ITS PATH / >PRESS WHEN DONE

# Cards

event-player-invited =
    .brief = { $guest } may play 1 card.
    .normal = { $guest } may play 1 Hit card or 1 Wizard card now.
    .verbose = { $guest } may play 1 Hit card or 1 Wizard card now, with no other card along with it.
    .screen = { $guest } / MAY PLAY 1 CARD
event-fortify-moved =
    .brief = Fortify to { $wall }.
    .normal = Move the Fortify token from { $origin } to { $wall }.
    .verbose = Take the Fortify token off { $origin } and put it on { $wall }, in { $wall_arc_name }.
    .screen = FORTIFY / FROM { $origin } / TO { $wall }
event-hands-told-never-lose-hope =
    .brief = Swap any number of cards.
    .normal = Discard as many cards as you like, and draw as many.
    .verbose = Discard as many cards as you like. Then draw as many from the Castle deck. You may play them at once.
    .screen = NEVER LOSE HOPE / SWAP CARDS
event-hands-told-berserk =
    .brief = Draw 1 for each Hit card.
    .normal = From now on, draw 1 card for each Hit card you play.
    .verbose = For the rest of this turn, draw 1 card from the Castle deck for each Hit card you play. I will tell you.
    .screen = BERSERK / HIT CARD=DRAW 1
event-hands-told-reinforce =
    .brief = All draw 1 card.
    .normal = Each player draws 1 card{ $wizards ->
        [yes] {" "}from the Castle or Wizard deck
       *[no] {" "}from the Castle deck
    }.
    .verbose = Each player draws 1 card right now{ $wizards ->
        [yes] , from the Castle deck or the Wizard deck
       *[no] , from the Castle deck
    }.
    .screen = REINFORCE / ALL DRAW 1 CARD
event-hands-told-eye-of-the-oracle =
    .brief = Look at 5. Keep 1.
    .normal = Draw 5 cards from the Castle deck. Keep 1 and put 4 back.
    .verbose = Draw the top 5 cards of the Castle deck. Keep 1. Put the other 4 back on top, in the order that you like.
    .screen = LOOK AT 5 CARDS / KEEP 1
event-hands-told-fill-hands =
    .brief = All fill their hands.
    .normal = Each player draws from the Castle deck up to a full hand.
    .verbose = Each player draws cards from the Castle deck until the hand is full.
    .screen = ALL DRAW / TO A FULL HAND
event-hands-told-wizard-card-leaves =
    .brief = { $source }: back in the box.
    .normal = Put { $source } in the box, not on a pile.
    .verbose = The Wizard deck is gone, so put { $source } in the box and not on a pile.
    .screen = IN THE BOX / { $source }

# What may be reported of a tapped monster

option-flame = add a flame
    .brief = flame
    .screen = ADD FLAME

# What inputs are called when they are taken back

title-extinguish = the fire put out
    .screen = FIRE PUT OUT
title-flame = the flame
    .screen = FLAME

# Why not

refused-warlock =
    .brief = Wizard cards do nothing to the Warlock.
    .normal = Wizard cards do nothing to the Warlock.
    .verbose = { refused-warlock.normal } Nothing was changed.
    .screen = NO EFFECT / ON THE WARLOCK
refused-doppelganger =
    .brief = Nothing touches the Doppelganger.
    .normal = The Doppelganger cannot be hit, moved or slain.
    .verbose = { refused-doppelganger.normal } Nothing was changed.
    .screen = NO EFFECT / DOPPELGANGER
refused-safe-ring =
    .brief = Hit cards cannot hurt it there.
    .normal = Hit cards cannot hurt { FORM($piece, "the") } in the { $space_ring }.
    .verbose = { refused-safe-ring.normal } Nothing was changed.
    .screen = NO EFFECT / IN THIS RING
refused-wrong-boss =
    .brief = Not { FORM($boss, "the") }.
    .normal = That is not { FORM($boss, "the") }, so look for { FORM($boss, "the") }.
    .verbose = { refused-wrong-boss.normal } Nothing was changed.
    .screen = WRONG TOKEN / FIND / { $boss }
refused-no-extinguisher =
    .brief = { $card } puts out no fire.
    .normal = { $card } puts out no fire, it takes a Brick or a Mortar.
    .verbose = { refused-no-extinguisher.normal } Nothing was changed.
    .screen = BRICK OR MORTAR
refused-not-burning =
    .brief = { $structure } does not burn.
    .normal = { $structure } does not burn, so there is no fire to put out.
    .verbose = { refused-not-burning.normal } Nothing was changed.
    .screen = { $structure } / DOES NOT BURN
refused-fortified-and-burning =
    .brief = Fortify puts the fire out.
    .normal = A wall with a Fortify token cannot burn.
    .verbose = { refused-fortified-and-burning.normal } Nothing was changed.
    .screen = FORTIFY / OR FLAMES
refused-imp-pile =
    .brief = The imp pile must hold { $left }.
    .normal = There must be { $left } imps in the pile.
    .verbose = { refused-imp-pile.normal } Nothing was changed.
    .screen = IMP PILE: { $left }
refused-one-hit-or-wizard-card =
    .brief = 1 Hit or Wizard card only.
    .normal = Only 1 Hit card or 1 Wizard card may be played here.
    .verbose = { refused-one-hit-or-wizard-card.normal } Nothing was changed.
    .screen = 1 HIT OR / 1 WIZARD CARD
refused-no-fortify =
    .brief = { $wall } has no Fortify token.
    .normal = { $wall } has no Fortify token to move.
    .verbose = { refused-no-fortify.normal } Nothing was changed.
    .screen = { $wall } / NO FORTIFY
refused-same-space =
    .brief = It is there now.
    .normal = { FORM($piece, "the") } is in that space now, so pick some other one.
    .verbose = { refused-same-space.normal } Nothing was changed.
    .screen = IT IS THERE NOW
refused-card-space =
    .brief = { $card } cannot reach { $space_ring }.
    .normal = { $card } does not reach the { $space_ring }.
    .verbose = { refused-card-space.normal } Nothing was changed.
    .screen = OUT OF REACH / WRONG RING
refused-tower-missing =
    .brief = { $tower } is gone.
    .normal = { $tower } is gone, so it cannot fall.
    .verbose = { refused-tower-missing.normal } Nothing was changed.
    .screen = { $tower } / IS GONE
refused-tower-stands =
    .brief = { $tower } still stands.
    .normal = { $tower } still stands, so none can be built there.
    .verbose = { refused-tower-stands.normal } Nothing was changed.
    .screen = { $tower } / STILL STANDS
refused-wizards-tower-stands =
    .brief = The Wizard's Tower stands.
    .normal = The Wizard's Tower still stands, so it cannot be built again.
    .verbose = { refused-wizards-tower-stands.normal } Nothing was changed.
    .screen = WIZARD'S TOWER / STILL STANDS
refused-only-wizards-tower-lost =
    .brief = Just the Wizard's Tower is lost.
    .normal = Just the Wizard's Tower is lost, so build that one.
    .verbose = { refused-only-wizards-tower-lost.normal } Nothing was changed.
    .screen = BUILD THE / WIZARD'S TOWER
refused-wave-sum =
    .brief = It must be { $points } points.
    .normal = The damage must come to { $points } points in all.
    .verbose = { refused-wave-sum.normal } Nothing was changed.
    .screen = { $points } POINTS IN ALL
refused-two-in-one-space =
    .brief = Pick 2 in one space.
    .normal = That card needs two monsters in one space.
    .verbose = { refused-two-in-one-space.normal } Nothing was changed.
    .screen = PICK 2 MONSTERS / IN ONE SPACE
refused-which-walls =
    .brief = Name each wall once.
    .normal = Name at least one wall, and each wall just once.
    .verbose = { refused-which-walls.normal } Nothing was changed.
    .screen = WHICH WALLS?
refused-wizard-deck =
    .brief = The deck goes with its tower.
    .normal = The Wizard deck is in play just when its tower stands.
    .verbose = { refused-wizard-deck.normal } Nothing was changed.
    .screen = WIZARD DECK / AND TOWER
refused-two-wizards-towers =
    .brief = Just one Wizard's Tower.
    .normal = There is just one Wizard's Tower.
    .verbose = { refused-two-wizards-towers.normal } Nothing was changed.
    .screen = ONE / WIZARD'S TOWER
refused-with-on =
    .brief = With the first or the second.
    .normal = The card goes with the first or the second hit.
    .verbose = { refused-with-on.normal } Nothing was changed.
    .screen = FIRST OR SECOND?
refused-sealed =
    .brief = I cannot open that game.
    .normal = The secrets of that game were sealed by some other key.
    .verbose = { refused-sealed.normal } Nothing was changed.
    .screen = CANNOT OPEN GAME

# What the bosses change now

rule-basilisk = no one swaps cards
rule-chimera = { $inside ->
        [yes] she moves like the others now
       *[no] she moves 1 back around and 1 in, then breathes fire
    }
rule-dragon = { $inside ->
        [yes] it moves like the others now
       *[no] it goes where the die says, then breathes fire
    }
rule-hydra = each point of damage brings 2 imps
rule-necromancer = at a wall or tower he falls and calls the slain back
rule-warlock = { $inside ->
        [yes] Wizard cards do nothing to him
       *[no] Wizard cards do nothing to him, and the die picks his arc
    }

# Answers

# The one Tower that is the Wizard's, while it stands.
answer-tower-wizard =
    .brief = Wizard's Tower{ $extra }
    .normal = Wizard's Tower up{ $extra }
    .verbose = The Wizard's Tower is up{ $extra }
    .screen = WIZARD'S TOWER
answer-wizards-tower = { $wizard_arc ->
        [0] {" "}The Wizard's Tower and its deck are gone.
       *[other] {" "}The Wizard's Tower is in arc { $wizard_arc }, and its deck is in play.
    }
answer-secret-harbingers = Which Harbingers are in it, no one knows.
