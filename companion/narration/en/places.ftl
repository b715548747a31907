# Names of players, places and things, and the one way to say where something is.
# The order never changes: name, "flying", arc, color, ring, health, flames.

player = player { $number }
    .screen = PLAYER { $number }

color-red = red
    .screen = RED
color-green = green
    .screen = GREEN
color-blue = blue
    .screen = BLUE
color-any = any color
    .screen = ANY COLOR

ring-forest = Forest
    .brief = Forest
    .normal = Forest
    .verbose = Forest
    .screen = FOREST
ring-archer = Archer ring
    .brief = Archer
    .normal = Archer ring
    .verbose = Archer ring
    .screen = ARCHER
ring-knight = Knight ring
    .brief = Knight
    .normal = Knight ring
    .verbose = Knight ring
    .screen = KNIGHT
ring-swordsman = Swordsman ring
    .brief = Swordsman
    .normal = Swordsman ring
    .verbose = Swordsman ring
    .screen = SWORDSMAN
ring-castle = Castle ring
    .brief = Castle
    .normal = Castle ring
    .verbose = Castle ring
    .screen = CASTLE

wall = wall { $arc }
    .screen = WALL { $arc }
tower = tower { $arc }
    .screen = TOWER { $arc }

arc =
    .brief = arc { $arc }
    .normal = arc { $arc }, { $color }
    .verbose = arc { $arc }, { $color }
    .screen = ARC { $arc } { $color }

place =
    .brief = arc { $arc }, { $ring }
    .normal = arc { $arc }, { $color }, { $ring }
    .verbose = arc { $arc }, { $color }, { $ring }
    .screen = ARC { $arc } { $color } / { $ring_id ->
        [forest] { $ring }
       *[other] { $ring } RING
    }

# It stands before a comma or at an end, as `goer` before a verb.
who =
    .brief = { $name }{ $flying ->
        [yes] , flying
       *[no] {""}
    }
    .normal = { who.brief }
    .verbose = { who.brief }
    .screen = { $flying ->
        [yes] ^{ $name } FLYING
       *[no] { $name }
    }
    .goer = { $name }{ $flying ->
        [yes] , flying,
       *[no] {""}
    }

# Name and place, without health.
spot =
    .brief = { $who }, { $place }
    .normal = { $who }, { $place }
    .verbose = { $who }, { $place }
    .screen = { $who } / { $place }

# Name, place, health, flames.
where =
    .brief = { $who }, { $place }{ $health ->
        [0] {""}
       *[other] , { $health }
    }{ where-flames }
    .normal = { $who }, { $place }{ where-health }{ where-flames }
    .verbose = { $who }, { $place }{ where-health }{ where-flames }
    .screen = { $who } / ARC { $arc } { $flames ->
        [0] { $color }
        [one] { $flames } FLAME
       *[other] { $flames } FLAMES
    } / { $ring }{ $health ->
        [0] {""}
       *[other] {" "}HP { $health }
    }

# The same within an arc that has just been named.
inside =
    .brief = { $who }, { $ring }{ $health ->
        [0] {""}
       *[other] , { $health }
    }{ where-flames }
    .normal = { $who }, { $ring }{ where-health }{ where-flames }
    .verbose = { $who }, { $ring }{ where-health }{ where-flames }
    .screen = { $who } / { $ring }{ $health ->
        [0] {""}
       *[other] {" "}HP { $health }
    }

where-health = { $health ->
        [0] {""}
       *[other] , { $health } health
    }
where-flames = { $flames ->
        [0] {""}
        [one] , { $flames } flame
       *[other] , { $flames } flames
    }

# How lists are joined: two entries, or what stands before a comma or a semicolon and the rest.
list-and = { $first } and { $last }
list-or = { $first } or { $last }
list-comma = { $first }, { $last }
list-long = { $first }; { $last }

# The steps of a turn.
stage-setup = set up
    .screen = SET UP
stage-begin = a new turn
    .screen = NEW TURN
stage-draw-up = draw up
    .screen = DRAW UP
stage-discard = swap cards
    .screen = SWAP CARDS
stage-trade = trade
    .screen = TRADE
stage-play = play cards
    .screen = PLAY CARDS
stage-move = move the monsters
    .screen = MOVE MONSTERS
stage-draw = draw new tokens
    .screen = DRAW TOKENS
stage-end = the end of the turn
    .screen = END OF TURN
stage-over = the game is over
    .screen = GAME OVER

# What single inputs are called when they are taken back.
title-roll = the roll
    .screen = ROLL
title-choice = the choice
    .screen = CHOICE
title-done = the end of the step
    .screen = END OF THE STEP
title-play = the card
    .screen = CARD
title-report = the report
    .screen = REPORT
title-hit = the hit
    .screen = HIT
title-slay = the kill
    .screen = KILL
title-back = the push back
    .screen = PUSH BACK
title-correction = the fix
    .screen = FIX

# Options that are neither pieces nor places.
option-hit = hit it
    .brief = hit
    .screen = HIT
option-hit-2 = hit it for 2
    .brief = double
    .screen = HIT FOR 2
option-hit-3 = hit it for 3
    .brief = triple
    .screen = HIT FOR 3
option-slay = slay it
    .brief = slay
    .screen = SLAY
option-back = push it back
    .brief = back
    .screen = PUSH BACK
option-moved = it stands elsewhere
    .brief = elsewhere
    .screen = ELSEWHERE
option-cancel = leave it
    .brief = leave
    .screen = LEAVE IT
option-yes = yes
    .brief = yes
    .screen = YES
option-no = no
    .brief = no
    .screen = NO
option-roll = roll the die
    .brief = roll
    .screen = ROLL
