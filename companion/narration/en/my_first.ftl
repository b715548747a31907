# The voice of My First: for people of four years and up. Words of one or two syllables, six words at most in brief,
# one thing to do at a time, color and shape always together, and a kind end.
# A message that begins with `kid-` is said in place of the one of that name, or belongs to this voice alone.

# The names of its tokens. The value is the bare name; `the` and `a` are the name in a sentence.

kind-star-goblin = star goblin
    .the = the star goblin
    .a = a star goblin
    .screen = STAR GOBLIN
kind-shover = shover
    .the = the shover
    .a = a shover
    .screen = SHOVER
kind-runner = runner
    .the = the runner
    .a = a runner
    .screen = RUNNER
kind-marcher = marcher
    .the = the marcher
    .a = a marcher
    .screen = MARCHER

# The names of its cards

card-red-triangle = Red Triangle
    .screen = RED TRIANGLE
card-red-circle = Red Circle
    .screen = RED CIRCLE
card-red-square = Red Square
    .screen = RED SQUARE
card-green-triangle = Green Triangle
    .screen = GREEN TRIANGLE
card-green-circle = Green Circle
    .screen = GREEN CIRCLE
card-green-square = Green Square
    .screen = GREEN SQUARE
card-blue-triangle = Blue Triangle
    .screen = BLUE TRIANGLE
card-blue-circle = Blue Circle
    .screen = BLUE CIRCLE
card-blue-square = Blue Square
    .screen = BLUE SQUARE
card-any-triangle = Any Triangle
    .screen = ANY TRIANGLE
card-any-circle = Any Circle
    .screen = ANY CIRCLE
card-any-square = Any Square
    .screen = ANY SQUARE
card-wall = Wall
    .screen = WALL
card-boot = Boot
    .screen = BOOT

# Names and places

stage-draw-card = draw a card
    .screen = DRAW A CARD
kid-shape-circle = circle
    .screen = CIRCLE
kid-shape-square = square
    .screen = SQUARE
kid-shape-triangle = triangle
    .screen = TRIANGLE

kid-path-place = { $color } { $shape }
kid-path-where =
    .brief = { $who }, { $place }
    .normal = { $who }, { $place }
    .verbose = { $who }, { $place }
    .screen = { $who } / { $place }

kid-option-caught = you caught it
    .screen = CAUGHT
kid-option-cancel = not yet
    .screen = NOT YET
kid-title-caught = the catch
    .screen = CATCH

# Set up

kid-prompt-towers-walls =
    .brief = Put up the castle.
    .normal = Put up the castle. Press when done.
    .verbose = Let us set up. Put the castle at the end of the path. Press when done.
    .screen = SET UP / PUT UP CASTLE / >PRESS WHEN DONE
kid-prompt-piles =
    .brief = { $pile ->
        [wall] Put the wall in front.
        [dungeon] Put the box here.
        [cards] Deal { $count ->
            [one] 1 card
           *[other] { $count } cards
        } each.
       *[monsters] Mix the other monsters.
    }
    .normal = { $pile ->
        [wall] Put the wall in front of the castle.
        [dungeon] Put the box by the board. It is the Dungeon.
        [cards] Give each player { $count ->
            [one] 1 card.
           *[other] { $count } cards.
        }
       *[monsters] Mix the rest of the monsters, face down.
    } Press when done.
    .verbose = { $pile ->
        [wall] Put the wall on the space in front of the castle.
        [dungeon] Put the bottom of the box by the board. It is the Dungeon. We put the monsters in there.
        [cards] Mix the cards and give each player { $count ->
            [one] 1 card, face up.
           *[other] { $count } cards, face up.
        }
       *[monsters] Lay the rest of the monsters face down and mix them. That is the pile.
    } Press when done.
    .screen = SET UP / { $pile ->
        [wall] WALL IN FRONT
        [dungeon] BOX = DUNGEON
        [cards] DEAL { $count ->
            [one] 1 CARD
           *[other] { $count } CARDS
        }
       *[monsters] MIX THE PILE
    } / >PRESS WHEN DONE
