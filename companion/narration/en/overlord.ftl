# The Overlord, who plays the monsters against the others. What he holds is not said to anybody.

prompt-overlord-play =
    .brief = Overlord: { $option }?
    .normal = The Overlord plays. { $option }?
    .verbose = Now the Overlord plays. What will it be? Step through the list. { $option }?
    .screen = OVERLORD / { $option } / >{ $press }=THIS ONE
option-overlord-play-one-monster = 1 monster, in an arc of choice
    .brief = 1 monster
    .screen = 1 MONSTER
option-overlord-play-two-tokens = 2 tokens, by the die
    .brief = 2 tokens
    .screen = 2 TOKENS
option-overlord-play-nothing = nothing
    .screen = NOTHING
prompt-overlord-arc =
    .brief = Which arc? { $option }?
    .normal = Overlord, which arc? { $option }?
    .verbose = The Overlord picks the arc. Which one? Step through the list. { $option }?
    .screen = OVERLORD / WHICH ARC? / { $option } / >{ $press }=THIS ARC
event-overlord-chose =
    .brief = Overlord: { $choice }.
    .normal = The Overlord plays { $choice }.
    .verbose = The Overlord has picked what he plays: { $choice }.
    .screen = OVERLORD / { $choice }
prompt-draw-overlord =
    .brief = Overlord, { overlord-taps }{ $may_stop ->
        [yes] , or press
       *[no] {""}
    }.
    .normal = Overlord, { overlord-taps }.{ $may_stop ->
        [yes] {" "}Press if that is all.
       *[no] {""}
    }
    .verbose = Overlord, { overlord-taps } on the reader, out of your hand or the bag.{ $may_stop ->
        [yes] {" "}You may play up to { n-owed } more. Press if that is all.
       *[no] {""}
    }
    .screen = OVERLORD / { $may_stop ->
        [yes] TAP A TOKEN / >PRESS=NO MORE
       *[no] { $wanted ->
            [overlord-monster] PLAY A MONSTER
           *[other] PLAY THE NEXT
        } / >TAP A TOKEN
    }
overlord-taps = { $wanted ->
        [overlord-monster] tap the monster you play
        [overlord-support] tap the last Support
       *[other] tap the token you play
    }

# Why not

refused-overlord-monster =
    .brief = That is no monster.
    .normal = Just a monster can be played in an arc of choice.
    .verbose = { refused-overlord-monster.normal } Nothing was changed.
    .screen = NOT A MONSTER
refused-overlord-support =
    .brief = Just the last Support.
    .normal = Just the last Support may still be played now.
    .verbose = { refused-overlord-support.normal } Nothing was changed.
    .screen = LAST SUPPORT
