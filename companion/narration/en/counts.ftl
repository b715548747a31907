# Counted things that stand in several messages.

n-players = { $players ->
        [one] 1 player
       *[other] { $players } players
    }
    .screen = { $players ->
        [one] 1 PLAYER
       *[other] { $players } PLAYERS
    }
n-points = { $points ->
        [one] 1 point
       *[other] { $points } points
    }
    .screen = { $points ->
        [one] 1 POINT
       *[other] { $points } POINTS
    }
n-cards = { $count ->
        [one] 1 card
       *[other] { $count } cards
    }
    .screen = { $count ->
        [one] 1 CARD
       *[other] { $count } CARDS
    }
n-more-tokens = { $count ->
        [one] 1 more token
       *[other] { $count } more tokens
    }
    .screen = { $count ->
        [one] 1 MORE TOKEN
       *[other] { $count } MORE TOKENS
    }
n-owed = { $owed ->
        [one] 1 token
       *[other] { $owed } tokens
    }
    .screen = { $owed ->
        [one] 1 TO DRAW
       *[other] { $owed } TO DRAW
    }
n-monsters = { $count ->
        [0] no monsters
        [one] 1 monster
       *[other] { $count } monsters
    }
    .screen = { $count ->
        [0] NO MONSTERS
        [one] 1 MONSTER
       *[other] { $count } MONSTERS
    }
n-flames = { $count ->
        [0] no flames
        [one] 1 flame
       *[other] { $count } flames
    }
    .screen = { $count ->
        [0] NO FLAMES
        [one] 1 FLAME
       *[other] { $count } FLAMES
    }
left-tokens = { $left ->
        [0] no tokens are left
        [one] 1 token is left
       *[other] { $left } tokens are left
    }
    .screen = { $left ->
        [0] NO TOKENS LEFT
        [one] 1 TOKEN LEFT
       *[other] { $left } TOKENS LEFT
    }
left-walls = { $left ->
        [0] no walls are left
        [one] 1 wall is left
       *[other] { $left } walls are left
    }
    .screen = { $left ->
        [0] NO WALLS LEFT
        [one] 1 WALL LEFT
       *[other] { $left } WALLS LEFT
    }
left-towers = { $left ->
        [0] none left
       *[other] { $left } left
    }
    .screen = { $left ->
        [0] NO TOWERS LEFT
        [one] 1 TOWER LEFT
       *[other] { $left } TOWERS LEFT
    }