kid-prompt-start-piece =
    .brief = Find a { $kinds }. Tap it.
    .normal = Find a { $kinds } and tap it here.
    .verbose = Find a { $kinds } and tap it here. I will tell you where it goes.
    .screen = SET UP / { $kinds } / >TAP IT HERE
kid-prompt-start-piece-list =
    .brief = A { $option }?
    .normal = Is it { FORM($option, "a") }? { $press } for yes.
    .verbose = Is it { FORM($option, "a") }? { $press } for yes, or look at the next one.
    .screen = IS IT / { $option } / >{ $press }=YES
kid-prompt-first-player =
    .brief = Who is the youngest? { $option }?
    .normal = Who is the youngest? Is it { $option }?
    .verbose = The youngest may start. Is it { $option }? { $press } for yes, or go to the next one.
    .screen = WHO IS THE / YOUNGEST? / { $option } / >{ $press }=YES
kid-prompt-place-piece-all =
    .brief = Put them on the path.
    .normal = Put each one where I said. Press when done.
    .verbose = Put each monster on the space that I said. Press when done.
    .screen = SET UP / PUT THEM ON PATH / >PRESS WHEN DONE

# The four steps

kid-prompt-draw-card =
    .brief = Draw a card.
    .normal = Draw 1 card. Press when done.
    .verbose = Take 1 card from the pile and put it in front of you. Press when done.
    .screen = { $player } / DRAW 1 CARD / >PRESS WHEN DONE
kid-prompt-play =
    .brief = { $monsters ->
        [0] Press the button.
       *[other] { $players ->
            [1] Catch a monster.
           *[other] Catch one. Or ask a friend.
        }
    }
    .normal = { $monsters ->
        [0] No monster to catch. Press the button.
       *[other] { $players ->
            [1] Play a card to catch a monster. { $more_help ->
                [yes] If no card fits, take 1 more.
               *[no] Press when done.
            }
           *[other] Play 1 card{ $more_help ->
                [yes] . Or ask a friend to help. If no card fits, take 1 more.
               *[no] {" "}to catch a monster. Or ask a friend to help.
            }
        }
    }
    .verbose = { $monsters ->
        [0] There is no monster to catch now. Press the button to go on.
       *[other] { $players ->
            [1] Play a card. It must match the color and the shape under a monster. You can play more cards. Press when done.
           *[other] Play 1 card. It must match the color and the shape under a monster. You can ask 1 friend to play a card for you.
        }
    }{ $more_help ->
        [yes] {" "}If no card fits, take 1 more.
       *[no] {""}
    }
    .screen = { $player } / PLAY 1 CARD / { $players ->
        [1] OR MORE
       *[other] OR ASK FOR HELP
    } / >PRESS WHEN DONE
kid-prompt-tapped =
    .brief = { $option }?
    .normal = { $spot }. { $option }? { $press } for yes.
    .verbose = { $spot }. { $option }? { $press } for yes, or go to the next one.
    .screen = { $spot } / >{ $press }={ $option }
kid-prompt-move-pieces =
    .brief = All monsters step.
    .normal = All the monsters step 1 space to the castle.
    .verbose = Now all the monsters take 1 step to the castle. Start with the one in front. Press when they have all moved.
    .screen = MONSTERS MOVE / 1 STEP EACH / >PRESS WHEN DONE
kid-prompt-draw =
    .brief = New monster. Tap it.
    .normal = Draw 1 monster and tap it here.
    .verbose = Draw 1 monster. Turn it over and tap it here. I will tell you where it goes.
    .screen = NEW MONSTER / >TAP IT HERE
kid-prompt-draw-list =
    .brief = A { $option }?
    .normal = Is it { FORM($option, "a") }? { $press } for yes.
    .verbose = Is it { FORM($option, "a") }? { $press } for yes, or look at the next one.
    .screen = IS IT / { $option } / >{ $press }=YES
