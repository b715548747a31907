# What has happened. One message for each kind of fact; a more exact one may end in what the fact is about
# (its source, its topic, its phase, its reason or the kind of token).

event-game-began =
    .brief = New game, { n-players }.
    .normal = A new game for { n-players }.
    .verbose = A new game for { n-players }. Keep at least 1 tower up and you all win.
    .screen = NEW GAME / { n-players.screen }

event-turn-began =
    .brief = { $player }.
    .normal = { $player }, your turn.
    .verbose = { $player }, it is your turn. This is turn { $number }. { left-tokens } in the bag.
    .screen = TURN { $number } / { $player } / { left-tokens.screen }

event-turn-ended =
    .brief = Turn over.
    .normal = The turn is over.
    .verbose = { $player }, your turn is over.
    .screen = TURN OVER / { $player }

event-phase-began =
    .brief = Now { $stage }.
    .normal = Now for { $player }: { $stage }.
    .verbose = The next step for { $player }: { $stage }.
    .screen = { $stage } / { $player }
event-phase-began-draw-up =
    .brief = Draw up to { $hand }.
    .normal = { $player }, draw up to { $hand } cards.{ $smaller ->
        [0] {""}
       *[other] {" "}Hands are { $smaller } smaller now.
    }
    .verbose = Step 1, draw up. { $player } takes cards from the Castle deck to hold { $hand }.{ $smaller ->
        [0] {""}
       *[other] {" "}Hands are { $smaller } smaller now.
    }{ $wizards ->
        [yes] {" "}Leave the Wizard deck alone.
       *[no] {""}
    }
    .screen = 1 DRAW UP / { $player } / HAND SIZE { $hand }
event-phase-began-discard =
    .brief = { $players ->
        [1] Swap up to 2 cards?
       *[other] Swap 1 card?
    }
    .normal = { $player }, you may { $players ->
        [1] swap 1 or 2 cards for new ones
       *[other] swap 1 card for a new one
    }{ $wizards ->
        [yes] , from either deck
       *[no] {""}
    }.
    .verbose = Step 2, swap. { $players ->
        [1] { $player } may discard 1 or 2 cards and draw as many new ones.
       *[other] { $player } may discard 1 card and draw 1 new one.
    }{ $wizards ->
        [yes] {" "}Draw from the Castle deck or the Wizard deck.
       *[no] {""}
    }
    .screen = 2 SWAP / { $player } / { $players ->
        [1] UP TO 2 CARDS
       *[other] 1 CARD
    }
event-phase-began-trade =
    .brief = Trade { $trades ->
        [1] 1 card?
       *[other] up to { $trades } times?
    }
    .normal = { $player }, you may trade { $trades ->
        [1] 1 card with one other player.
       *[other] up to { $trades } times, 1 card each time.
    }
    .verbose = Step 3, trade. { $player } may give 1 card to one other player and take 1 card back. { $trades ->
        [1] You both must agree.
       *[other] You may do this { $trades } times. All must agree.
    }
    .screen = 3 TRADE / { $player } / { $trades ->
        [1] 1 TRADE
       *[other] UP TO { $trades } TRADES
    }
event-phase-began-play =
    .brief = Play cards.
    .normal = { $player }, play your cards.
    .verbose = Step 4, play cards. { $player } may play as many as the hand allows.
    .screen = 4 PLAY CARDS / { $player }
event-phase-began-move =
    .brief = Monsters move.
    .normal = The monsters move. Nearest the castle first.
    .verbose = Step 5, the monsters move. I will name each one and say where it goes. The ones nearest the castle come first.
    .screen = 5 MOVE / MONSTERS MOVE

event-rolled =
    .brief = { $value }.
    .normal = Rolled { $value }.
    .verbose = The die shows { $value }.
    .screen = ROLLED / { $value }

event-token-drawn =
    .brief = { $piece }.
    .normal = You drew { FORM($piece, "a") }.
    .verbose = You drew { FORM($piece, "a") }. { left-tokens } in the bag.
    .screen = DREW / { $piece } / { left-tokens.screen }

event-monster-placed =
    .brief = { $where }.
    .normal = { $where }.
    .verbose = { $where }. Put the token there.{ high-number }
    .screen = { $where }
