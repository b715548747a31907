# The names of the tokens and cards of Castle Panic, and its Overlord.

# Tokens. The value is the bare name; `the` and `a` are the name in a sentence.

kind-goblin = goblin
    .the = the goblin
    .a = a goblin
    .screen = GOBLIN
kind-orc = orc
    .the = the orc
    .a = an orc
    .screen = ORC
kind-troll = troll
    .the = the troll
    .a = a troll
    .screen = TROLL
kind-goblin-king = Goblin King
    .the = the Goblin King
    .a = the Goblin King
    .screen = GOBLIN KING
kind-healer = Healer
    .the = the Healer
    .a = the Healer
    .screen = HEALER
kind-orc-warlord = Orc Warlord
    .the = the Orc Warlord
    .a = the Orc Warlord
    .screen = ORC WARLORD
kind-troll-mage = Troll Mage
    .the = the Troll Mage
    .a = the Troll Mage
    .screen = TROLL MAGE
kind-giant-boulder = Giant Boulder
    .the = the Giant Boulder
    .a = a Giant Boulder
    .screen = GIANT BOULDER
kind-red-monsters-move-1 = red monsters move 1
    .the = the red move token
    .a = a red move token
    .screen = RED MOVE
kind-green-monsters-move-1 = green monsters move 1
    .the = the green move token
    .a = a green move token
    .screen = GREEN MOVE
kind-blue-monsters-move-1 = blue monsters move 1
    .the = the blue move token
    .a = a blue move token
    .screen = BLUE MOVE
kind-monsters-move-clockwise = monsters move clockwise
    .the = the clockwise token
    .a = the clockwise token
    .screen = MOVE CLOCKWISE
kind-monsters-move-counter-clockwise = monsters move counter-clockwise
    .the = the counter-clockwise token
    .a = the counter-clockwise token
    .screen = MOVE COUNTER-CLK
kind-plague-archers = archer plague
    .the = the archer plague
    .a = an archer plague
    .screen = ARCHER PLAGUE
kind-plague-knights = knight plague
    .the = the knight plague
    .a = a knight plague
    .screen = KNIGHT PLAGUE
kind-plague-swordsmen = swordsman plague
    .the = the swordsman plague
    .a = a swordsman plague
    .screen = SWORDSMAN PLAGUE
kind-all-players-discard-1-card = all discard 1 card
    .the = the discard token
    .a = the discard token
    .screen = ALL DISCARD
kind-draw-3-monster-tokens = draw 3 tokens
    .the = the draw 3 token
    .a = a draw 3 token
    .screen = DRAW 3 TOKENS
kind-draw-4-monster-tokens = draw 4 tokens
    .the = the draw 4 token
    .a = a draw 4 token
    .screen = DRAW 4 TOKENS

# Cards

card-red-archer = Red Archer
    .screen = RED ARCHER
card-red-knight = Red Knight
    .screen = RED KNIGHT
card-red-swordsman = Red Swordsman
    .screen = RED SWORDSMAN
card-red-hero = Red Hero
    .screen = RED HERO
card-green-archer = Green Archer
    .screen = GREEN ARCHER
card-green-knight = Green Knight
    .screen = GREEN KNIGHT
card-green-swordsman = Green Swordsman
    .screen = GREEN SWORDSMAN
card-green-hero = Green Hero
    .screen = GREEN HERO
card-blue-archer = Blue Archer
    .screen = BLUE ARCHER
card-blue-knight = Blue Knight
    .screen = BLUE KNIGHT
card-blue-swordsman = Blue Swordsman
    .screen = BLUE SWORDSMAN
card-blue-hero = Blue Hero
    .screen = BLUE HERO
card-any-color-archer = Any Color Archer
    .screen = ANY ARCHER
card-any-color-knight = Any Color Knight
    .screen = ANY KNIGHT
card-any-color-swordsman = Any Color Swordsman
    .screen = ANY SWORDSMAN
card-brick = Brick
    .screen = BRICK
card-mortar = Mortar
    .screen = MORTAR
card-barbarian = Barbarian
    .screen = BARBARIAN
card-nice-shot = Nice Shot
    .screen = NICE SHOT
card-tar = Tar
    .screen = TAR
card-drive-him-back = Drive Him Back
    .screen = DRIVE HIM BACK
card-fortify-wall = Fortify Wall
    .screen = FORTIFY WALL
card-missing = Missing
    .screen = MISSING
card-draw-2-cards = Draw 2 Cards
    .screen = DRAW 2 CARDS
card-scavenge = Scavenge
    .screen = SCAVENGE

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
event-monster-healed =
    .brief = { $who }, arc { $space_arc }, { $health } now.
    .normal = Healed: { $where }. Turn the token.
    .verbose = Healed: { $where }. Turn the token so that the { $health } faces the castle.
    .screen = { $where }

event-monster-tarred =
    .brief = Tar on { $who }, arc { $space_arc }.
    .normal = Put the tar on { $spot }.
    .verbose = Put the tar on { $spot }. It will not move this turn.
    .screen = TAR / { $spot }

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
