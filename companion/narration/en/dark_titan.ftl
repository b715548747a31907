# The Dark Titan: what Agranok, his Heralds, the Supports, the Cavalier and their cards say.

box-dark-titan = The Dark Titan

# The names of its tokens. The value is the bare name; `the` and `a` are the name in a sentence.

kind-herald = Herald
    .the = the Herald
    .a = a Herald
    .screen = HERALD
kind-boom-troll = Boom Troll
    .the = the Boom Troll
    .a = the Boom Troll
    .screen = BOOM TROLL
kind-harbinger-dark-sorceress = Dark Sorceress Harbinger
    .the = the Dark Sorceress Harbinger
    .a = the Dark Sorceress Harbinger
    .screen = HARB. SORCERESS
kind-blue-plague = blue plague
    .the = the blue plague
    .a = a blue plague
    .screen = BLUE PLAGUE
kind-green-plague = green plague
    .the = the green plague
    .a = a green plague
    .screen = GREEN PLAGUE
kind-red-plague = red plague
    .the = the red plague
    .a = a red plague
    .screen = RED PLAGUE
kind-wither = Wither
    .the = the Wither token
    .a = the Wither token
    .screen = WITHER
kind-elite-goblin = elite goblin
    .the = the elite goblin
    .a = an elite goblin
    .screen = ELITE GOBLIN
kind-elite-orc = elite orc
    .the = the elite orc
    .a = an elite orc
    .screen = ELITE ORC
kind-elite-troll = elite troll
    .the = the elite troll
    .a = an elite troll
    .screen = ELITE TROLL
kind-reserve-squad = Reserve Squad
    .the = the Reserve Squad
    .a = the Reserve Squad
    .screen = RESERVE SQUAD
kind-stonemasons-cart = Stonemason's Cart
    .the = the Stonemason's Cart
    .a = the Stonemason's Cart
    .screen = STONEMASONS CART
kind-supply-wagon = Supply Wagon
    .the = the Supply Wagon
    .a = the Supply Wagon
    .screen = SUPPLY WAGON
kind-dark-sorceress = Dark Sorceress
    .the = the Dark Sorceress
    .a = the Dark Sorceress
    .screen = DARK SORCERESS
kind-agranok = Agranok
    .the = Agranok
    .a = Agranok
    .screen = AGRANOK
kind-agranok-card = Agranok card
    .the = the Agranok card
    .a = an Agranok card
    .screen = AGRANOK CARD
kind-cavalier = Cavalier
    .the = the Cavalier
    .a = the Cavalier
    .screen = CAVALIER

# The names of its cards

card-barrage = Barrage
    .screen = BARRAGE
card-cavalier = Cavalier
    .screen = CAVALIER
card-red-boiling-oil = Red Boiling Oil
    .screen = RED BOIL OIL
card-green-boiling-oil = Green Boiling Oil
    .screen = GREEN BOIL OIL
card-blue-boiling-oil = Blue Boiling Oil
    .screen = BLUE BOIL OIL

# Setting up

prompt-agranok-card =
    .brief = Agranok card face down. Keep it secret.
    .normal = Put one Agranok card face down, and Agranok on it. Keep it secret. Press when done.
    .verbose = Mix the Agranok cards. Put one face down by the board and put Agranok on it, with his 8 up. No one looks, and no one tells me. Press when done.
    .screen = AGRANOK CARD / FACE DOWN, 8 UP / KEEP IT SECRET / >PRESS WHEN DONE
prompt-extra-harbingers =
    .brief = More Harbingers: { $option }?
    .normal = How many more Harbingers go in the bag? { $option }?
    .verbose = How many more Harbingers go in the bag, face down? Step through the list. { $option }?
    .screen = MORE HARBINGERS / HOW MANY? / { $option } / >{ $press }=THIS ONE
option-extra-harbingers-1 = 1 more
    .screen = 1 MORE
option-extra-harbingers-2 = 2 more
    .screen = 2 MORE
option-extra-harbingers-3 = 3 more
    .screen = 3 MORE

# Heralds and the coming of Agranok

