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
    .verbose = The reader is back. You can tap tokens as before.
    .screen = READER IS BACK
notice-part-lost =
    .brief = { notice-part } is gone.
    .normal = { notice-part } does not work. The game goes on.
    .verbose = { notice-part } does not work now. The game goes on with the rest.
    .screen = { notice-part.screen } / DOES NOT WORK
notice-part-back =
    .brief = { notice-part } is back.
    .normal = { notice-part } works again.
    .verbose = { notice-part } is back and works again.
    .screen = { notice-part.screen } / WORKS AGAIN
notice-part = { $part ->
        [button] the button
        [display] the screen
        [ring] the ring of lights
        [speaker] the speaker
       *[reader] the reader
    }
    .screen = { $part ->
        [button] BUTTON
        [display] SCREEN
        [ring] LIGHTS
        [speaker] SPEAKER
       *[reader] READER
    }
notice-button-stuck =
    .brief = The button is stuck.
    .normal = The button is stuck down.
    .verbose = The button is stuck down, so I do not count it as a press.
    .screen = BUTTON IS STUCK

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
notice-resumed =
    .brief = Back in the game.
    .normal = I am back. The game goes on.
    .verbose = I am back. The game goes on right where it was.
    .screen = BACK AGAIN / THE GAME GOES ON
notice-no-game =
    .brief = Ready. No game yet.
    .normal = I am ready. Start a new game.
    .verbose = I am ready, but there is no game on. Start a new one.
    .screen = READY / >NEW GAME
notice-not-saved =
    .brief = I cannot save the game.
    .normal = I cannot save the game. Play on.
    .verbose = I cannot save the game. Play on.
    .screen = CANNOT SAVE / GAME GOES ON
