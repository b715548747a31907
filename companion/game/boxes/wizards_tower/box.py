"""The Wizard's Tower: what the box brings to a table, and where it takes part (The Wizard's Tower rulebook)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

from companion.game.board import ARCHER, space
from companion.game.boxes.wizards_tower import monsters
from companion.game.boxes.wizards_tower.cards import wizard_card_spent, wizard_cards
from companion.game.boxes.wizards_tower.deck import WizardDeck, make_wizards, place_wizards_tower, tower_fell
from companion.game.boxes.wizards_tower.doppelganger import (
    Doppelganger,
    Doubles,
    choose_double,
    enter_after_march,
    enter_anew,
    leave_alone,
    replaced_after_march,
    replaced_at_last,
)
from companion.game.boxes.wizards_tower.events import PhaseSkipped
from companion.game.boxes.wizards_tower.fire import Fire, FlameReported, burn, note_flames, storm_burning
from companion.game.boxes.wizards_tower.hits import wizard_castle_cards
from companion.game.boxes.wizards_tower.imps import Imp, ImpPile
from companion.game.boxes.wizards_tower.mega_bosses import (
    Basilisk,
    Chimera,
    Dragon,
    Hydra,
    Necromancer,
    Recalls,
    Warlock,
    breathe_all,
    hide_harbingers,
    recalled_after_march,
    recalled_at_last,
)
from companion.game.boxes.wizards_tower.options import TowerOptions
from companion.game.boxes.wizards_tower.spells import (
    Spells,
    draw_for_hit,
    freeze,
    invitation_used,
    invited,
    until_done,
    until_turn_ends,
)
from companion.game.pieces import BoxFacts, Token
from companion.game.rules.box import Box
from companion.game.rules.harbingers import Harbinger
from companion.game.rules.refusals import START_KIND, Refused
from companion.game.rules.requests import Chance, Tap, by_hand
from companion.game.rules.setup import deal, free_arcs
from companion.game.rules.table import NOTHING, Monster, Procedure, Table
from companion.game.rules.tokens import CommonMonster
from companion.game.rules.topics import PILES, PLACE_PIECE, START_PIECE, STARTERS

TOKENS: dict[str, type[Token]] = {
    "centaur": monsters.Centaur,
    "climbing-troll": monsters.ClimbingTroll,
    "conjurer": monsters.Conjurer,
    "cyclops": monsters.Cyclops,
    "doppelganger": Doppelganger,
    "gargoyle": CommonMonster,
    "goblin-cavalry": monsters.GoblinCavalry,
    "golem": monsters.Golem,
    "ogre": CommonMonster,
    "phoenix": monsters.Phoenix,
    "flaming-boulder": monsters.FlamingBoulder,
    "trebuchet": monsters.Trebuchet,
    "1-imp-per-tower": monsters.ImpPerTower,
    "harbinger-basilisk": Harbinger,
    "basilisk": Basilisk,
    "harbinger-chimera": Harbinger,
    "chimera": Chimera,
    "harbinger-dragon": Harbinger,
    "dragon": Dragon,
    "harbinger-hydra": Harbinger,
    "hydra": Hydra,
    "harbinger-necromancer": Harbinger,
    "necromancer": Necromancer,
    "harbinger-warlock": Harbinger,
    "warlock": Warlock,
    "imp": Imp,
}


def unless_basilisk(discard: Callable[[Table], Procedure]) -> Callable[[Table], Procedure]:
    """Wrap Phase 2 so that it is left out while the Basilisk is on the board."""

    def phase(table: Table) -> Procedure:
        basilisk = next((monster for monster in table.board if isinstance(monster, Basilisk)), None)
        if basilisk is None:
            return discard(table)
        table.events.append(PhaseSkipped("discard", table.player, basilisk))
        return NOTHING

    return phase


# Setting up


def starters(table: Table) -> Procedure:
    """Place the Wizard's Tower, then six random Monsters, one in each arc of the Archer ring."""
    yield from place_wizards_tower(table)
    if not table.board:
        yield from by_hand(table, PILES)
    yield from (drawn_starters(table) if table.options.setup == "guided" else dealt_starters(table))


def may_start(token: Token) -> TypeGuard[Monster]:
    """Return whether a token may be a starting Monster. Effect tokens, Bosses and some other Monsters may not."""
    return isinstance(token, Monster) and token.kind.sort == "monster" and token.starter


class StarterTap(Tap):
    """Asks for a starting Monster that the players have drawn."""

    __slots__ = ()
    variety = "drawn"

    def check(self, table: Table, answer: Token) -> None:
        """Raise Refused for a token that may not start or is not in the bag."""
        if isinstance(answer, Harbinger):  # first, because the other refusal would tell whether it is in the bag
            raise Refused(self.misfit, piece=answer)
        super().check(table, answer)

    def about(self, table: Table) -> dict[str, Any]:
        """Return the arc that the Monster is drawn for."""
        return {"arc": free_arcs(table)[0].number}


def drawn_starters(table: Table) -> Procedure:
    """Have the players draw the starting Monsters from the bag, for arc 1, 2 and so on."""
    while (arcs := free_arcs(table)) and any(map(may_start, table.bag)):
        token = yield StarterTap(START_PIECE, may_start, START_KIND)
        table.take(token)
        table.put(token, space(ARCHER, arcs[0].number))


def dealt_starters(table: Table) -> Procedure:
    """Draw the starting Monsters at random and tell the players where they go."""
    lots = yield Chance(STARTERS, [token for token in table.bag if may_start(token)])
    # a lot decides the kind only: which of several equal tokens is taken is not left to chance
    for arc, lot in zip(free_arcs(table), lots, strict=False):
        deal(table, next(token for token in table.bag if may_start(token) and token.kind is lot.kind), arc.number)
    yield from by_hand(table, PLACE_PIECE, piece=None)


class WizardsTower(Box):
    """The Wizard's Tower: its tokens and cards, and how it joins a table."""

    extends = "castle-panic"
    variants = frozenset({monsters.ANY_DAMAGE})
    handlers = (
        note_flames,
        freeze,
        storm_burning,
        tower_fell,
        choose_double,
        replaced_after_march,
        recalled_after_march,
        breathe_all,
        burn,
        replaced_at_last,
        recalled_at_last,
        enter_after_march,
        enter_anew,
        leave_alone,
        invited,
        invitation_used,
        wizard_card_spent,
        draw_for_hit,
    )
    options = TowerOptions

    def open(self, table: Table, facts: BoxFacts) -> None:
        """Bring its parts, phases and set-up. Raise Refused for Harbingers that no box has."""
        table.add(WizardDeck(), ImpPile(table), Fire(facts.supply["flame"]), Spells(), Doubles(), Recalls())
        table.reports = {name: table.reports[name] for name in table.reports if name != "back"} | {
            "flame": FlameReported,
            "back": table.reports["back"],
        }
        hide_harbingers(table, facts)
        table.starters = starters
        self._join_phases(table)
        arc = table.options.of(TowerOptions).wizards_tower
        if arc or table.options.setup == "none":
            make_wizards(table, arc or 1)

    def _join_phases(self, table: Table) -> None:
        changed = {"discard": unless_basilisk, "play": until_done, "end": until_turn_ends}
        table.phases = [(name, changed[name](phase) if name in changed else phase) for name, phase in table.phases]


BOX = WizardsTower("wizards-tower", TOKENS, {card.name: card for card in [*wizard_castle_cards(), *wizard_cards()]})