event-herald-placed =
    .brief = Herald { $slot } of 3.
    .normal = Herald { $slot } of 3. Put it on space { $slot } of the Agranok card.
    .verbose = This is Herald { $slot } of 3. Do not put it on the board. It goes on space { $slot } of the Agranok card.
    .screen = HERALD { $slot } OF 3 / ON AGRANOKS CARD
event-herald-missing =
    .brief = No Herald can return.
    .normal = No Herald is in the monster discard, so none returns.
    .verbose = There is no Herald in the monster discard, so none comes back.
    .screen = NO HERALD / RETURNS
event-hands-told-herald-1 =
    .brief = All discard 1 Hit card.
    .normal = Each player must discard 1 Hit card.
    .verbose = Each player who has a Hit card must pick 1 and discard it.
    .screen = ALL DISCARD / 1 HIT CARD
prompt-herald-1 =
    .brief = { event-hands-told-herald-1.brief }
    .normal = { event-hands-told-herald-1.normal } Press when done.
    .verbose = { event-hands-told-herald-1.verbose } Press when done.
    .screen = { event-hands-told-herald-1.screen } / >PRESS WHEN DONE
event-hands-told-herald-2 =
    .brief = All discard 1 special card.
    .normal = Each player must discard 1 special card.
    .verbose = Each player who has a special card must pick 1 and discard it.
    .screen = ALL DISCARD / 1 SPECIAL CARD
prompt-herald-2 =
    .brief = { event-hands-told-herald-2.brief }
    .normal = { event-hands-told-herald-2.normal } Press when done.
    .verbose = { event-hands-told-herald-2.verbose } Press when done.
    .screen = { event-hands-told-herald-2.screen } / >PRESS WHEN DONE
prompt-agranok-arc =
    .brief = Agranok comes. Roll.
    .normal = Agranok comes. Press to roll for his arc.
    .verbose = Agranok comes into the Forest. Press to roll for his arc.
    .screen = AGRANOK COMES / ROLL FOR ARC / >PRESS=ROLL
prompt-agranok-level =
    .brief = Turn his card. { $option }?
    .normal = Turn the Agranok card over. Tap it, or pick its level. { $option }?
    .verbose = Turn the Agranok card face up now. Tap it on the reader, or step through the list of levels. { $option }?
    .screen = AGRANOK / TURN HIS CARD / { $option }? / >{ $press }=THIS ONE
option-level = level { $level }
    .screen = LEVEL { $level }
event-agranok-revealed =
    .brief = Agranok, level { $level }.
    .normal = Agranok is level { $level }. His card lies face up now.
    .verbose = Agranok is level { $level }. His card lies face up from now on. Put the Heralds on it in the monster discard.
    .screen = AGRANOK / LEVEL { $level }

# Agranok on the board

prompt-agranok-effect =
    .brief = Agranok acts. Roll.
    .normal = Agranok acts. Press to roll for what he does.
    .verbose = Agranok acts now. Press to roll for the line of his card.
    .screen = AGRANOK ACTS / >PRESS=ROLL
event-agranok-effect =
    .brief = { $result_known ->
        [yes] { $result }.
       *[no] Read line { $value }.
    }
    .normal = { $result_known ->
        [yes] Line { $value } of level { $level }: { $result }.
       *[no] Read line { $value } of his level { $level } card.
    }
    .verbose = { $result_known ->
        [yes] You had me keep line { $value } of level { $level }: { $result }.
       *[no] Read line { $value } on the card of level { $level }.
    }
    .screen = AGRANOK LEVEL { $level } / LINE { $value }{ $result_known ->
        [yes] {" / "}{ $result }
       *[no] {""}
    }
prompt-agranok-result =
    .brief = Line { $value }: { $option }?
    .normal = Read line { $value } of level { $level }. What does it say? { $option }?
    .verbose = Read line { $value } on the card of level { $level }. What does it say? Step through the list. { $option }?
    .screen = LEVEL { $level } LINE { $value } / WHAT IS IT? / { $option } / >{ $press }=THIS ONE
option-agranok-result-nothing = nothing
    .screen = NOTHING
