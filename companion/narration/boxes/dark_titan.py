"""Words and lights of The Dark Titan: Agranok and his Heralds, the Supports, the Cavalier."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from companion.game.boxes.dark_titan.agranok_card import AgranokCard
from companion.game.boxes.dark_titan.cavalier import Rider
from companion.game.boxes.dark_titan.events import HeraldPlaced
from companion.game.boxes.dark_titan.heralds import SUMMONING
from companion.game.boxes.dark_titan.supports import Supports
from companion.game.boxes.dark_titan.topics import (
    AGRANOK_ARC,
    AGRANOK_CARD,
    AGRANOK_RESULT,
    HERALD_1,
    HERALD_2,
    SUPPORT_ARC,
)
from companion.narration.box_words import BoxWords, Manner, Role
from companion.narration.fields import OptionOf
from companion.narration.phrases import NamedCue

if TYPE_CHECKING:
    from companion.game.pieces import Token
    from companion.game.rules.table import Table
    from companion.narration.answer_book import AnswerBook
    from companion.narration.name import Facts


HERALD_CUES: Final = ("herald-1", "herald-2", "herald-3")
"""One cue for each place on Agranok's card."""
RESULT: Final = OptionOf(AGRANOK_RESULT)


def herald_cue(placed: HeraldPlaced) -> str:
    """The cue of the place on Agranok's card where the Herald lies; all beyond the summoning one look like it."""
    return HERALD_CUES[min(placed.slot, SUMMONING) - 1]


MANNERS: Final = {
    "herald-placed": Manner("herald-1", weight=5, role=Role.ANNOUNCES, exact=herald_cue),
    "herald-missing": Manner("wait"),
    "agranok-revealed": Manner("target", weight=6),
    "agranok-endured": Manner("hit", weight=3),
    "agranok-effect": Manner("target", weight=3, said_by=AGRANOK_RESULT, fields={"result": RESULT}),
    "agranok-remembered": Manner("learned", fields={"result": RESULT}),
    "card-banished": Manner("wait", weight=3),
    "attack-missed": Manner("miss", weight=3),
    "troll-burst": Manner("flame", weight=3),
    "troll-struck": Manner("flame", weight=5, role=Role.BY_STORM),
    "support-placed": Manner("place", weight=2, role=Role.PLACES),
    "support-moved": Manner("place", weight=2),
    "support-fought": Manner("hit", weight=2),
    "support-lost": Manner("slain", weight=3),
    "support-arrived": Manner("castle", weight=4),
    "cavalier-placed": Manner("cavalier", weight=2, role=Role.PLACES),
    "cavalier-moved": Manner("cavalier", weight=2),
    "cavalier-fought": Manner("hit", weight=2),
    "cavalier-stayed": Manner("cavalier", weight=0),
    "cavalier-lost": Manner("slain", weight=4),
    "barrage-began": Manner("ready", weight=2),
    "barrage-ended": Manner("wait", weight=0),
}


# Answers


def cavalier(book: AnswerBook) -> str:
    """Where the Cavalier is."""
    piece = Rider.of(book.table).piece
    if piece.space is None:
        return book.say("answer-cavalier", here="no", spot="", place="")
    spot, place = book.names.spot(piece.kind, piece.space, book.form), book.names.place(piece.space, book.form)
    return book.say("answer-cavalier", here="yes", spot=spot, place=place)


def heralds(book: AnswerBook) -> str:
    """How many Heralds are on Agranok's card, and whether he is here."""
    card = AgranokCard.of(book.table)
    fate = "gone" if card.destroyed else "here" if card.token.space is not None else "waiting"
    return book.say("answer-heralds", fate=fate, count=len(card.heralds), all=SUMMONING)


def secrets(table: Table) -> Iterator[str]:
    """His level, until he comes."""
    if not AgranokCard.of(table).level:
        yield "answer-secret-level"


def level(table: Table) -> Facts:
    """His level as far as it is known, or 0."""
    card = table.parts.get("agranok")
    return {"level": card.level if isinstance(card, AgranokCard) else 0}


# On the board


def friends(table: Table) -> Iterator[Token]:
    """The Supports and the Cavalier on the board."""
    yield from Supports.of(table).supports
    rider = Rider.of(table)
    if rider.piece.space is not None:
        yield rider.piece


def marks(table: Table) -> Iterator[NamedCue]:
    """Where the Cavalier rides."""
    space = Rider.of(table).piece.space
    if space is not None:
        yield NamedCue(arc=space.arc, cue="cavalier")


DARK_TITAN: Final = BoxWords(
    manners=MANNERS,
    question_cues={AGRANOK_CARD: "secret", HERALD_1: "herald-1", HERALD_2: "herald-2"},
    arc_rolls=frozenset({AGRANOK_ARC, SUPPORT_ARC}),
    answers={"cavalier": cavalier, "heralds": heralds},
    boss_sorts=frozenset({"agranok"}),
    rules={"agranok": level},
    secrets=secrets,
    friends=friends,
    marks=marks,
)