kid-prompt-place-piece =
    .brief = { $on_board ->
        [yes] Put it on the { $place }.
       *[no] Put it in the Dungeon.
    }
    .normal = { $on_board ->
        [yes] Put { FORM($piece, "the") } on the { $place }.
       *[no] Put { FORM($piece, "the") } in the Dungeon.
    } Press when done.
    .verbose = { $on_board ->
        [yes] { $number ->
            [1] Put { FORM($piece, "the") } on START, the { $place }.
           *[other] Put { FORM($piece, "the") } on the { $place }.
        }
       *[no] Put { FORM($piece, "the") } in the Dungeon, and put the wall to the side.
    } Press when done.
    .screen = { $on_board ->
        [yes] { $piece } / { $place }
       *[no] { $piece } / DUNGEON
    } / >PRESS WHEN DONE
kid-prompt-over =
    .brief = { $result ->
        [won] You all win!
       *[lost] Good try! One more game?
    }
    .normal = { $result ->
        [won] You all win! Play one more game?
       *[lost] You played so well! Play one more game?
    }
    .verbose = { $result ->
        [won] You all win! Well done! Do you want to play one more game?
       *[lost] You all did so well! Do you want to play one more game?
    }
    .screen = { $result ->
        [won] YOU WIN!
       *[lost] GOOD TRY!
    } / >PLAY AGAIN?

# What has happened

kid-event-game-began =
    .brief = Let us play!
    .normal = Let us play! Catch all the monsters!
    .verbose = Let us play! The monsters want to get to the castle. Catch them all!
    .screen = LET US PLAY!
kid-event-easy-rules-piled =
    .brief = Pick 1 easy rule.
    .normal = You have { $count } easy rules. The book says 1.
    .verbose = You picked { $count } easy rules. The book says to pick 1. You can play with them all the same.
    .screen = { $count } EASY RULES / BOOK SAYS 1
kid-event-turn-began =
    .brief = { $player }.
    .normal = { $player }, it is your turn.
    .verbose = { $player }, now it is your turn.
    .screen = { $player } / YOUR TURN
kid-event-phase-began-draw-card =
    .brief = Draw a card.
    .normal = Draw 1 card.
    .verbose = Take 1 card from the pile and put it in front of you.
    .screen = { $player } / DRAW 1 CARD
kid-event-phase-began-play =
    .brief = Play a card.
    .normal = Now play 1 card.
    .verbose = Now play 1 card to catch a monster.
    .screen = { $player } / PLAY 1 CARD
kid-event-card-played =
    .brief = { $card }.
    .normal = { $player } plays { $card }.
    .verbose = { $player } plays { $card }. Put the card on the used pile.
    .screen = { $player } / { $card }
kid-event-monster-caught =
    .brief = Caught! Dungeon!
    .normal = You caught { FORM($piece, "the") }! Put it in the Dungeon.
    .verbose = You caught { FORM($piece, "the") } on the { $space }! Put it in the Dungeon.
    .screen = CAUGHT! / { $piece } / DUNGEON
kid-event-monster-booted =
    .brief = Boot! Back in the pile.
    .normal = Boot! Put { FORM($piece, "the") } back in the pile.
    .verbose = Boot! Put { FORM($piece, "the") } back in the pile, face down, and mix the pile.
    .screen = BOOT! / { $piece } / BACK IN THE PILE
kid-event-wall-rebuilt =
    .brief = The wall is back!
    .normal = The wall is back! Put it up.
    .verbose = The wall is back! Put it up in front of the castle.
    .screen = WALL IS BACK!
kid-event-monster-stepped =
    .brief = { $piece } to { $space }.
    .normal = { FORM($piece, "the") } steps to the { $space }.
    .verbose = { FORM($piece, "the") } steps from the { $origin } to the { $space }.
    .screen = { $piece } / { $space }
