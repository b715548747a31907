"""What is true of every game, of whatever boxes, each time that it waits for an input.

`check_game` is called after every input of the scenes, the random games, the property tests and the soak. It knows the
boxes by the names of their parts (`table.parts["agranok"]`), so that one statement holds for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.game.board import ARC_NUMBERS, SPACES
from companion.game.pieces import Structure, Token
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import DONE, Choose, Tap
from companion.game.rules.table import Monster, Request, Table
from companion.game.session import Changed, Game

MOST_FLAMES = 2
"""The third Flame token destroys a structure (The Wizard's Tower rulebook, Fire)."""
SUMMONING = 3
"""The third Herald summons Agranok (The Dark Titan rulebook, Summoning Agranok and Placing Heralds)."""
LEVELS = range(6)
"""The levels of Agranok's card; 0 while it is face down."""
NEVER_KEPT = frozenset({"imp", "agranok", "doppelganger"})
"""Monsters that are nobody's trophy (the rulebooks of The Wizard's Tower and The Dark Titan)."""


def check_game(game: Game) -> None:
    """Raise AssertionError with one sentence for each thing that is wrong."""
    found = list(faults(game))
    assert not found, "; ".join(found)


def faults(game: Game) -> Iterator[str]:
    """Yield one sentence for each thing that is wrong."""
    table = game.table
    for statement in (_places, _board, _tar, _structures, _bag, _trophies, _turn, *_STATEMENTS_OF_PARTS):
        yield from statement(table)
    yield from _end(game)
    yield from _question(game)
    yield from _answers(game)
    if is_at_rest(game):
        yield from _left_over(table)
    if is_by_the_rules(game):
        yield from _played_tokens(table)
        yield from _played_structures(table)
        yield from _played_turn(table)
        if is_at_rest(game):
            yield from _played_to_rest(table)


def is_at_rest(game: Game) -> bool:
    """Whether nothing is under way: the phase asks its own question, and not one that an action has raised."""
    return game.request.topic == game.table.phase != "over" and not game.request.variety


def is_by_the_rules(game: Game) -> bool:
    """Whether the rules alone have led here: nobody has corrected the table or forced a play."""
    return not any(isinstance(entry, Changed) or getattr(entry, "force", False) for entry in game.history)


# Where the tokens are


def piles(table: Table) -> dict[str, list[Token]]:
    """Return every place where a token may be, with the tokens that are there."""
    places: dict[str, list[Token]] = {
        "board": list(table.board),
        "bag": list(table.bag),
        "unseen": list(table.unseen),
        "discard": list(table.discard),
        "removed": list(table.removed),
        "absent": list(table.absent),
        "in hand": [table.in_hand] if table.in_hand else [],
    }
    places |= {f"trophies of {player}": list(pile) for player, pile in enumerate(table.trophies)}
    for part in table.parts.values():
        places |= {name: list(tokens) for name, tokens in part.piles().items()}
    return places


def _places(table: Table) -> Iterator[str]:
    counts = Counter(token for pile in piles(table).values() for token in pile)
    for token in table.pieces.values():
        if counts[token] != 1:
            yield f"{token} is in {counts[token]} places"
    for token in counts.keys() - set(table.pieces.values()):
        yield f"{token} does not belong to this game"


def _board(table: Table) -> Iterator[str]:
    places = piles(table)
    standing = {*table.board, *places.get("supports", ()), *places.get("cavalier", ())}
    path = _part(table, "path")
    spaces = set(path.spaces if path else SPACES.values())
    for monster in table.board:
        if not isinstance(monster, Monster):
            yield f"{monster} is on the board and is not a Monster"
        if 0 < monster.health < getattr(monster, "least_health", 0):  # 0 while a blow is being dealt
            yield f"{monster} has {monster.health} health, which is less than it can have"
    for token in table.pieces.values():
        if token in standing:
            yield from _on_a_space(token, spaces)
        elif token.where or token.space:
            yield f"{token} has a space and is not on the board"
        elif (token.health, token.flames, token.tarred) != (token.kind.health, 0, False):
            yield f"{token} is hurt or marked and is not on the board"


def _on_a_space(token: Token, spaces: set[Any]) -> Iterator[str]:
    for space in {token.where, token.space or token.where} - spaces:
        yield f"{token} stands on {space}, which this board does not have"
    if not 0 <= token.health <= token.kind.health:
        yield f"{token} has {token.health} health and {token.kind.health} printed"
    if token.flames < 0:
        yield f"{token} has {token.flames} Flame tokens"


def _tar(table: Table) -> Iterator[str]:
    tarred = [token for token in table.pieces.values() if token.tarred]
    if tarred != ([table.tarred] if table.tarred else []):
        yield f"the Tar token is on {tarred} and was put on {table.tarred}"
    if table.tarred and table.tarred not in table.board:
        yield f"the Tar token is on {table.tarred}, which is not on the board"


def _bag(table: Table) -> Iterator[str]:
    for token in table.unseen:
        if not getattr(token, "secret", False):
            yield f"{token} is unseen and is not a secret"
    if not 0 <= table.unseen_left <= len(table.unseen):
        yield f"{table.unseen_left} of {len(table.unseen)} unseen tokens are in the bag"


def _trophies(table: Table) -> Iterator[str]:
    if len(table.trophies) != table.players + 1:
        yield f"{len(table.trophies)} piles of trophies, not one for each player"
    if table.trophies[0]:
        yield f"nobody keeps {table.trophies[0]}"


# Walls and Towers


def _structures(table: Table) -> Iterator[str]:
    arcs = [] if _part(table, "path") else list(ARC_NUMBERS)
    for sort, structures in (("wall", table.walls), ("tower", table.towers)):
        if [(one.sort, one.arc) for one in structures] != [(sort, arc) for arc in arcs]:
            yield f"the {sort}s are {structures}"
        for one in structures:
            yield from _structure(one)
    wizards = [tower for tower in table.towers if tower.wizard]
    if len(wizards) > 1:
        yield f"{wizards} are all the Wizard's Tower"


def _structure(structure: Structure) -> Iterator[str]:
    if not 0 <= structure.flames <= MOST_FLAMES:
        yield f"{structure} has {structure.flames} Flame tokens"
    if structure.flames and structure.fortified:
        yield f"{structure} burns and is fortified"
    if not structure.standing and (structure.flames or structure.fortified or structure.wizard):
        yield f"{structure} is gone and something is on it"
    if structure.fortified and structure.sort != "wall":
        yield f"{structure} is fortified and is not a Wall"
    if structure.wizard and structure.sort != "tower":
        yield f"{structure} is the Wizard's Tower and is not a Tower"


# The turn and the end


def _turn(table: Table) -> Iterator[str]:
    if table.players != table.options.players:
        yield f"{table.players} players of {table.options.players}"
    if not 1 <= table.player <= table.players:
        yield f"it is the turn of player {table.player}"
    if table.turn < 1:
        yield f"turn {table.turn}"
    if table.phase not in ("setup", "over", *table.named_phases()):
        yield f"phase {table.phase}"
    if table.draws_left < 0:
        yield f"{table.draws_left} tokens are still to be drawn"
    if not set(table.banished) <= table.cards.keys():
        yield f"{table.banished} are banished, and are not all cards of this game"


def _end(game: Game) -> Iterator[str]:
    table = game.table
    over = game.request.kind == "over"
    if over != (table.phase == "over") or over != bool(table.result):
        yield f"phase {table.phase}, result {table.result}, asked {game.request.topic}"
    if table.result not in ("", "won", "lost"):
        yield f"the result is {table.result}"
    if over and table.in_hand:
        yield f"the game is over and {table.in_hand} is in hand"
    if table.slayers and (table.result != "won" or not set(table.slayers) <= set(range(1, table.players + 1))):
        yield f"the Master Slayers are {table.slayers}"
    if table.result == "won" and (table.bag_left or any(getattr(one, "counts", True) for one in table.board)):
        yield "the game is won and Monsters are left"
    if table.result == "lost" and _castle_stands(table):
        yield "the game is lost and the Castle stands"


def _castle_stands(table: Table) -> bool:
    path = _part(table, "path")
    return bool(path.castle if path else table.standing_towers())


# What single boxes bring


def _part(table: Table, name: str) -> Any:
    """Return a part of the table by its name, or None where no box in play has brought it."""
    return table.parts.get(name)


def _path(table: Table) -> Iterator[str]:
    path = _part(table, "path")
    if not path:
        return
    if not (isinstance(path.wall, bool) and isinstance(path.castle, bool)):
        yield f"the path ends at the wall {path.wall} and the castle {path.castle}"
    if any(table.trophies) or table.removed:
        yield "My First Castle Panic has trophies or removed tokens"


def _wizard_deck(table: Table) -> Iterator[str]:
    deck = _part(table, "wizard-deck")
    wizards = [tower.arc for tower in table.towers if tower.wizard]
    if not deck:
        if wizards:
            yield f"the Wizard's Tower is in arc {wizards} without its box"
        return
    if wizards and wizards != [deck.arc]:
        yield f"the Wizard's Tower is in arc {wizards} and was built in arc {deck.arc}"
    if deck.in_play != (bool(wizards) or not deck.arc):
        yield "the Wizard deck is not where its Tower is"


def _spells(table: Table) -> Iterator[str]:
    spells = _part(table, "spells")
    if spells and not {spells.guest, spells.berserk} <= set(range(table.players + 1)):
        yield f"player {spells.guest} is invited, player {spells.berserk} berserk"


def _agranok(table: Table) -> Iterator[str]:
    card = _part(table, "agranok")
    if not card:
        return
    if len(card.heralds) > SUMMONING or any(herald.kind.name != "herald" for herald in card.heralds):
        yield f"Agranok's card holds {card.heralds}"
    if card.level not in LEVELS:
        yield f"Agranok has level {card.level}"
    if card.destroyed != (card.token.space is None and card.token not in table.absent):
        yield "Agranok is destroyed on his card and not on the table, or the other way round"


def _supports(table: Table) -> Iterator[str]:
    for support in piles(table).get("supports", ()):
        if support.kind.sort != "support":
            yield f"{support} stands with the Supports"
        if support.health < 1 or support.flames or support.tarred:
            yield f"{support} is a Support without health, or burns, or is tarred"
        if support.space and not support.space.distance:
            yield f"{support} is a Support inside the Castle"


def _cavalier(table: Table) -> Iterator[str]:
    cavalier = _part(table, "cavalier")
    piece = cavalier.piece if cavalier else None
    if piece and (piece.health, piece.flames, piece.tarred) != (piece.kind.health, 0, False):
        yield "the Cavalier is hurt or marked"


def _overlord(table: Table) -> Iterator[str]:
    overlord = _part(table, "overlord")
    if overlord and overlord.chosen not in ("", "one-monster", "two-tokens", "nothing"):
        yield f"the Overlord has chosen {overlord.chosen}"


_STATEMENTS_OF_PARTS = (_path, _wizard_deck, _spells, _agranok, _supports, _cavalier, _overlord)


# The question


def _question(game: Game) -> Iterator[str]:
    standing = game.standing
    if not (standing.kind and standing.topic):
        yield "a question has no name"
    if standing.kind == "chance":
        yield f"people are asked for the chance {standing.topic}"
    if standing.kind == "acknowledge" and not game.table.guided:
        yield f"people are asked for {standing.topic} although they do it unasked"
    if isinstance(standing, Choose):
        yield from _list(standing, game.picked)
    elif game.picked:
        yield f"{game.picked} were picked where nothing is chosen"
    if game.marked not in _marks(standing, game.table):
        yield f"the mark is at {game.marked} in {standing.topic}"


def _list(question: Choose, picked: list[Any]) -> Iterator[str]:
    names = [str(option) for option in question.options]
    if not names:
        yield f"{question.topic} has no options"
    if len(set(names)) < len(names):
        yield f"{question.topic} has an option twice"
    if not 1 <= question.least <= question.most:
        yield f"{question.topic} asks for {question.least} to {question.most} options"
    if picked and (len(picked) >= question.most or any(option not in question.options for option in picked)):
        yield f"{question.topic} has {picked} picked"


def _marks(standing: Request, table: Table) -> range:
    """Return where the mark may be: in a list that is walked before one draws, it may be nowhere."""
    if isinstance(standing, Choose):
        return range(len(standing.options))
    return range(-1, len(standing.kinds(table)) if isinstance(standing, Tap) else 0)


def _answers(game: Game) -> Iterator[str]:
    request, table = game.request, game.table
    if isinstance(request, Choose):
        for option in request.options:
            answer = _several(request, option) if request.most > 1 else option
            if not is_taken(game, answer):
                yield f"{request.topic} refuses its own option {option}"
    elif request.kind != "over" and not any(is_taken(game, answer) for answer in _possible_answers(request, table)):
        yield f"{request.topic} takes no answer"


def _several(request: Choose, option: Any) -> list[Any]:
    others = [other for other in request.options if other is not option]
    return [option, *others, *[option] * request.least][: request.least]


def _possible_answers(request: Request, table: Table) -> list[Any]:
    if request.kind == "roll":
        return [1]
    if isinstance(request, Tap):
        return [*table.pieces.values(), *([DONE] if request.may_stop else [])]
    return [DONE if request.may_stop else None]


def is_taken(game: Game, answer: Any) -> bool:
    """Whether the game takes an answer now."""
    try:
        game.request.check(game.table, answer)
    except Refused:
        return False
    return True


# Between two actions nothing is left over


def _left_over(table: Table) -> Iterator[str]:
    if table.in_hand:
        yield f"{table.in_hand} is in hand and nothing is under way"
    for monster in table.board:
        if monster.health < getattr(monster, "least_health", 0):
            yield f"{monster} is on the board without health"
    doubles, recalls, barrage = (_part(table, name) for name in ("doubles", "recalls", "barrage"))
    if doubles and (doubles.falling[0] or doubles.fallen or doubles.chosen or doubles.coming):
        yield "somebody is still about to take the Doppelganger's place"
    if recalls and recalls.owed:
        yield f"{recalls.owed} slain Monsters have not returned"
    if barrage and barrage.running:
        yield "a Barrage is still running"
    yield from _titan_left_over(table)


def _titan_left_over(table: Table) -> Iterator[str]:
    card, cavalier = _part(table, "agranok"), _part(table, "cavalier")
    if card and (card.blow or card.marched or card.playing):
        yield "something that happens to Agranok has not ended"
    if cavalier and (cavalier.moved or cavalier.fought) and table.phase != "cavalier":
        yield "the Cavalier has moved or fought outside his phase"


# What the rules lead to. A correction is believed, and may lead elsewhere


def _played_tokens(table: Table) -> Iterator[str]:
    for token in table.bag:
        if not token.drawable:
            yield f"{token} is in the bag and is not drawn from it"
    possible = sum(token.may_come(table) for token in table.unseen)  # type: ignore[attr-defined]
    if table.unseen_left > possible:
        yield f"{table.unseen_left} unseen tokens are in the bag and {possible} can be"
    for token in (token for pile in table.trophies for token in pile):
        if not (isinstance(token, Monster) and table.keeps_trophies) or token.kind.name in NEVER_KEPT:
            yield f"{token} is a trophy"
    for token in table.pieces.values():
        if token.kind.name == "imp" and token not in table.board and token not in table.absent:
            yield f"{token} is neither on the board nor in the Imp pile"
        if token.kind.name == "agranok-card" and token not in table.absent:
            yield f"{token} is not with Agranok's cards"


def _played_structures(table: Table) -> Iterator[str]:
    if sum(wall.fortified for wall in table.walls) > table.facts.supply.get("fortify", 0):
        yield "more Fortify tokens are on the board than the box has"
    if not _part(table, "fire") and any(one.flames for one in (*table.walls, *table.towers, *table.board)):
        yield "something burns without The Wizard's Tower"


def _played_turn(table: Table) -> Iterator[str]:
    names = [name for name, _ in table.phases]
    if table.draws_left and table.phase in names[: names.index("play")]:
        yield f"tokens of the turn before are owed in phase {table.phase}"


def _played_to_rest(table: Table) -> Iterator[str]:
    card, field = _part(table, "agranok"), _part(table, "supports")
    if not _castle_stands(table):
        yield "the Castle is gone and the game goes on"
    if field and not field.together() <= field.met:
        yield "a Support and a Monster have met and not fought"
    if card and len(card.heralds) >= SUMMONING:
        yield "three Heralds have not summoned Agranok"
    if card and not card.calls_for_heralds and (card.heralds or not card.level):
        yield "Agranok has come and his card is face down or has Heralds on it"
