# What the simulated table says itself: about its people's hands and bag, its keys, its window. Plain values, no lengths.

play-offer = Offer: { $text }
play-no-terminal = This is no terminal, so there are lines only.
play-needs-textual = The window needs Textual: install castle-companion[play]. It works without when called as: companion play --plain
play-busy = { $place }: somebody else plays here already.
play-result = { $result ->
        [won] Won
       *[lost] Lost
    } after { $turns ->
        [one] { $turns } turn
       *[other] { $turns } turns
    }, { $inputs } inputs.
play-stats-head = | Boxes | Games | Won | Turns | Towers left | Cards told | Kinds of cards told |
play-stats-row = | { $boxes } | { $games } | { $won } % | { $turns } | { $towers } | { $cards } | { $told } of { $kinds } |
play-kept = The game is kept in { $place }.
play-goes-on = The game that was kept goes on as it was begun. For another one: companion play --new
play-set-aside = The game that was kept does not open: it is set aside as { $place }, and a new one begins.
play-cards-set-aside = What the players did with their cards cannot be read: it is set aside as { $place }, and the game goes on without.

# Commands that are none

play-unknown-command = There is no command { $command }. Type help for the commands.
play-needs-number = A number belongs after that.
play-needs-more = Something is missing after that. Type help for the commands.
play-trade-how = Say it like this: trade red archer for brick with 2.

# Cards

play-hand = Player { $player } holds { $cards }.
play-none = nothing
play-card-count = { $card }{ $count ->
        [1] {""}
       *[other] {" "}×{ $count }
    }
play-card-on = { $card } on { $aim }
play-option = { $id }: { $text }
play-tray-entry = { $kind }: { $count }
play-did-swap = Player { $player } discards { $card } and draws a card.
play-did-trade = Player { $player } gives { $card } to player { $other } for { $wanted }.
play-did-fetch = Player { $player } takes { $card } from the discards.
play-no-swap = No card can be swapped any more in this turn.
play-no-wizard-deck = There is no Wizard deck now.
play-no-trade = No such trade can be made in this turn.
play-no-fetch = Nothing can be taken from the discards now.
play-no-cards-now = There are no cards to deal with now.
play-no-such-play = There is no play of that number now. Type hand for the list.
play-no-draw = No token is to be drawn now.
play-not-in-bag = There is none of these left in the bag.
play-not-in-hand = Player { $player } does not hold { $card }.
play-not-discarded = { $card } is not among the discards.

# Help

play-help-plain = Commands: press, next, back, undo, redo, roll 4, draw, tap goblin, choose arc 3, play red archer on orc, play 2, play brick with mortar at wall 3, hand for the list of plays, swap tar, swap tar for wizard, trade tar for brick with 2, fetch tar, options, tray, ask danger, ask arc 3, ask board, say, words brief, state, new, help, quit. A line of the table protocol is a command too.
play-help =
    The space bar is the big button. It takes what the last line of the screen offers.

    space, enter  press the button        h, H  hold it, hold it long
    n, b          next, back in a list    o     pick from the list
    t             draw a token unseen     T     draw one that you choose
    1 to 6        you rolled a real die   c     play a card
    m             take a Monster in hand  x     swap a card
    g             trade a card            f     fetch a discard
    u, r          undo, redo              s     say it again
    a             ask about the table     w     how much is said
    v             panel or larger board   :     type a command
    ?             this help               q     leave; the game is kept

    With the mouse: the button, the bag, a Monster, an arc.
    A number is health, # a fortified Wall, × a lost Tower, ~ tar.
    Around the board is the ring of lights: ● is lit, · is dark.

# The window

play-title = Castle companion: the simulated table
play-keys = space press  t draw  c card  m Monster  n b list  u undo  ? help  q quit
play-panel-head = screen
play-board-head = board and ring
play-words-head = voice
play-hands-head = cards
play-hand-head = Player { $player }, { $points ->
        [one] { $points } point
       *[other] { $points } points
    }:
play-tray-head = bag: { $left }
play-type = Command
play-type-hint = play red archer on orc 2
play-nothing-to-pick = { $title }: there is nothing to pick now.
play-pick-token = Draw a token
play-pick-play = Play a card
play-pick-monster = Take a Monster in hand
play-pick-option = Choose
play-pick-question = Ask
play-pick-words = How much is said
play-pick-swap = Swap a card
play-pick-deck = From which deck?
play-deck-castle = The Castle deck
play-deck-wizard = The Wizard deck
play-pick-trade = Trade a card away
play-pick-wanted = For which card?
play-pick-fetch = Fetch a discard
play-lay = Lay it on the reader
play-card-of = { $card } of player { $player }
play-words-brief = brief
play-words-normal = normal
play-words-verbose = verbose
play-ask-danger = What is closest?
play-ask-board = The whole board
play-ask-castle = The castle
play-ask-progress = How far we are
play-ask-settings = The settings
play-no-moment = The game of this seed has no moment worth a picture: try another seed.
