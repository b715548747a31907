"""Words and lights of The Wizard's Tower: its Tower and its deck, Imps, fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.game.boxes.wizards_tower.deck import WizardDeck
from companion.game.boxes.wizards_tower.topics import DRAGON_MOVE, FLAMING_BOULDER_ARC, TREBUCHET_ARC, WARLOCK_ARC
from companion.narration.box_words import BoxWords, Manner, Role
from companion.narration.fields import Field

if TYPE_CHECKING:
    from companion.game.rules.table import Table
    from companion.narration.answer_book import AnswerBook
    from companion.narration.name import Facts

MANNERS: Final = {
    "wizards-tower-placed": Manner("place", weight=2),
    "wizard-deck-left": Manner("wait", weight=4, role=Role.BY_STORM),
    "wizard-deck-returned": Manner("wait", weight=3),
    "tower-built": Manner("place", weight=2),
    "phase-skipped": Manner("target"),
    "imps-came": Manner("place", weight=2, role=Role.GATHERS),
    "structure-lit": Manner("flame", weight=3),
    "structure-doused": Manner("doused", weight=2),
    "monster-lit": Manner("flame", weight=2, role=Role.ON_THE_WAY),  # a Climbing Troll catches fire on its way
    "monster-doused": Manner("doused"),
    "flames-passed": Manner("flame", weight=3, role=Role.BY_STORM),
    "flames-short": Manner("wait", weight=3),
    "fire-breathed": Manner("breath", weight=2, fields={"target": Field.STRUCTURE}),
    "monsters-frozen": Manner("wait", weight=2),
    "monster-returned": Manner("wait"),
    "doppelganger-replaced": Manner("place", weight=3),
    "doppelganger-left": Manner("slain", weight=3),
    "player-invited": Manner("wait", weight=2, fields={"guest": Field.PLAYER}),
    "fortify-moved": Manner("place", weight=2),
}


def deck_facts(table: Table) -> Facts:
    """Whether there is a Wizard deck to draw from."""
    deck = table.parts.get("wizard-deck")
    return {"wizards": "yes" if isinstance(deck, WizardDeck) and deck.in_play else "no"}


def tower(book: AnswerBook) -> str:
    """Where the Wizard's Tower is."""
    arc = next((tower.arc for tower in book.table.towers if tower.wizard), 0)
    return book.phrase("answer-wizards-tower", wizard_arc=arc)


WIZARDS_TOWER: Final = BoxWords(
    manners=MANNERS,
    arc_rolls=frozenset({FLAMING_BOULDER_ARC, TREBUCHET_ARC, WARLOCK_ARC}),
    way_rolls=frozenset({DRAGON_MOVE, WARLOCK_ARC}),
    state=deck_facts,
    castle=tower,
)