kid-event-monsters-stepped =
    .brief = { $cause ->
        [march] All monsters step.
       *[push] All step 1 more.
    }
    .normal = { $cause ->
        [march] All the monsters step 1 space to the castle.
       *[push] A push! All the monsters step 1 more space.
    }
    .verbose = { $cause ->
        [march] Now all the monsters take 1 step to the castle. Start with the one in front.
       *[push] A big push! All the monsters take 1 more step to the castle. Start with the one in front.
    }
    .screen = MONSTERS MOVE / 1 STEP EACH
kid-event-wall-bumped =
    .brief = Bonk! The wall falls.
    .normal = Bonk! { FORM($piece, "the") } hits the wall. Both fall down.
    .verbose = Bonk! { FORM($piece, "the") } hit the wall. They both fall down. Put the monster in the Dungeon and put the wall to the side.
    .screen = BONK! / WALL IS DOWN
kid-event-token-drawn =
    .brief = { FORM($piece, "a") }!
    .normal = It is { FORM($piece, "a") }!
    .verbose = Look! It is { FORM($piece, "a") }!
    .screen = { $piece }!
kid-event-token-drawn-shover =
    .brief = Shover! It gives a push.
    .normal = A shover! It gives a push.
    .verbose = It is a shover! It comes to START and gives all the monsters a push.
    .screen = SHOVER! / A PUSH
kid-event-token-drawn-runner =
    .brief = Runner! It jumps to the front.
    .normal = A runner! Put it in front of the first monster.
    .verbose = It is a runner! Find the monster closest to the castle. The runner goes right in front of it.
    .screen = RUNNER! / GO TO THE FRONT
kid-event-token-drawn-marcher =
    .brief = Marcher! It brings a friend.
    .normal = A marcher! It gives a push and brings a friend.
    .verbose = It is a marcher! It comes to START and gives all the monsters a push. Then a friend comes too.
    .screen = MARCHER! / PUSH + 1 MORE
kid-event-monster-arrived =
    .brief = On the { $space }.
    .normal = Put { FORM($piece, "the") } on the { $space }.
    .verbose = { $space_number ->
        [1] Put { FORM($piece, "the") } on START, the { $space }.
       *[other] Put { FORM($piece, "the") } on the { $space }.
    }
    .screen = { $piece } / { $space }
kid-event-tokens-owed =
    .brief = One more monster!
    .normal = One more monster comes!
    .verbose = The marcher has a friend. One more monster comes!
    .screen = 1 MORE MONSTER
kid-event-draw-skipped-empty =
    .brief = The pile is empty.
    .normal = The pile is empty. No new monster comes.
    .verbose = The pile is empty. No new monster comes. Catch the last ones!
    .screen = PILE IS EMPTY
kid-event-castle-saved =
    .brief = You saved the castle!
    .normal = You caught them all! The castle is safe!
    .verbose = Hooray! You caught all the monsters and the castle is safe. You all win!
    .screen = YOU WIN! / CASTLE IS SAFE
kid-event-castle-flattened =
    .brief = Oh no! The castle fell.
    .normal = Oh no! The castle fell down. You played so well!
    .verbose = Oh no! The castle fell down. But you all played so well! You can build it up and try again.
    .screen = CASTLE FELL / GOOD TRY!
kid-event-corrected =
    .brief = All fixed.
    .normal = All fixed. I see it now.
    .verbose = All fixed. I see it now as you told me.
    .screen = ALL FIXED
kid-event-undone =
    .brief = We go back.
    .normal = { $steps ->
        [one] We go back 1 step.
       *[other] We go back { $steps } steps.
    } Put it all back.
    .verbose = { $steps ->
        [one] We go back 1 step.
       *[other] We go back { $steps } steps.
    } Put it all back as it was.
    .screen = GO BACK / PUT IT BACK
kid-event-redone =
    .brief = We do it again.
    .normal = { $steps ->
        [one] We do 1 step again.
       *[other] We do { $steps } steps again.
    }
    .verbose = { $steps ->
        [one] We do 1 step again.
       *[other] We do { $steps } steps again.
    } Put it all as it was.
    .screen = DO IT AGAIN

