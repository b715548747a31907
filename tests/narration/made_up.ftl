# What the made-up language says in its own way. All other words are made out of the English ones.

who =
    .gender = { FORM($name, "gender") }
    .accusative = { FORM($name, "accusative") }{ $flying ->
        [yes] , flátterflátter
       *[no] {""}
    }
spot =
    .gender = { FORM($who, "gender") }
    .accusative = { FORM($who, "accusative") }, { $place }
where =
    .gender = { FORM($who, "gender") }
    .accusative = { FORM($who, "accusative") }, { $place }{ where-health }{ where-flames }

# An arc is feminine, and its color with it; a circle and a square are not of one gender.
arc =
    .normal = árcárc { $arc }, { FORM($color, "feminine") }
place =
    .normal = árcárc { $arc }, { FORM($color, "feminine") }, { $ring }
kid-shape-circle =
    .gender = masculine
kid-shape-square =
    .gender = neuter
kid-shape-triangle =
    .gender = feminine
kid-path-place = { FORM($shape, "gender") ->
        [feminine] { FORM($color, "feminine") }
        [neuter] { FORM($color, "neuter") }
       *[masculine] { $color }
    } { $shape }
    .screen = { $color } { $shape }

# A list hands the case on to both of its ends.
list-and = { $first } é { $last }
    .accusative = { FORM($first, "accusative") } é { FORM($last, "accusative") }
list-or = { $first } ö { $last }
    .accusative = { FORM($first, "accusative") } ö { FORM($last, "accusative") }
list-comma = { $first }, { $last }
    .accusative = { FORM($first, "accusative") }, { FORM($last, "accusative") }
list-long = { $first }; { $last }
    .accusative = { FORM($first, "accusative") }; { FORM($last, "accusative") }
answer-danger =
    .normal = víví: { FORM($monsters, "accusative") }.

event-monster-placed =
    .normal = { FORM($piece, "the") } ést { FORM($piece, "gender") ->
        [feminine] püstapüsta
        [neuter] püstopüsto
       *[masculine] püstpüst
    } én { $space }.
    .verbose = pönpön { FORM($where, "accusative") }.
event-monster-moved =
    .normal = { FORM($piece, "the") } ést { FORM($who, "gender") ->
        [feminine] ídaída
        [neuter] ídoído
       *[masculine] ídíd
    } á { $space }.

prompt-draw-list =
    .normal = ¿ütüt { FORM($option, "a-accusative") }? ¡{ $press }!
prompt-moved-ring =
    .normal = ¿ín quéqué { FORM($option, "gender") ->
        [feminine] ringaringa
       *[other] ríngríng
    } ést { FORM($piece, "the") }? ¿{ $option }?
ring-forest =
    .gender = feminine

# One, few, many.
n-points = { $points ->
        [one] { $points } püntpünt
        [few] { $points } püntypünty
       *[other] { $points } püntüpüntü
    }
