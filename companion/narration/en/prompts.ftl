# What is asked. One message for each topic of the table protocol; a more exact one may end in the kind of token that it is about,
# in `list` (a kind is marked in the list that stands in for the reader) or in `all` (it is about no single token).
# The last line of a screen is the offer.

# Setting up

prompt-towers-walls =
    .brief = Towers and walls in place?
    .normal = Put a tower and a wall in each arc. Press when done.
    .verbose = Put a tower in each of the 6 spaces in the middle. Stand a wall on each line in front. Press when done.
    .screen = SET UP / 6 TOWERS / 6 WALLS / >PRESS WHEN DONE

prompt-start-piece =
    .brief = Tap a starting monster.
    .normal = Tap a starting monster{ $kinds_count ->
        [0] {""}
       *[other] : { $kinds }
    }.
    .verbose = Pick a starting monster{ $kinds_count ->
        [0] {""}
       *[other] : { $kinds }
    }. Tap it on the reader.
    .screen = SET UP / STARTING / MONSTERS / >TAP A MONSTER
prompt-start-piece-list =
    .brief = { $option }?
    .normal = Is it { FORM($option, "a") }? { $press } for yes.
    .verbose = Is the starting monster { FORM($option, "a") }? { $press } for yes, or step on through the list.
    .screen = SET UP / IS IT / { $option } / >{ $press }=YES

prompt-start-arc =
    .brief = Which arc? { $option }?
    .normal = Which arc for { FORM($piece, "the") }? { $option }?
    .verbose = Put { FORM($piece, "the") } in the Archer ring. Which arc? Step through the list. { $option }?
    .screen = { $piece } / WHICH ARC? / { $option } / >{ $press }=THIS ARC

prompt-first-player =
    .brief = Who starts? { $option }?
    .normal = All set. Who goes first? { $option }?
    .verbose = The board is ready. Who goes first? Step through the players and pick one. { $option }?
    .screen = READY / WHO GOES FIRST? / { $option } / >{ $press }=YES

prompt-place-piece-all =
    .brief = Place the starting monsters.
    .normal = Put each starting monster where I said. Press when done.
    .verbose = Put each starting monster in the space that I said. The high number faces the castle. Press when done.
    .screen = SET UP / PLACE STARTING / MONSTERS / >PRESS WHEN DONE

# The steps of a turn

prompt-draw-up =
    .brief = { event-phase-began-draw-up.brief }
    .normal = { event-phase-began-draw-up.normal } Press when done.
    .verbose = { event-phase-began-draw-up.verbose } Press when done.
    .screen = { event-phase-began-draw-up.screen } / >PRESS WHEN DONE
prompt-discard =
    .brief = { event-phase-began-discard.brief }
    .normal = { event-phase-began-discard.normal } Press when done.
    .verbose = { event-phase-began-discard.verbose } Press when done.
    .screen = { event-phase-began-discard.screen } / >PRESS WHEN DONE
prompt-trade =
    .brief = { event-phase-began-trade.brief }
    .normal = { event-phase-began-trade.normal } Press when done.
    .verbose = { event-phase-began-trade.verbose } Press when done.
    .screen = { event-phase-began-trade.screen } / >PRESS WHEN DONE
prompt-play =
    .brief = Play cards. Tap what you hit.
    .normal = { $player }, play cards. Tap each monster you hit. Press when done.
    .verbose = Step 4, play cards. When { $player } hits a monster, tap its token on the reader. Press when you have no more cards to play.
    .screen = 4 PLAY CARDS / { $player } / TAP WHAT YOU HIT / >PRESS WHEN DONE
prompt-move-pieces =
    .brief = Move them all.
    .normal = Move each monster as I said. Press when done.
    .verbose = Step 5. Move each monster as I said. Ask me for an arc to hear who stands there now. Press when all is right.
    .screen = 5 MOVE / MOVE THEM ALL / >PRESS WHEN DONE
prompt-draw =
    .brief = Draw { $owed }. Tap the next.
    .normal = Draw { n-owed }. Tap the next one.
    .verbose = Step 6. You have { n-owed } to draw. Turn the next one over and tap it on the reader. { left-tokens } in the bag.
    .screen = 6 DRAW / { n-owed.screen } / { left-tokens.screen } / >TAP A TOKEN
