# What the devices and the companion itself have to say, apart from the game.

# Alerts: at most eight words in every length.
notice-reader-lost =
    .brief = The reader is gone. Pick from lists.
    .normal = The reader is gone. Pick from lists.
    .verbose = The reader is gone. Pick from lists.
    .screen = READER IS GONE / PICK FROM LISTS
notice-reader-back =
    .brief = The reader is back.
    .normal = The reader is back. Tap as before.
    .verbose = The reader is back. Tap as before.
    .screen = READER IS BACK
notice-part-lost =
    .brief = { notice-part } is gone.
    .normal = { notice-part } is gone. Play on.
    .verbose = { notice-part } is gone. Play on.
    .screen = { notice-part.screen } / DOES NOT WORK
notice-part-back =
    .brief = { notice-part } is back.
    .normal = { notice-part } works again.
    .verbose = { notice-part } works again.
    .screen = { notice-part.screen } / WORKS AGAIN
notice-part = { $part ->
        [button] the button
        [next] the next button
        [back] the back button
        [pins] the button wire
        [display] the screen
        [ring] the ring of lights
        [speaker] the speaker
       *[reader] the reader
    }
    .screen = { $part ->
        [button] BUTTON
        [next] NEXT BUTTON
        [back] BACK BUTTON
        [pins] BUTTON WIRE
        [display] SCREEN
        [ring] LIGHTS
        [speaker] SPEAKER
       *[reader] READER
    }
notice-button-stuck =
    .brief = The button is stuck.
    .normal = The button is stuck. I count no press.
    .verbose = The button is stuck. I count no press.
    .screen = BUTTON IS STUCK
notice-safe-start =
    .brief = Safe start. Some parts are off.
    .normal = Safe start. Some parts are off. Play on.
    .verbose = Safe start. Some parts are off. Play on.
    .screen = SAFE START / SOME PARTS ARE / OFF. PLAY ON
notice-not-saved =
    .brief = I cannot save the game.
    .normal = I cannot save the game. Play on.
    .verbose = I cannot save the game. Play on.
    .screen = CANNOT SAVE / GAME GOES ON
notice-saving-again =
    .brief = I save again.
    .normal = I can save the game again.
    .verbose = I can save the game again.
    .screen = SAVING AGAIN
notice-journal-set-aside =
    .brief = The saved game is lost.
    .normal = I could not read the saved game.
    .verbose = I could not read the saved game.
    .screen = SAVED GAME / CANNOT BE READ
notice-journal-mended =
    .brief = The saved game was damaged. Check the board.
    .normal = The saved game was damaged. Check the board.
    .verbose = The saved game was damaged. Check the board.
    .screen = SAVED GAME WAS / DAMAGED / >CHECK THE BOARD
notice-steps-lost =
    .brief = I lost the last steps. Check the board.
    .normal = I lost the last steps. Check the board.
    .verbose = I lost the last steps. Check the board.
    .screen = LAST STEPS LOST / >CHECK THE BOARD
notice-tags-set-aside =
    .brief = The tag book is lost.
    .normal = I could not read the tag book.
    .verbose = I could not read the tag book.
    .screen = TAG BOOK / CANNOT BE READ

notice-no-read =
    .brief = No read. Tap again.
    .normal = I could not read that. Hold the token still and tap again.
    .verbose = I felt a tap but could not read it. Lay the token flat on the reader for one second and lift it off.
    .screen = NO READ / TAP AGAIN / >LAY IT FLAT
notice-two-tokens =
    .brief = Two tokens. Lift one.
    .normal = There are two tokens on the reader. Lift one.
    .verbose = There are two tokens on the reader, and I can read just one. Lift one off.
    .screen = TWO TOKENS / >LIFT ONE
notice-random-uid =
    .brief = Not this card. Use a token.
    .normal = I cannot use phones or bank cards. Their number is new each time.
    .verbose = I cannot use this card. Phones and bank cards make up a new number each time. Tap a token with a sticker.
    .screen = NOT THIS CARD / NEW NUMBER EACH / TIME IT IS READ / >USE A TOKEN
notice-quiet =
    .brief = Quiet now.
    .normal = Quiet now. Read the screen.
    .verbose = I am quiet now. What I have to say stands on the screen.
    .screen = QUIET NOW
notice-resumed =
    .brief = Back in the game.
    .normal = I am back. The game goes on.
    .verbose = I am back. The game goes on right where it was.
    .screen = BACK AGAIN / THE GAME GOES ON
notice-no-game =
    .brief = Ready. Press to play.
    .normal = I am ready. Press to start a new game.
    .verbose = I am ready, but there is no game on. Press to start a new one.
    .screen = READY / NO GAME YET / >PRESS=NEW GAME
notice-again =
    .brief = Press again to play again.
    .normal = Press once more to start a new game.
    .verbose = This game is over. Press once more to start a new one, or take back a step.
    .screen = NEW GAME? / >PRESS AGAIN
notice-boxes-unverified =
    .brief = Some facts of these boxes are guesses.
    .normal = Some facts of these boxes are my guess. The command companion boxes asks you for them.
    .verbose = Nobody has yet checked some facts of these boxes, so I use the likely ones. The command companion boxes asks you for them once.
    .screen = SOME FACTS ARE / MY GUESS / COMPANION BOXES