option-agranok-result-forward = he moves 1 in
    .screen = HE MOVES 1 IN
option-agranok-result-clockwise = he moves 1 clockwise
    .screen = HE: CLOCKWISE
option-agranok-result-counter-clockwise = he moves 1 counter-clockwise
    .screen = HE: COUNTER-CLK
option-agranok-result-back = he moves 1 back
    .screen = HE MOVES 1 BACK
option-agranok-result-giant-boulder = a Giant Boulder
    .screen = GIANT BOULDER
option-agranok-result-herald-returns = a Herald returns
    .screen = HERALD RETURNS
option-agranok-result-banish-top-card = banish the top card
    .screen = BANISH TOP CARD
option-agranok-result-all-discard-1 = all discard 1 card
    .screen = ALL DISCARD 1
option-agranok-result-draw-monster = draw 1 more token
    .screen = DRAW 1 MORE
option-agranok-result-by-hand = do it by hand
    .screen = DO IT BY HAND
prompt-agranok-remember =
    .brief = Keep that? { $option }?
    .normal = Shall I keep that for next time? { $option }?
    .verbose = Shall I keep that, so that next time I need not ask? Step through the list. { $option }?
    .screen = KEEP THAT / FOR NEXT TIME? / { $option } / >{ $press }=THIS ONE
event-agranok-remembered =
    .brief = Kept.
    .normal = Kept. Next time I will not ask.
    .verbose = Kept: level { $level }, line { $value }, { $result }. Next time I will not ask.
    .screen = KEPT / LEVEL { $level } LINE { $value }
event-agranok-endured =
    .brief = { $piece } holds on at 2.
    .normal = { $piece } holds on at 2. It takes 2 points in one step.
    .verbose = { $piece } holds on at 2 health. He falls to 2 points in the same step. So far he took { $points }.
    .screen = { $piece } / HOLDS ON AT 2
event-hands-told-hand-loss =
    .brief = All lose 1 random card.
    .normal = Each player loses 1 card at random.
    .verbose = Agranok turns to his wounded side. Each player must discard 1 card at random.
    .screen = ALL DISCARD / 1 RANDOM CARD
prompt-hand-loss =
    .brief = { event-hands-told-hand-loss.brief }
    .normal = { event-hands-told-hand-loss.normal } Press when done.
    .verbose = { event-hands-told-hand-loss.verbose } Press when done.
    .screen = { event-hands-told-hand-loss.screen } / >PRESS WHEN DONE
event-hands-told-all-draw =
    .brief = All draw { n-cards }.
    .normal = Each player draws { n-cards } from the Castle deck.
    .verbose = Agranok is gone. Each player draws { n-cards } from the Castle deck.
    .screen = ALL DRAW / { n-cards.screen }
prompt-table-effect-agranok =
    .brief = { $on_board ->
        [yes] Do it by hand.
       *[no] All draw 1 card.
    }
    .normal = { $on_board ->
        [yes] Do by hand what his card says. Then fix the table. Press when done.
       *[no] Each player draws 1 card from the Castle deck. Press when done.
    }
    .verbose = { $on_board ->
        [yes] Do by hand what his card says. Then tell me what is different on the table. Press when done.
       *[no] Agranok is gone. Each player draws 1 card from the Castle deck. Press when done.
    }
    .screen = AGRANOK / { $on_board ->
        [yes] DO IT BY HAND
       *[no] ALL DRAW 1 CARD
    } / >PRESS WHEN DONE
event-monster-slain-agranok =
    .brief = Agranok is gone!
    .normal = { $spot }, is gone! He leaves the game.
    .verbose = { $spot }, is gone! Take him off the board and out of the game. No one keeps him.
    .screen = IS GONE! / { $spot }

# Cards leave the game

event-card-banished =
    .brief = Banish { $card }.
    .normal = { $card } is banished. Put it in the box.
    .verbose = { $card } is banished. Put it in the box and not on the discard pile.
    .screen = BANISHED / { $card }