prompt-draw-list =
    .brief = { $option }?
    .normal = Did you draw { FORM($option, "a") }? { $press } for yes.
    .verbose = Did you draw { FORM($option, "a") }? { $press } for yes, or step on through the list.
    .screen = 6 DRAW / IS IT / { $option } / >{ $press }=YES

# New tokens

prompt-monster-arc =
    .brief = { $who }. Roll.
    .normal = { $who }. Press to roll for its arc.
    .verbose = You drew { FORM($piece, "a") }{ $flying ->
        [yes] , flying,
       *[no] {""}
    } with { $health } health. Press to roll for its arc. It starts in the Forest.
    .screen = { $who } / ROLL FOR ARC / >PRESS=ROLL
prompt-boulder-arc =
    .brief = { $piece }. Roll.
    .normal = { $piece }! Press to roll for its arc.
    .verbose = You drew { FORM($piece, "a") }. It will roll in from the Forest. Press to roll for its arc.
    .screen = { $piece } / ROLL FOR ARC / >PRESS=ROLL
prompt-place-piece =
    .brief = { $where }.
    .normal = Put down { $where }. Press when done.
    .verbose = Put down { $where }.{ high-number } Press when done.
    .screen = { $where } / >PRESS WHEN DONE
prompt-all-discard =
    .brief = { $task }
    .normal = { $task } Press when done.
    .verbose = { $task } Press when done.
    .screen = { $task } / >PRESS WHEN DONE
prompt-plague =
    .brief = { $task }
    .normal = { $task } Press when done.
    .verbose = { $task } Press when done.
    .screen = { $task } / >PRESS WHEN DONE
prompt-table-effect =
    .brief = Do it on the board.
    .normal = Do what I said on the board. Press when done.
    .verbose = { FORM($piece, "the") } did this. Make the board look as I said. Press when done.
    .screen = { $piece } / DO IT BY HAND / >PRESS WHEN DONE
prompt-table-effect-healer =
    .brief = Turn the healed tokens.
    .normal = Turn each healed token as I said. Press when done.
    .verbose = { FORM($piece, "the") } heals the monsters. Turn each healed token as I said. Press when done.
    .screen = HEALER / TURN THE TOKENS / >PRESS WHEN DONE
prompt-table-effect-giant-boulder =
    .brief = Clear its path.
    .normal = Put away the boulder and all it broke. Press when done.
    .verbose = Take all that the boulder broke off the board. Put the boulder in the monster discard. Press when done.
    .screen = GIANT BOULDER / CLEAR ITS PATH / >PRESS WHEN DONE

# Choices

prompt-wall-victim =
    .brief = Wound { $option }?
    .normal = Who takes 1 damage? { $option }?
    .verbose = The wall hits back. Who takes 1 damage? Step through the list. { $option }?
    .screen = { $option } / >{ $press }=THIS ONE
prompt-tower-victim =
    .brief = Wound { $option }?
    .normal = Who takes 1 damage? { $option }?
    .verbose = The tower hits back. Who takes 1 damage? Step through the list. { $option }?
    .screen = { $option } / >{ $press }=THIS ONE
prompt-tapped =
    .brief = { $where }. { $option }?
    .normal = { $where }. { $option }?
    .verbose = { $where }. { $option }? { $press } for yes, or step through the list for more.
    .screen = { $where } / >{ $press }={ $option }
prompt-moved-ring =
    .brief = Which ring? { $option }?
    .normal = Which ring is { FORM($piece, "the") } in? { $option }?
    .verbose = Which ring is { FORM($piece, "the") } in now? Step through the list. { $option }?
    .screen = { $piece } / WHICH RING? / { $option } / >{ $press }=THIS ONE
prompt-moved-arc =
    .brief = Which arc? { $option }?
    .normal = Which arc is { FORM($piece, "the") } in? { $option }?
    .verbose = Which arc is { FORM($piece, "the") } in now? Step through the list. { $option }?
    .screen = { $piece } / WHICH ARC? / { $option } / >{ $press }=THIS ONE

# The end

prompt-over =
    .brief = Game over.
    .normal = Start a new game, or take back a step.
    .verbose = This game is over. Start a new one, or take back a step to go on.
    .screen = GAME OVER / { $result ->
        [won] YOU WON
       *[lost] CASTLE FELL
    } / >NEW GAME, UNDO

# How an option of a list is taken: by a press, or with one button alone, where a tap goes on, by holding it.

act-press = press
    .screen = PRESS
act-hold = hold
    .screen = HOLD