high-number = { $health ->
        [0] {""}
       *[other] {" "}The { $health } faces the castle.
    }

event-monster-moved =
    .brief = { $turned ->
        [yes] { $who }, arc { $origin_arc }, to { $space }.
       *[no] { FORM($who, "goer") } to { $space }.
    }
    .normal = { $turned ->
        [yes] { FORM($who, "goer") } goes from { $origin } to { $space }.
       *[no] { FORM($who, "goer") } goes to { $space }.
    }
    .verbose = { FORM($who, "goer") } goes from { $origin } to { $space }.
    .screen = { $who } / TO { $space }

# Many that move together: all of them at once in brief, or said ahead of each.
event-monsters-moved =
    .brief = { $others ->
        [some] { $count }
        [yes] { $color ->
            [all] All others
           *[other] All other { $color } monsters
        }
       *[no] { $color ->
            [all] All
           *[other] All { $color } monsters
        }
    } move 1 { $heading ->
        [inward] in
        [clockwise] clockwise
       *[counter-clockwise] counter-clockwise
    }.
    .normal = { $count } monsters move 1 { $heading ->
        [inward] in.
        [clockwise] around, clockwise.
       *[counter-clockwise] around, counter-clockwise.
    }
    .verbose = Now { $count } monsters move 1 space { $heading ->
        [inward] in.
        [clockwise] around the board, clockwise.
       *[counter-clockwise] around the board, counter-clockwise.
    } I will name each one. The ones nearest the castle come first.
    .screen = { $count } MONSTERS / { $heading ->
        [inward] MOVE 1 IN
        [clockwise] CLOCKWISE
       *[counter-clockwise] COUNTER-CLOCKW.
    }

event-monster-held =
    .brief = { $who }, arc { $space_arc }, stays.
    .normal = { FORM($who, "goer") } stays in { $space }.
    .verbose = { FORM($who, "goer") } ran into the wall and stays in { $space }.
    .screen = { $spot }

blow = { $cause ->
        [card] Hit.
        [wall] The wall hits back.
        [tower] The tower hits back.
        [fire] Fire burns it.
        [blast] The blast hits it.
        [cavalier] The Cavalier hits it.
        [squad] The Squad hits it.
        [support] The Support hits it.
       *[other] It is hurt.
    }
event-monster-damaged =
    .brief = { $who }, arc { $space_arc }, { $health } left.
    .normal = { blow } { $where }. Turn the token.
    .verbose = { blow } { $where }. Turn the token so that the { $health } faces the castle.
    .screen = { $where }

event-monster-slain =
    .brief = { $who }, arc { $space_arc }, slain. { $keeper ->
        [none] No trophy.
       *[some] { $player }, { n-points }.
    }
    .normal = { $spot }, is slain. { $keeper ->
        [none] No one keeps it.
       *[some] { $player } keeps it, { n-points }.
    }
    .verbose = { $spot }, is slain. Take it off the board. { $keeper ->
        [none] No one keeps it. Put it in the monster discard.
       *[some] { $player } keeps it. It is worth { n-points }. { $player } now has { $total }.
    }
    .screen = SLAIN / { $who } / { $keeper ->
        [none] NO TROPHY
       *[some] { $player } / { n-points.screen }
    }

event-monster-stuck =
    .brief = { $who }, arc { $space_arc }, stuck in tar.
    .normal = { $spot }, is stuck in the tar.
    .verbose = { $spot }, is stuck in the tar and stays there.
    .screen = STUCK IN TAR / { $spot }

event-tar-removed =
    .brief = Tar off { $who }.
    .normal = Take the tar off { $spot }.
    .verbose = Take the tar off { $spot }. It can move again.
    .screen = TAR OFF / { $spot }

event-wall-fell =
    .brief = { $wall } falls.
    .normal = { $wall } falls. Take it away. { left-walls }.
    .verbose = { $wall } falls. Take it off the board and lay it aside. { left-walls }.
    .screen = { $wall } FALLS / { left-walls.screen }