event-hands-told-banish =
    .brief = Banish the top card.
    .normal = Banish the top card of the Castle deck. Put it in the box.
    .verbose = Take the top card of the Castle deck and put it in the box. If the deck is empty, mix the discards first.
    .screen = BANISH / THE TOP CARD
event-hands-told-banish-agranok =
    .brief = { $now ->
        [play] Banish that card.
       *[other] { event-hands-told-banish.brief }
    }
    .normal = { $now ->
        [play] The card that you played is banished. Put it in the box.
       *[other] { event-hands-told-banish.normal }
    }
    .verbose = { $now ->
        [play] A card that slays costs Agranok 4 and is banished. Put it in the box and not on the discard pile.
       *[other] { event-hands-told-banish.verbose }
    }
    .screen = { $now ->
        [play] BANISH / CARD YOU PLAYED
       *[other] { event-hands-told-banish.screen }
    }
prompt-banish =
    .brief = { event-hands-told-banish.brief }
    .normal = { event-hands-told-banish.normal } Press when done.
    .verbose = { event-hands-told-banish.verbose } Press when done.
    .screen = { event-hands-told-banish.screen } / >PRESS WHEN DONE
prompt-banish-agranok =
    .brief = { event-hands-told-banish-agranok.brief }
    .normal = { event-hands-told-banish-agranok.normal } Press when done.
    .verbose = { event-hands-told-banish-agranok.verbose } Press when done.
    .screen = { event-hands-told-banish-agranok.screen } / >PRESS WHEN DONE
event-hands-told-plague-blue-plague =
    .brief = All discard their blue cards.
    .normal = Plague. All players discard all their blue cards.
    .verbose = Plague. Each player must discard all blue cards. That means heroes too, and cards of any color.
    .screen = PLAGUE / ALL DISCARD / BLUE CARDS
event-hands-told-plague-green-plague =
    .brief = All discard their green cards.
    .normal = Plague. All players discard all their green cards.
    .verbose = Plague. Each player must discard all green cards. That means heroes too, and cards of any color.
    .screen = PLAGUE / ALL DISCARD / GREEN CARDS
event-hands-told-plague-red-plague =
    .brief = All discard their red cards.
    .normal = Plague. All players discard all their red cards.
    .verbose = Plague. Each player must discard all red cards. That means heroes too, and cards of any color.
    .screen = PLAGUE / ALL DISCARD / RED CARDS

# Elites and the Boom Troll

prompt-elite-hit =
    .brief = { $who }, arc { $place_arc }. Roll to hit.
    .normal = { $spot }. Press to roll. 1 or 2 misses.
    .verbose = { $spot }, may dodge. Each card of this attack must be on the table now. Press to roll. On a 1 or a 2 it misses.
    .screen = { $who } / { $place_arc_name } / 1 OR 2 MISSES / >PRESS=ROLL
event-attack-missed =
    .brief = { $who } dodged. Discard the card.
    .normal = { $spot }, dodged. Discard the card and what went with it.
    .verbose = A { $value } is a miss. { $spot }, dodged. Discard the Hit card and each card that went with it.
    .screen = MISSED / { $who } / DISCARD CARD
event-troll-burst =
    .brief = { $who }, arc { $space_arc }, blows up.
    .normal = { $spot }, blows up. All monsters there take 1 damage.
    .verbose = { $spot }, was slain, so it blows up. Each monster in that space takes 1 damage.
    .screen = BOOM! / { $spot }
event-troll-struck =
    .brief = { $who } blows up { troll-arcs }.
    .normal = { FORM($piece, "the") } blows up. All walls and towers in { troll-arcs } fall.
    .verbose = { FORM($piece, "the") } ran into the castle and blows up. Each wall, tower and Fortify token in { troll-arcs } is gone.
    .screen = BOOM! / { $arcs_count ->
        [one] ARC
       *[other] ARCS
    } { $arcs } / ALL FALLS
troll-arcs = { $arcs_count ->
        [one] arc { $arcs }
       *[other] arcs { $arcs }
    }

# Supports

