# What is answered to a question.

answer-arc =
    .brief = { $arc }: { $count ->
        [0] no monsters
       *[other] { $monsters }
    }. { $wall }, { $tower }.{ answer-friends }
    .normal = { $arc }: { $count ->
        [0] no monsters
       *[other] { $monsters }
    }. { $wall }. { $tower }.{ answer-friends }
    .verbose = { $arc }. { $count ->
        [0] No monsters here.
        [one] 1 monster here: { $monsters }.
       *[other] { $count } monsters, far to near: { $monsters }.
    } { $wall }. { $tower }.{ answer-friends }
    .screen = { $arc } / { n-monsters.screen } / { $wall } / { $tower }
answer-friends = { $friends_count ->
        [0] {""}
       *[other] {" "}On your side: { $friends }.
    }

# A wall or a tower in such an answer; `extra` says what lies on it.
answer-wall =
    .brief = { $standing ->
        [yes] wall{ $extra }
       *[no] no wall
    }
    .normal = { $standing ->
        [yes] Wall up{ $extra }
       *[no] Wall gone
    }
    .verbose = { $standing ->
        [yes] The wall is up{ $extra }
       *[no] The wall is gone
    }
    .screen = { $standing ->
        [yes] WALL UP
       *[no] WALL GONE
    }
answer-tower =
    .brief = { $standing ->
        [yes] tower{ $extra }
       *[no] no tower
    }
    .normal = { $standing ->
        [yes] Tower up{ $extra }
       *[no] Tower gone
    }
    .verbose = { $standing ->
        [yes] The tower is up{ $extra }
       *[no] The tower is gone
    }
    .screen = { $standing ->
        [yes] TOWER UP
       *[no] TOWER GONE
    }
answer-extra =
    .brief = { $fortified ->
        [yes] {" "}with Fortify
       *[no] {""}
    }{ where-flames }
    .normal = { answer-extra.brief }
    .verbose = { answer-extra.brief }
    .screen = { answer-extra.brief }

answer-danger =
    .brief = { $monsters }.
    .normal = Closest: { $monsters }.
    .verbose = Closest to the castle: { $monsters }.{ $next ->
        [castle] {" "}It goes on around the castle next.
        [wall] {" "}It hits the wall next.
        [tower] {" "}It hits the tower next.
        [breach] {" "}It walks into the castle next.
        [far] {" "}It moves 1 in next.
       *[several] {""}
    }
    .screen = CLOSEST / { $monsters }
answer-danger-none =
    .brief = No monsters.
    .normal = There are no monsters on the board.
    .verbose = There are no monsters on the board now.
    .screen = CLOSEST / NO MONSTERS

answer-board =
    .brief = { n-monsters }.
    .normal = { n-monsters } on the board.
    .verbose = { $count ->
        [one] There is 1 monster on the board.
       *[other] There are { n-monsters } on the board.
    }
    .screen = BOARD / { n-monsters.screen }
answer-board-arc =
    .brief = { $arc }: { $monsters }.
    .normal = { $arc }: { $monsters }.
    .verbose = { $arc }: { $monsters }.
answer-board-empty =
    .brief = { $arcs_count ->
        [one] Arc { $arcs }: none.
       *[other] Arcs { $arcs }: none.
    }
    .normal = { $arcs_count ->
        [one] Arc { $arcs } is empty.
       *[other] Arcs { $arcs } are empty.
    }
    .verbose = { answer-board-empty.normal }

answer-flames =
    .brief = { $count ->
        [0] No flames.
       *[other] Flames: { $flames }.
    }
    .normal = { $count ->
        [0] There are no flames.
        [one] 1 flame: { $flames }.
       *[other] { $count } flames: { $flames }.
    }
    .verbose = { $count ->
        [0] There are no flames on the board now.
        [one] There is 1 flame: { $flames }.
       *[other] There are { $count } flames: { $flames }.
    }{ $count ->
        [0] {""}
       *[other] {" "}A wall or tower falls at 3. A monster loses 1 health for each flame when it moves.
    }
    .screen = FLAMES / { n-flames.screen }
# One thing that burns: a Wall or Tower, or a Monster.
answer-flame =
    .brief = { $what }, { $count }
    .normal = { $count } on { $what }
    .verbose = { $count } on { $what }