# An alert: at most eight words in every length.
event-tower-fell =
    .brief = { $tower } falls. { left-towers }.
    .normal = { $tower } falls. Take it away. { left-towers }.
    .verbose = { $tower } falls. Take it away. { left-towers }.
    .screen = { $tower } FALLS / { left-towers.screen }

event-fortify-lost =
    .brief = { $wall } holds. Fortify gone.
    .normal = { $wall } holds. Take its Fortify token away.
    .verbose = { $wall } still stands, but its Fortify token is lost. Take the token off the wall.
    .screen = { $wall } HOLDS / FORTIFY LOST

event-wall-built =
    .brief = { $wall } is up.
    .normal = Put up { $wall } again.
    .verbose = Put up { $wall } again, in { $wall_arc_name }. It is as good as new.
    .screen = { $wall } / IS UP AGAIN

event-wall-fortified =
    .brief = Fortify on { $wall }.
    .normal = Put a Fortify token on { $wall }.
    .verbose = Put a Fortify token on { $wall }, in { $wall_arc_name }. It will save the wall once.
    .screen = FORTIFY / ON { $wall }

event-card-played =
    .brief = { $card }{ $together_count ->
        [0] {""}
       *[other] , { $together }
    }.
    .normal = { $player } plays { $card }{ $together_count ->
        [0] {""}
       *[other] {" "}with { $together }
    }.
    .verbose = { $player } plays the card { $card }{ $together_count ->
        [0] {""}
       *[other] {" "}with { $together }
    }.
    .screen = { $player } / { $card }

event-hands-told =
    .brief = Do { $source }.
    .normal = Do what { $source } says.
    .verbose = Do with your cards what { $source } says.
    .screen = { $source } / SEE YOUR CARDS
event-hands-told-all-discard =
    .brief = All discard { n-cards }.
    .normal = Each player must discard { n-cards }.
    .verbose = Each player must pick { n-cards } and put it on the discard pile.
    .screen = ALL DISCARD / { n-cards.screen }
event-hands-told-plague =
    .brief = Plague: { $source }.
    .normal = Plague. All players do what { $source } says.
    .verbose = Plague. All players look at their cards and do what { $source } says.
    .screen = PLAGUE / { $source }
event-hands-told-plague-plague-archers =
    .brief = All discard their archers.
    .normal = Plague. All players discard all their archers.
    .verbose = Plague. Each player must put all archer cards from the hand on the discard pile.
    .screen = PLAGUE / ALL DISCARD / ARCHERS
event-hands-told-plague-plague-knights =
    .brief = All discard their knights.
    .normal = Plague. All players discard all their knights.
    .verbose = Plague. Each player must put all knight cards from the hand on the discard pile.
    .screen = PLAGUE / ALL DISCARD / KNIGHTS
event-hands-told-plague-plague-swordsmen =
    .brief = All discard their swordsmen.
    .normal = Plague. All players discard all their swordsmen.
    .verbose = Plague. Each player must put all swordsman cards from the hand on the discard pile.
    .screen = PLAGUE / ALL DISCARD / SWORDSMEN
event-hands-told-draw-cards =
    .brief = Draw { n-cards }.
    .normal = Draw { n-cards } from the Castle deck.
    .verbose = Draw { n-cards } from the Castle deck. You may play them at once.
    .screen = DRAW / { n-cards.screen }
event-hands-told-scavenge =
    .brief = Take 1 card back.
    .normal = Take 1 card from the discard pile.
    .verbose = Look through the discard pile and take any 1 card. You may play it at once.
    .screen = SCAVENGE / TAKE 1 CARD / FROM DISCARDS

event-tokens-owed =
    .brief = Draw { n-more-tokens }.
    .normal = Draw { n-more-tokens }. { $owed } still to draw.
    .verbose = { FORM($piece, "the") } brings { n-more-tokens }. You still have { $owed } to draw.
    .screen = { n-more-tokens.screen } / { n-owed.screen }