prompt-support-arc =
    .brief = { $piece }. Roll.
    .normal = { $piece }, on your side. Press to roll for its arc.
    .verbose = You drew { FORM($piece, "the") }, with { $health } health. It is on your side. Press to roll for its arc.
    .screen = { $piece } / ON YOUR SIDE / ROLL FOR ARC / >PRESS=ROLL
event-support-placed =
    .brief = { $where }.
    .normal = { $where }. It is on your side.
    .verbose = { $where }. It is on your side. Discard a color card to move it to the castle.
    .screen = { $where }
event-support-moved =
    .brief = { FORM($who, "goer") } to { $space }.
    .normal = Move { FORM($piece, "the") } to { $space }.
    .verbose = Move { FORM($piece, "the") } from { $origin } to { $space }.
    .screen = { $who } / TO { $space }
event-support-fought =
    .brief = { $piece } fights { $monster_who }.
    .normal = { FORM($piece, "the") } fights { $monster_spot }.{ $health ->
        [0] {""}
       *[other] {" "}It has { $health } left.
    }
    .verbose = { FORM($piece, "the") } fights { $monster_spot }. Each of them loses 1 health.{ $health ->
        [0] {""}
       *[other] {" "}Turn { FORM($piece, "the") } to { $health }.
    }
    .screen = { $piece } / FIGHTS / { $monster_who }{ $health ->
        [0] {""}
       *[other] {" / "}{ $health } LEFT
    }
event-support-lost =
    .brief = { $piece }, arc { $space_arc }, lost.
    .normal = { $spot }, is lost. Take it off the board.
    .verbose = { $spot }, is lost. { $cause ->
        [boulder] The boulder rolled over it.
       *[other] The fight was too much for it.
    } Put it in the monster discard.
    .screen = LOST / { $spot }
event-support-arrived =
    .brief = { $piece } is in with { $health }.
    .normal = { FORM($piece, "the") } reaches the castle with { $health } health. Take it off the board.
    .verbose = { FORM($piece, "the") } reaches the castle in { $space_arc_name } with { $health } health. Take it off the board. Now it helps you.
    .screen = HELP IS HERE / { $piece } / HEALTH { $health }
prompt-support-order =
    .brief = { $option } first?
    .normal = Who fights first? { $option }?
    .verbose = More than one of yours must fight. Who fights first? Step through the list. { $option }?
    .screen = { $option } / >{ $press }=THIS ONE
prompt-support-fight =
    .brief = Fight { $option }?
    .normal = Whom does { FORM($piece, "the") } fight? { $option }?
    .verbose = { FORM($piece, "the") } fights one monster here. Which one? Step through the list. { $option }?
    .screen = { $option } / >{ $press }=THIS ONE
prompt-reserve-squad-damage =
    .brief = Hit { $option }?
    .normal = { points-to-deal } to deal. { $option }?
    .verbose = { FORM($piece, "the") } has { points-to-deal } to deal, to one or more monsters anywhere. Pick one for each point. { $option }?
    .screen = { $option } / >{ $press }=THIS ONE
points-to-deal = { $to_pick ->
        [one] 1 point
       *[other] { $to_pick } points
    }
prompt-stonemason-walls =
    .brief = Build { $option }?
    .normal = { walls-to-build } to build. { $option }?
    .verbose = { FORM($piece, "the") } has { walls-to-build } to build. Step through the list. { $option }?
    .screen = BUILD { walls-to-build.screen } / { $option }? / >{ $press }=THIS ONE
walls-to-build = { $to_pick ->
        [one] 1 wall
       *[other] { $to_pick } walls
    }
    .screen = { $to_pick ->
        [one] 1 WALL
       *[other] { $to_pick } WALLS
    }
event-hands-told-wagon-draw =
    .brief = All draw { n-cards }.
    .normal = Each player draws { n-cards }. More than a full hand is fine.
    .verbose = Each player draws { n-cards } from the Castle deck. You may hold more than a full hand.
    .screen = SUPPLY WAGON / ALL DRAW / { n-cards.screen }
prompt-wagon-draw =
    .brief = All draw { n-cards }.
    .normal = Each player draws { n-cards }. More than a full hand is fine. Press when done.
    .verbose = Each player draws { n-cards } from the Castle deck. You may hold more than a full hand. Press when done.
    .screen = SUPPLY WAGON / ALL DRAW / { n-cards.screen } / >PRESS WHEN DONE