answer-flame-bearer =
    .brief = { FORM($who, "goer") } arc { $arc }
    .normal = { FORM($name, "the") }{ $flying ->
        [yes] , flying,
       *[no] {""}
    } in arc { $arc }
    .verbose = { $spot }

answer-bosses =
    .brief = { $bosses_count ->
        [0] No bosses.
       *[other] { $bosses }.
    }
    .normal = { $bosses_count ->
        [0] No boss is on the board.
        [one] 1 boss: { $bosses }.
       *[other] { $bosses_count } bosses: { $bosses }.
    }
    .verbose = { $bosses_count ->
        [0] No boss is on the board now.
        [one] There is 1 boss on the board: { $bosses }.
       *[other] There are { $bosses_count } bosses on the board: { $bosses }.
    }
    .screen = BOSSES / { $bosses_count ->
        [0] NONE
       *[other] { $bosses_count } ON THE BOARD
    }

# A boss where it stands, and what it changes now.
answer-boss = { $boss }{ $ruled ->
        [yes] : { $rule }
       *[no] {""}
    }

answer-castle =
    .brief = { answer-castle-towers }. { answer-castle-walls }.{ $further }{ answer-castle-extras }
    .normal = { answer-castle-towers }{ answer-castle-missing-towers }. { answer-castle-walls }{ answer-castle-missing-walls }.{ $further }{ answer-castle-extras }
    .verbose = The castle has { answer-castle-towers }{ answer-castle-missing-towers }. It has { answer-castle-walls }{ answer-castle-missing-walls }.{ $further }{ answer-castle-extras }
    .screen = CASTLE / { $towers ->
        [one] 1 TOWER
       *[other] { $towers } TOWERS
    } / { $walls ->
        [one] 1 WALL
       *[other] { $walls } WALLS
    }
answer-castle-towers = { $towers ->
        [0] no towers
        [one] 1 tower
       *[other] { $towers } towers
    }
answer-castle-walls = { $walls ->
        [0] no walls
        [one] 1 wall
       *[other] { $walls } walls
    }
answer-castle-missing-towers = { $lost_towers_count ->
        [0] {""}
       *[other] , missing { $lost_towers }
    }
answer-castle-missing-walls = { $lost_walls_count ->
        [0] {""}
       *[other] , missing { $lost_walls }
    }
answer-castle-extras = { $fortified_count ->
        [0] {""}
       *[other] {" "}Fortified: { $fortified }.
    }{ $tarred_count ->
        [0] {""}
       *[other] {" "}Tar on { $tarred }.
    }

answer-progress =
    .brief = { left-tokens }. { $player }.
    .normal = { left-tokens }. Turn { $turn }. { $player }: { $stage }.
    .verbose = { left-tokens } in the bag. This is turn { $turn }. It is the turn of { $player }: { $stage }.
    .screen = TURN { $turn } / { $player } / { left-tokens.screen }

answer-settings =
    .brief = Words { $words_name }, pace { $pace ->
        [guided] guided
       *[auto] auto
    }.
    .normal = My words are { $words_name }. { n-players }. { $pace ->
        [guided] I wait for you at each step.
       *[auto] I do not wait at each step.
    }{ answer-boxes }
    .verbose = My words are { $words_name }. The game is for { n-players }. { $pace ->
        [guided] I wait for a press at each step that you do by hand.
       *[auto] I do not wait at the steps that you do by hand.
    }{ answer-boxes }
    .screen = SETTINGS / { n-players.screen } / { $pace ->
        [guided] I WAIT FOR YOU
       *[auto] I DO NOT WAIT
    }
answer-boxes = { $boxes_count ->
        [0] {""}
       *[other] {" "}We play with { $boxes }.
    }
words-brief = brief
words-normal = normal
words-verbose = verbose

answer-secret =
    .brief = { $secrets_count ->
        [0] Only the bag.
       *[other] Hidden.
    }
    .normal = What comes next from the bag. I do not know it.{ $secrets_count ->
        [0] {""}
       *[other] {" "}{ $secrets }
    }
    .verbose = What comes next from the bag is a secret. I do not know it, and no one else does.{ $secrets_count ->
        [0] {""}
       *[other] {" "}{ $secrets }
    }
    .screen = SECRET / { $secrets_count ->
        [0] THE BAG
       *[other] HIDDEN
    }