event-boulder-rolled =
    .brief = { $stopped_sort ->
        [none] The boulder rolled through.
       *[other] The boulder stopped at { $stopped }.
    }
    .normal = The boulder came from { $arc }. { $stopped_sort ->
        [none] It rolled right through.
       *[other] It stopped at { $stopped }.
    }
    .verbose = { FORM($piece, "the") } came from { $arc }. { $stopped_sort ->
        [none] It met no wall and no tower and rolled right through.
       *[other] It rolled on until it hit { $stopped }.
    } Put it in the monster discard.
    .screen = BOULDER / { $arc } / { $stopped_sort ->
        [none] ROLLED THROUGH
       *[other] STOPPED: { $stopped }
    }

event-draw-skipped =
    .brief = No draw.
    .normal = No new tokens this turn.
    .verbose = You draw no new tokens this turn.
    .screen = NO DRAW
event-draw-skipped-missing =
    .brief = Missing. No draw.
    .normal = No new tokens this turn. Missing was played.
    .verbose = The card Missing was played, so you draw no new tokens this turn.
    .screen = NO DRAW / MISSING
event-draw-skipped-empty =
    .brief = The bag is empty.
    .normal = The bag is empty. No new tokens.
    .verbose = The bag is empty, so you draw no new tokens this turn.
    .screen = NO DRAW / BAG IS EMPTY

# Alerts again.
event-game-won =
    .brief = You win! { $towers ->
        [one] 1 tower left.
       *[other] { $towers } towers left.
    }
    .normal = You win! { $towers ->
        [one] 1 tower still stands.
       *[other] { $towers } towers still stand.
    }
    .verbose = You win! The castle stands with { $towers ->
        [one] 1 tower.
       *[other] { $towers } towers.
    }
    .screen = YOU WIN / { $towers ->
        [one] 1 TOWER LEFT
       *[other] { $towers } TOWERS LEFT
    }
event-game-lost =
    .brief = The castle fell.
    .normal = The castle fell. The monsters win.
    .verbose = The castle has fallen. The monsters win.
    .screen = CASTLE FELL / { left-tokens.screen } / GOOD FIGHT

# What is told after an ending.
ending-score =
    .brief = { $player }, { n-points }.
    .normal = { $player } has { n-points }.
    .verbose = { $player } has { n-points } from the trophies.
    .screen = { $player } / { n-points.screen }
ending-slayers =
    .brief = Master { $slayers_count ->
        [one] Slayer
       *[other] Slayers
    }: { $slayers }.
    .normal = { $slayers_count ->
        [one] { $slayers } is the Master Slayer.
       *[other] { $slayers } are the Master Slayers.
    }
    .verbose = { $slayers_count ->
        [one] { $slayers } did best and is the Master Slayer.
       *[other] { $slayers } did best and are the Master Slayers.
    }
    .screen = MASTER SLAYER / { $slayers_count ->
        [one] { $slayers }
       *[other] { $slayers_count } PLAYERS
    }
ending-left =
    .brief = { left-tokens }.
    .normal = { left-tokens } in the bag. Good fight.
    .verbose = { left-tokens } in the bag. It was a good fight.
    .screen = { left-tokens.screen }

event-corrected =
    .brief = Table fixed.
    .normal = Fixed. I have it as you told me.
    .verbose = Fixed. I changed { $parts_count ->
        [one] 1 thing
       *[other] { $parts_count } things
    } to match the table. You can take this back.
    .screen = FIXED / { $parts_count ->
        [one] 1 CHANGE
       *[other] { $parts_count } CHANGES
    }

event-undone =
    .brief = Undone: { $title }.
    .normal = { $steps ->
        [one] Undone: { $title }.
       *[other] Undone: { $steps } steps, back to { $title }.
    } Put the pieces back.
    .verbose = { $steps ->
        [one] I took back { $title }.
       *[other] I took back { $steps } steps, as far as { $title }.
    } Put the pieces on the board back as they were.
    .screen = UNDONE / { $title } / PUT PIECES BACK
event-redone =
    .brief = Done again: { $title }.
    .normal = { $steps ->
        [one] Done again: { $title }.
       *[other] Done again: { $steps } steps from { $title } on.
    }
    .verbose = { $steps ->
        [one] I did { $title } again.
       *[other] I did { $steps } steps again, from { $title } on.
    } Put the pieces on the board to match.
    .screen = DONE AGAIN / { $title }