# The Cavalier

stage-cavalier = the Cavalier acts
    .screen = CAVALIER
event-phase-began-cavalier =
    .brief = The Cavalier acts.
    .normal = Now the Cavalier acts.
    .verbose = Now the Cavalier acts. He may move 1 space and fight 1 monster.
    .screen = CAVALIER ACTS / { $player }
prompt-cavalier =
    .brief = { $spot }. { $option }?
    .normal = { $spot }. { $option }?
    .verbose = Now { FORM($piece, "the") } acts, in { $place }. He may move 1 space and fight 1 monster. Step through the list. { $option }?
    .screen = CAVALIER ARC { $place_arc } / { $option } / >{ $press }=THIS ONE
option-stay = stay
    .screen = STAY
option-move =
    .brief = go to { $place }
    .normal = go to { $place }
    .verbose = go to { $place }
    .screen = GO TO ARC { $arc } / { $ring_id ->
        [forest] { $ring }
       *[other] { $ring } RING
    }
option-attack =
    .brief = fight { $who }{ $health ->
        [0] {""}
       *[other] , { $health }
    }
    .normal = fight { $who }{ where-health }{ where-flames }
    .verbose = fight { $who }{ where-health }{ where-flames }
    .screen = FIGHT{ $health ->
        [0] {""}
       *[other] , HP { $health }
    } / { $who }
event-cavalier-placed =
    .brief = { $spot }.
    .normal = Put { FORM($piece, "the") } in { $space }.
    .verbose = Put { FORM($piece, "the") } in { $space }. He acts after you play cards, before the monsters move.
    .screen = { $spot }
prompt-place-piece-cavalier =
    .brief = { $spot }.
    .normal = Put down { $spot }. Press when done.
    .verbose = Put down { $spot }. He acts after you play cards, before the monsters move. Press when done.
    .screen = { $spot } / >PRESS WHEN DONE
event-cavalier-moved =
    .brief = { $piece } to { $space }.
    .normal = Move { FORM($piece, "the") } to { $space }.
    .verbose = Move { FORM($piece, "the") } from { $origin } to { $space }.
    .screen = { $piece } / TO { $space }
event-cavalier-fought =
    .brief = { $piece } fights { $monster_who }.
    .normal = { FORM($piece, "the") } fights { $monster_spot }. { cavalier-harm }
    .verbose = { FORM($piece, "the") } fights { $monster_spot }, and deals 2 points. { cavalier-harm }
    .screen = CAVALIER FIGHTS / { $monster_who }
cavalier-harm = { $points ->
        [0] He is not hurt.
        [one] He takes 1, and stays.
       *[other] He takes { $points }.
    }
event-cavalier-stayed =
    .brief = { $piece } stays.
    .normal = { FORM($piece, "the") } stays where he is.
    .verbose = { FORM($piece, "the") } stays in { $space }.
    .screen = { $spot } / STAYS
event-cavalier-lost =
    .brief = { $piece } lost.
    .normal = { cavalier-end } { FORM($piece, "the") } is lost. Take him off the board.
    .verbose = { cavalier-end } { FORM($piece, "the") } in { $space } is lost. Take him off the board. His card can bring him back.
    .screen = CAVALIER LOST / { $cause ->
        [fight] IN A FIGHT
        [blast] IN THE BLAST
        [boulder] UNDER A BOULDER
        [breath] IN THE FIRE
       *[fire] IN THE FIRE
    }
cavalier-end = { $cause ->
        [fight] The fight was too hard.
        [blast] The blast gets him.
        [boulder] The boulder gets him.
        [breath] The fire gets him on its way.
       *[fire] The fire gets him.
    }
event-barrage-began =
    .brief = Barrage: { barrage-of }.
    .normal = Barrage. All may play Hit cards: { barrage-of }. { $player } goes first.
    .verbose = Barrage. All players may play Hit cards now: { barrage-of }. { $player } goes first. No card goes along with them.
    .screen = BARRAGE / { barrage-of.screen }