# What cannot be

kid-refused-color-and-shape =
    .brief = That card does not match.
    .normal = That card does not match the { $space }.
    .verbose = That card does not match. The monster is on the { $space }. The card must have that color and that shape.
    .screen = NO MATCH / { $space }
kid-refused-one-per-space =
    .brief = Just 1 on each space.
    .normal = You can catch just 1 monster on each space.
    .verbose = You can catch just 1 monster on each space. Pick the one you like.
    .screen = 1 ON EACH SPACE
kid-refused-wall-up =
    .brief = The wall is still up.
    .normal = The wall is still up. Keep that card.
    .verbose = The wall is still up, so you do not need that card now. Keep it for a friend in need.
    .screen = WALL IS UP
kid-refused-not-on-board =
    .brief = It is not on the path.
    .normal = That monster is not on the path.
    .verbose = That monster is not on the path. Pick one that is on the path.
    .screen = NOT ON THE PATH
kid-refused-not-in-bag =
    .brief = { $on_board ->
        [yes] It is on the path.
       *[no] Not from the pile.
    }
    .normal = { $on_board ->
        [yes] That one is on the path. Draw a new one.
       *[no] That one is not from the pile. Draw a new one.
    }
    .verbose = { $on_board ->
        [yes] That one is on the path now. Draw a new one from the pile.
       *[no] That one does not come from the pile. Put it back and draw a new one.
    }
    .screen = { $on_board ->
        [yes] ON THE PATH
       *[no] NOT IN THE PILE
    } / DRAW A NEW ONE
kid-refused-not-in-game =
    .brief = Not in this game.
    .normal = That one is not in this game.
    .verbose = That one is not in this game. Put it back in its box.
    .screen = NOT IN THIS GAME
kid-refused-start-kind =
    .brief = Not that one.
    .normal = Not that one. Look for the one I said.
    .verbose = That is { FORM($piece, "a") }. Look for the one that I said.
    .screen = NOT THAT ONE
kid-refused-neutral-token =
    .brief = Not on the path.
    .normal = That one is not on the path.
    .verbose = That one is not on the path now.
    .screen = NOT ON THE PATH
kid-refused-unknown-tag =
    .brief = I do not know it.
    .normal = I do not know that one.
    .verbose = I do not know that one. Ask a big person to teach me.
    .screen = I DO NOT KNOW IT
kid-refused-game-over =
    .brief = The game is over.
    .normal = The game is over. Play one more?
    .verbose = The game is over. Do you want to play one more?
    .screen = GAME IS OVER
kid-refused-option =
    .brief = Pick one of these.
    .normal = That is not here. Pick one of these.
    .verbose = That is not here. Pick one of the ones I said.
    .screen = PICK ONE
kid-refused-not-now-play =
    .brief = No cards now.
    .normal = No cards now. First do what I said.
    .verbose = You can not play a card now. First do what I said.
    .screen = NO CARDS NOW
kid-refused-not-now-press =
    .brief = No press now.
    .normal = No press now. First do what I said.
    .verbose = The button does not help now. First do what I said.
    .screen = NO PRESS NOW
kid-refused-not-now-tap =
    .brief = No tap now.
    .normal = No tap now. First do what I said.
    .verbose = I do not need a tap now. First do what I said.
    .screen = NO TAP NOW
kid-refused-not-now-done =
    .brief = Not done yet.
    .normal = Not done yet. First do what I said.
    .verbose = You are not done yet. First do what I said.
    .screen = NOT DONE YET
kid-refused-not-now-choose =
    .brief = No pick now.
    .normal = There is no pick to make now.
    .verbose = There is no pick to make now. First do what I said.
    .screen = NO PICK NOW
kid-refused-not-now-roll =
    .brief = We have no dice.
    .normal = We have no dice in this game.
    .verbose = We have no dice in this game. The monsters just walk.
    .screen = NO DICE HERE
