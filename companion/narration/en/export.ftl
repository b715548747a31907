# What stands in an exported game beside the words that were said, in the list of games, and after playing one again.
# Plain values, no lengths.

export-game = Game { $number }, { $begun }: { $boxes }, { $players ->
        [one] { $players } player
       *[other] { $players } players
    }, { $result ->
        [won] won
        [lost] lost
        [left] left off
       *[running] not over
    } in turn { $turn }, { $inputs ->
        [one] { $inputs } input
       *[other] { $inputs } inputs
    }.
export-unreadable = Game { $number }, { $begun }: cannot be played by this version, { $inputs ->
        [one] { $inputs } input
       *[other] { $inputs } inputs
    }.
export-names = At the table: { $names }.
export-turn = Turn { $turn }
export-left = { $count ->
        [one] Here { $count } input follows
       *[other] Here { $count } inputs follow
    } that this version cannot play. { $why }
export-skipped = { $count ->
        [one] { $count } input was
       *[other] { $count } inputs were
    } kept, but could not be played again; the game went on without.
export-no-games = No game was played yet.
export-no-such-game = There is no game { $number }. The list has those that are kept: companion export --list

replay-same = { $inputs ->
        [one] { $inputs } input
       *[other] { $inputs } inputs
    } played again, with the same result ({ $digest }).
replay-played = { $inputs ->
        [one] { $inputs } input
       *[other] { $inputs } inputs
    } played. No result is recorded that it could be compared with.
replay-refused = The input after that is refused: { $why }
replay-differs = { $count ->
        [one] { $count } difference
       *[other] { $count } differences
    } after { $inputs ->
        [one] { $inputs } input
       *[other] { $inputs } inputs
    }:
replay-difference = { $place }: recorded { $recorded }, now { $found }
replay-secrets = The game was not over when it was written out: what it keeps secret is not in the file, and is drawn anew.
replay-facts = What is known of the boxes was not the same then: name the owner's file with --facts.
replay-damaged = The recorded result is not as it was written.