event-barrage-ended =
    .brief = Barrage over.
    .normal = The Barrage is over.
    .verbose = The Barrage is over. { $player } may play on.
    .screen = BARRAGE OVER
prompt-play-barrage =
    .brief = Barrage: { barrage-of }. Tap what you hit.
    .normal = Barrage, Hit cards: { barrage-of }. Tap each monster you hit. Press when all are done.
    .verbose = Barrage. All players may play Hit cards: { barrage-of }. Tap each monster that you hit. Press when no one plays any more.
    .screen = BARRAGE / { barrage-of.screen } / TAP WHAT YOU HIT / >PRESS WHEN DONE
barrage-of = { $ring_id ->
        [none] { $color }
       *[other] { $ring }
    }
    .screen = { $ring_id ->
        [none] { $color }
       *[other] { $ring }
    }

# What inputs are called when they are taken back

title-move-support = the move
    .screen = MOVE
title-cavalier = what the Cavalier did
    .screen = CAVALIER

# Why not

refused-agranok-effects =
    .brief = No card says that.
    .normal = No line of a card of his can say that.
    .verbose = { refused-agranok-effects.normal } Nothing was changed.
    .screen = NO SUCH LINE
refused-not-now-cavalier =
    .brief = He does not act now.
    .normal = The Cavalier acts after the cards and before the monsters move.
    .verbose = { refused-not-now-cavalier.normal } Nothing was changed.
    .screen = CAVALIER / NOT NOW
refused-cavalier-first =
    .brief = Move or attack first.
    .normal = What he does first must be move or attack.
    .verbose = { refused-cavalier-first.normal } Nothing was changed.
    .screen = MOVE OR ATTACK?
refused-heralds =
    .brief = Those Heralds cannot be.
    .normal = At most 2 Heralds can wait on the Agranok card.
    .verbose = { refused-heralds.normal } Nothing was changed.
    .screen = HERALDS?
refused-agranok-destroyed =
    .brief = { $piece } cannot be both.
    .normal = { $piece } cannot be gone and on the board at once.
    .verbose = { refused-agranok-destroyed.normal } Nothing was changed.
    .screen = { $piece }?
refused-no-such-level =
    .brief = Levels go from 1 to 5.
    .normal = A level goes from 1 to 5.
    .verbose = { refused-no-such-level.normal } Nothing was changed.
    .screen = LEVELS: 1 TO 5
refused-cavalier-moved =
    .brief = He has moved.
    .normal = The Cavalier has moved, and moves just once in a turn.
    .verbose = { refused-cavalier-moved.normal } Nothing was changed.
    .screen = CAVALIER / HAS MOVED
refused-cavalier-step =
    .brief = That is not next to him.
    .normal = The Cavalier moves 1 space, in, out or to one side.
    .verbose = { refused-cavalier-step.normal } Nothing was changed.
    .screen = CAVALIER / MOVES 1 SPACE
refused-cavalier-fought =
    .brief = He has fought.
    .normal = The Cavalier has fought, and fights just once in a turn.
    .verbose = { refused-cavalier-fought.normal } Nothing was changed.
    .screen = CAVALIER / HAS FOUGHT
refused-cavalier-foe =
    .brief = It is not in his space.
    .normal = The Cavalier can only fight a monster in his own space.
    .verbose = { refused-cavalier-foe.normal } Nothing was changed.
    .screen = NOT IN HIS SPACE
refused-cavalier-in-play =
    .brief = He is on the board.
    .normal = The Cavalier is on the board, and there is just one.
    .verbose = { refused-cavalier-in-play.normal } Nothing was changed.
    .screen = CAVALIER / IS ON THE BOARD
refused-barrage-hits-only =
    .brief = Just Hit cards in a Barrage.
    .normal = In a Barrage all may play Hit cards, and no others.
    .verbose = { refused-barrage-hits-only.normal } Nothing was changed.
    .screen = BARRAGE / HIT CARDS ONLY