kid-refused-no-list =
    .brief = No list now.
    .normal = There is no list to look at now.
    .verbose = There is no list to look at now. First do what I said.
    .screen = NO LIST NOW
kid-refused-no-menu =
    .brief = Just press it.
    .normal = You do not have to hold it. Just press.
    .verbose = You do not have to hold the button down. Just press it.
    .screen = JUST PRESS
kid-refused-nothing-to-undo =
    .brief = We are at the start.
    .normal = We can not go back that far.
    .verbose = We can not go back that far. We are at the start.
    .screen = AT THE START
kid-refused-nothing-to-redo =
    .brief = That was the last one.
    .normal = There is no more to do again.
    .verbose = There is no more to do again. That was the last one.
    .screen = NO MORE
kid-refused-not-in-this-game =
    .brief = Not in this game.
    .normal = We do not have that in this game.
    .verbose = We do not have that in this game. Just play on.
    .screen = NOT IN THIS GAME

# What is answered

kid-answer-not-here =
    .brief = Not in this game.
    .normal = We do not have that in this game.
    .verbose = We do not have that in this game. Ask me who is near the castle.
    .screen = NOT IN THIS GAME
kid-answer-pace =
    .brief = { $pace ->
        [guided] I wait for you.
       *[auto] I do not wait.
    }
    .normal = { $pace ->
        [guided] I wait for you at each step.
       *[auto] I do not wait at each step.
    }
    .verbose = { $pace ->
        [guided] I wait for you at each step. Press when you are done.
       *[auto] I do not wait at each step. I just go on.
    }
    .screen = { $pace ->
        [guided] I WAIT FOR YOU
       *[auto] I GO ON
    }
kid-answer-path =
    .brief = { $count ->
        [0] No monsters.
       *[other] { $monsters }.
    }
    .normal = { $count ->
        [0] There are no monsters on the path.
        [one] There is 1 monster: { $monsters }.
       *[other] There are { $count } monsters: { $monsters }.
    }
    .verbose = { $count ->
        [0] There are no monsters on the path now.
        [one] There is 1 monster on the path: { $monsters }.
       *[other] There are { $count } monsters on the path. The first is next to the castle: { $monsters }.
    }
    .screen = ON THE PATH / { n-monsters.screen }
kid-answer-nearest =
    .brief = { $count ->
        [0] No monsters.
       *[other] { $monsters }.
    }
    .normal = { $count ->
        [0] There are no monsters on the path.
       *[other] In front: { $monsters }.
    }
    .verbose = { $count ->
        [0] There are no monsters on the path now.
       *[other] The one in front is the { $monsters }.{ $wall ->
            [up] {" "}It hits the wall next!
            [down] {" "}It hits the castle next! Catch it!
           *[far] {""}
        }
    }
    .screen = { $count ->
        [0] IN FRONT / NO MONSTERS
       *[other] IN FRONT / { $monsters }
    }
kid-answer-wall-and-castle =
    .brief = { $wall ->
        [yes] The wall is up.
       *[no] The wall is down.
    }
    .normal = { $castle ->
        [yes] The castle is up.
       *[no] The castle is down.
    } { $wall ->
        [yes] The wall is up.
       *[no] The wall is down.
    }
    .verbose = { $castle ->
        [yes] The castle is safe.
       *[no] The castle is down.
    } { $wall ->
        [yes] The wall in front of it is up.
       *[no] The wall in front of it is down. Do you have the Wall card?
    }
    .screen = { $castle ->
        [yes] CASTLE UP
       *[no] CASTLE DOWN
    } / { $wall ->
        [yes] WALL UP
       *[no] WALL DOWN
    }
kid-answer-caught =
    .brief = { $caught } caught. { $left } to come.
    .normal = You caught { $caught }. { $left } are in the pile.
    .verbose = You caught { $caught }. There are { $count } on the path and { $left } in the pile.
    .screen = CAUGHT { $caught } / IN THE PILE { $left }

kid-act-press = press
    .screen = PRESS
kid-act-hold = hold
    .screen = HOLD
