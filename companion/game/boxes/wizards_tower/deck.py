"""The Wizard's Tower among the six Towers, and the Wizard deck that leaves and returns with it.

Source: The Wizard's Tower rulebook, Setup Changes and Wizard Deck.
"""

from __future__ import annotations

from typing import Any

from companion.game.board import ARCS, Arc
from companion.game.boxes.wizards_tower.events import TowerBuilt, WizardDeckLeft, WizardDeckReturned, WizardsTowerPlaced
from companion.game.boxes.wizards_tower.refusals import TWO_WIZARDS_TOWERS, WRONG_WIZARD_DECK
from companion.game.boxes.wizards_tower.topics import WIZARDS_TOWER_ARC
from companion.game.pieces import Structure
from companion.game.rules.fixes import Correction
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import Chance, Choose
from companion.game.rules.structures import STRUCTURE_FELL
from companion.game.rules.table import NOTHING, Part, Procedure, Table

IN_PLAY = "in play"
REMOVED = "removed"


class WizardDeck(Part[tuple[bool, int]]):
    """Whether the Wizard deck is in play, and where its Tower stands.

    `arc` is where the Wizard's Tower stands or last stood; 0 before it was placed.
    """

    name = "wizard-deck"
    fixes = ("wizard_deck",)

    def __init__(self) -> None:
        self.in_play = True
        self.arc = 0

    def save(self) -> tuple[bool, int]:
        """Return whether the deck is in play, and the arc."""
        return (self.in_play, self.arc)

    def restore(self, saved: tuple[bool, int]) -> None:
        """Go back to what `save` returned."""
        self.in_play, self.arc = saved

    def state(self) -> dict[str, Any]:
        """Return where the deck is."""
        return {"wizard_deck": IN_PLAY if self.in_play else REMOVED}

    # Corrections

    def check_fix(self, table: Table, name: str, value: Any) -> None:
        """Raise Refused for a place where no deck can be."""
        if value not in (IN_PLAY, REMOVED):
            raise Refused(WRONG_WIZARD_DECK)

    def apply_fix(self, table: Table, name: str, value: Any) -> None:
        """Do nothing: `correcting` has already let the deck follow its Tower."""

    def check_correction(self, table: Table, correction: Correction) -> None:
        """Raise Refused for two Wizard's Towers, for a deck without its Tower and for a Tower without its deck."""
        arcs = self.arcs_after(table, correction)
        if len(arcs) > 1:
            raise Refused(TWO_WIZARDS_TOWERS)
        told = correction.others.get("wizard_deck")
        if told and (told == IN_PLAY) != bool(arcs or not self.arc):
            raise Refused(WRONG_WIZARD_DECK)

    def arcs_after(self, table: Table, correction: Correction) -> list[int]:
        """Return the arcs that have the Wizard's Tower after a correction.

        A Tower that is put back where the Wizard's Tower was lost is the Wizard's Tower, unless the people say
        otherwise.
        """
        arcs = []
        for tower in table.towers:
            fix = (correction.towers or {}).get(str(tower.arc))
            stands = tower.standing if fix is None or fix.standing is None else fix.standing
            wizard = tower.wizard if fix is None or fix.wizard is None else fix.wizard
            if stands and wizard:
                arcs.append(tower.arc)
        fix = (correction.towers or {}).get(str(self.arc))
        if not arcs and fix and fix.standing and fix.wizard is None and not table.tower(self.arc).standing:
            arcs.append(self.arc)
        return arcs

    def correcting(self, table: Table, correction: Correction) -> None:
        """Let the deck follow its Tower. Before the Tower was placed the deck is in play."""
        arcs = self.arcs_after(table, correction)
        for tower in table.towers:
            tower.wizard = tower.arc in arcs
        self.in_play = bool(arcs) or not self.arc
        self.arc = arcs[0] if arcs else self.arc


def make_wizards(table: Table, arc: int) -> None:
    """Let the Wizard's Tower stand in an arc."""
    tower = table.tower(arc)
    tower.standing = tower.wizard = True
    WizardDeck.of(table).arc = arc


def place_wizards_tower(table: Table) -> Procedure:
    """Place the Wizard's Tower. A guided set-up asks for its arc or a roll; otherwise its arc is drawn at random."""
    if WizardDeck.of(table).arc:
        return
    arcs = list(ARCS.values())
    chosen: Arc | str = "roll"
    if table.options.setup == "guided":
        chosen = yield Choose(WIZARDS_TOWER_ARC, ["roll", *arcs])
    arc: Arc = chosen if isinstance(chosen, Arc) else (yield Chance(WIZARDS_TOWER_ARC, arcs))[0]
    make_wizards(table, arc.number)
    table.events.append(WizardsTowerPlaced(table.tower(arc.number)))


@STRUCTURE_FELL.handler()
def tower_fell(table: Table, structure: Structure) -> Procedure:
    """Remove the Wizard deck from the game when the Wizard's Tower has fallen."""
    if structure.sort == "tower" and structure.wizard:
        structure.wizard = False
        WizardDeck.of(table).in_play = False
        table.events.append(WizardDeckLeft())
    return NOTHING


def towers_lost(table: Table) -> tuple[int, bool]:
    """Return how many plain Towers are lost, and whether the Wizard's Tower is lost."""
    lost = sum(not tower.standing for tower in table.towers)
    wizard = not any(tower.wizard for tower in table.towers)
    return lost - wizard, wizard


def rebuild(table: Table, tower: Structure, wizard: bool) -> None:
    """Let a Tower stand again. The Wizard's Tower brings the Wizard deck back."""
    tower.standing, tower.flames = True, 0
    table.events.append(TowerBuilt(tower, wizard))
    if wizard:
        make_wizards(table, tower.arc)
        WizardDeck.of(table).in_play = True
        table.events.append(WizardDeckReturned())