refused-barrage-specials =
    .brief = No { $card } in a Barrage.
    .normal = In a Barrage { $card } cannot go along with a Hit card.
    .verbose = { refused-barrage-specials.normal } Nothing was changed.
    .screen = BARRAGE / NO SPECIALS
refused-barrage-ring =
    .brief = { $card } is not of that ring.
    .normal = { $card } is not of the ring that the Barrage is for.
    .verbose = { refused-barrage-ring.normal } Nothing was changed.
    .screen = BARRAGE / WRONG RING
refused-barrage-color =
    .brief = { $card } is not of that color.
    .normal = { $card } is not of the color that the Barrage is for.
    .verbose = { refused-barrage-color.normal } Nothing was changed.
    .screen = BARRAGE / WRONG COLOR
refused-no-support =
    .brief = { $piece } is not on your side.
    .normal = { FORM($piece, "the") } does not move for your cards, it is no Support.
    .verbose = { refused-no-support.normal } Nothing was changed.
    .screen = NO SUPPORT
refused-support-steps =
    .brief = 1 space, or 2 in its color.
    .normal = It moves 1 space, or up to 2 when the card has its color.
    .verbose = { refused-support-steps.normal } Nothing was changed.
    .screen = 1 SPACE, OR 2 / IN ITS COLOR
refused-support-way =
    .brief = It cannot go that way.
    .normal = It moves to a space next to it, in, out or to one side.
    .verbose = { refused-support-way.normal } Nothing was changed.
    .screen = NO SUCH WAY

# What the bosses change now

rule-dark-sorceress = hands are 1 card smaller
rule-agranok = { $level ->
        [0] only 2 points in one step slay him at 2
        [1] level 1, and only 2 points in one step slay him at 2
       *[other] level { $level }, and he acts by the die after he moves
    }

# Answers

answer-cavalier =
    .brief = { $here ->
        [yes] { $spot }.
       *[no] No Cavalier.
    }
    .normal = { $here ->
        [yes] The Cavalier is in { $place }.
       *[no] The Cavalier is not on the board.
    }
    .verbose = { $here ->
        [yes] The Cavalier is in { $place }. He acts after you play cards and before the monsters move.
       *[no] The Cavalier is not on the board. His card brings him.
    }
    .screen = { $here ->
        [yes] { $spot }
       *[no] CAVALIER / NOT ON THE BOARD
    }
answer-heralds =
    .brief = { $fate ->
        [gone] Agranok is gone.
        [here] Agranok is here.
       *[waiting] Heralds: { $count } of 3.
    }
    .normal = { $fate ->
        [gone] Agranok is gone. A Herald is now a plain monster.
        [here] Agranok is here. Each Herald makes him act.
       *[waiting] { $count ->
            [0] No Herald is on the card yet.
            [one] 1 of 3 Heralds is on the card.
           *[other] { $count } of 3 Heralds are on the card.
        } Agranok is not here yet.
    }
    .verbose = { $fate ->
        [gone] Agranok is gone. A Herald that comes now is a plain monster with 2 health.
        [here] Agranok is here. Each Herald that comes now makes him act, unless he is in the Castle ring.
       *[waiting] { $count ->
            [0] No Herald is on the card yet. The first makes each player discard 1 Hit card.
            [one] 1 of 3 Heralds is on the card. The next makes each player discard 1 special card.
           *[other] { $count } of 3 Heralds are on the card. The next brings a Giant Boulder and Agranok.
        }
    }
    .screen = HERALDS / { $fate ->
        [gone] AGRANOK IS GONE
        [here] AGRANOK IS HERE
       *[waiting] { $count } OF 3
    }
answer-secret-level = The Agranok level is hidden until he comes.

# What a game without this box does not have

answer-cavalier-absent =
    .brief = No Cavalier.
    .normal = The Cavalier is not in this game.
    .verbose = The Cavalier is in a box that you do not play with now.
    .screen = CAVALIER / NOT IN THIS GAME
answer-heralds-absent =
    .brief = No Heralds.
    .normal = There are no Heralds in this game.
    .verbose = The Heralds are in a box that you do not play with now.
    .screen = HERALDS / NOT IN THIS GAME
