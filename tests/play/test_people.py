"""The people at a desk: their cards follow the game and are kept with it, and what they tell is taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.commands.desk import make_desk
from companion.game.board import COLORS
from companion.game.boxes import every_combination
from companion.owner.library import load_library
from companion.play.acts import Fetch, HandsError, Swap, Trade
from companion.play.deal import Deal
from companion.play.people import People
from companion.talk import messages as m
from companion.talk.beginnings import drawn
from companion.talk.desk import Desk
from companion.talk.plays import play_message
from companion.talk.verb import Message

CARDS = Counter(load_library()["castle-panic"].cards)


class Sitting:
    """A desk with hands, as the simulated table has them."""

    def __init__(self, folder: Path, *, players: int = 2, seed: int = 7, boxes: Sequence[str] = ()) -> None:
        self.desk: Desk = make_desk(None)
        self.desk.tags = lambda tag: tag
        self.entries: list[Message] = []
        self.path = folder / "hands.json"
        self.people = People(self.desk, self.path)
        self.people.settle()
        wish = m.NewGameMessage(
            game="castle-panic", players=players, setup="quick", pace="auto", seed=seed, boxes=list(boxes)
        )
        self.do(wish)

    def do(self, message: Message) -> None:
        outcome = self.desk.do(message)
        assert outcome.entry is not None
        self.entries.append(outcome.entry)

    @property
    def deal(self) -> Deal:
        deal = self.people.deal
        assert deal is not None
        return deal

    @property
    def hands(self) -> dict[int, list[str]]:
        """Every hand as it is now."""
        return {player: list(hand) for player, hand in self.deal.hands.items()}

    @property
    def hand(self) -> list[str]:
        """The hand of whose turn it is, as it is now."""
        return list(self.deal.hand)

    def to_next_turn(self) -> None:
        """End Play Cards, and draw Orcs until the turn is over."""
        assert self.desk.game is not None
        turn = self.desk.game.table.turn
        self.do(m.DoneMessage())
        for _ in range(100):
            if self.desk.game.table.turn != turn:
                return
            standing = self.desk.game.request.kind
            self.do(m.ChooseMessage(option="orc") if standing == "tap" else m.PressMessage())
        raise AssertionError("the turn does not end")

    def draw(self, kind: str) -> None:
        """End Play Cards, and draw a token of a kind."""
        self.do(m.DoneMessage())
        self.do(m.ChooseMessage(option=kind))


@pytest.fixture
def sitting(tmp_path: Path) -> Sitting:
    return Sitting(tmp_path)


def all_cards(deal: Deal) -> Counter[str]:
    return Counter(deal.cards.everywhere())


@pytest.mark.parametrize(("players", "size"), [(1, 6), (2, 6), (3, 5), (4, 5), (5, 5), (6, 4)])
def test_every_player_gets_a_hand_out_of_the_49_cards(tmp_path: Path, players: int, size: int) -> None:
    deal = Sitting(tmp_path, players=players).deal
    assert all_cards(deal) == CARDS
    assert deal.hands.keys() == set(range(1, players + 1))
    assert all(len(hand) == size for hand in deal.hands.values())


def test_the_same_seed_deals_the_same_and_another_seed_another_hand(tmp_path: Path) -> None:
    hands = [Sitting(tmp_path, seed=seed).deal.hands for seed in (7, 7, 8)]
    assert hands[0] == hands[1] != hands[2]


def test_a_played_card_is_discarded_and_undo_gives_it_back(sitting: Sitting) -> None:
    before = sitting.hand
    play = next(play for play in sitting.people.plays() if play.on)
    sitting.do(play_message(play))
    assert Counter(before) - Counter(sitting.hand) == Counter([play.card.name])
    assert sitting.deal.cards.castle.discards == [play.card.name]
    sitting.do(m.UndoMessage())
    assert sitting.hand == before
    sitting.do(m.RedoMessage())
    assert sitting.deal.cards.castle.discards == [play.card.name]


def test_every_offered_play_is_taken_by_the_rules(sitting: Sitting) -> None:
    plays = sitting.people.plays()
    assert plays
    for play in plays:
        sitting.do(play_message(play))
        sitting.do(m.UndoMessage())


def test_a_card_that_nobody_holds_may_be_played_and_takes_nothing_away(sitting: Sitting) -> None:
    absent = next(card for card in ("missing", "draw-2-cards", "scavenge") if card not in sitting.hand)
    hand = len(sitting.hand)
    sitting.do(m.PlayMessage(card=absent))
    assert len(sitting.hand) >= hand
    assert all_cards(sitting.deal) == CARDS


def test_the_hand_is_filled_when_the_turn_comes_again_and_not_before(sitting: Sitting) -> None:
    play = next(play for play in sitting.people.plays() if play.on)
    sitting.do(play_message(play))
    player, left = sitting.deal.player, len(sitting.hand)
    sitting.to_next_turn()
    assert sitting.deal.player != player
    assert len(sitting.hands[player]) == left
    sitting.to_next_turn()
    assert sitting.deal.player == player
    assert len(sitting.hand) == 6
    assert all_cards(sitting.deal) == CARDS


@pytest.mark.parametrize("color", COLORS)
def test_a_plague_of_a_color_takes_heroes_and_cards_of_any_color_too(tmp_path: Path, color: str) -> None:
    sitting = Sitting(tmp_path, players=3, boxes=["dark-titan"])
    before = [card for hand in sitting.hands.values() for card in hand]
    sitting.do(m.DoneMessage())
    sitting.do(m.ChooseMessage(option=f"{color}-plague"))
    held = [card for hand in sitting.hands.values() for card in hand]
    lost = Counter(before) - Counter(held)
    assert lost == Counter(card for card in before if card.startswith((f"{color}-", "any-color-"))) and lost


def test_a_plague_takes_the_cards_of_its_class_from_every_hand(sitting: Sitting) -> None:
    before = sitting.hands
    sitting.draw("plague-knights")
    lost = Counter(sitting.deal.cards.castle.discards)
    assert lost == Counter(card for hand in before.values() for card in hand if card.endswith("-knight"))
    assert lost
    assert all_cards(sitting.deal) == CARDS


def test_all_discard_takes_one_card_from_every_hand(sitting: Sitting) -> None:
    before = sitting.hands
    sitting.draw("all-players-discard-1-card")
    assert all(len(before[player]) - len(hand) == 1 for player, hand in sitting.hands.items())


def test_a_swap_is_had_once_a_turn_and_not_after_a_card_was_played(sitting: Sitting) -> None:
    card = sitting.hand[0]
    sitting.people.do(Swap(card))
    assert sitting.deal.cards.castle.discards == [card]
    assert len(sitting.hand) == 6
    with pytest.raises(HandsError) as refused:
        sitting.people.do(Swap(sitting.hand[0]))
    assert refused.value.message == "play-no-swap"
    sitting.to_next_turn()
    sitting.do(play_message(next(play for play in sitting.people.plays() if play.on)))
    with pytest.raises(HandsError):
        sitting.people.do(Swap(sitting.hand[0]))


def test_a_player_alone_swaps_two_and_trades_with_nobody(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, players=1)
    for _ in range(2):
        sitting.people.do(Swap(sitting.hand[0]))
    with pytest.raises(HandsError):
        sitting.people.do(Swap(sitting.hand[0]))
    with pytest.raises(HandsError):
        sitting.people.do(Trade(sitting.hand[0], "tar", 2))


def test_a_trade_changes_both_hands(sitting: Sitting) -> None:
    given, wanted = sitting.hands[1][0], sitting.hands[2][0]
    before = sitting.hands
    sitting.people.do(Trade(given, wanted, 2))
    after = sitting.hands
    assert Counter(after[1]) == Counter(before[1]) - Counter([given]) + Counter([wanted])
    assert Counter(after[2]) == Counter(before[2]) - Counter([wanted]) + Counter([given])


def test_what_nobody_holds_is_not_traded_or_swapped(sitting: Sitting) -> None:
    absent = next(card for card in CARDS if card not in sitting.hand)
    for act in (Swap(absent), Trade(absent, sitting.hands[2][0], 2)):
        before = sitting.hands
        with pytest.raises(HandsError) as refused:
            sitting.people.do(act)
        assert refused.value.message == "play-not-in-hand"
        assert sitting.hands == before


def test_a_scavenge_lets_one_card_be_fetched(sitting: Sitting) -> None:
    with pytest.raises(HandsError):
        sitting.people.do(Fetch("tar"))
    wished = sitting.hand[0]
    sitting.people.do(Swap(wished))
    sitting.do(m.PlayMessage(card="scavenge"))
    sitting.people.do(Fetch(wished))
    assert wished in sitting.hand
    with pytest.raises(HandsError):
        sitting.people.do(Fetch(wished))


def test_acts_go_back_and_forth_with_the_game_and_end_with_another_course(sitting: Sitting) -> None:
    sitting.do(m.PlayMessage(card="missing"))
    sitting.to_next_turn()
    hand = sitting.hands[2]
    sitting.people.do(Swap(hand[0]))
    swapped = sitting.hands[2]
    sitting.do(m.UndoMessage())
    assert sitting.hands[2] == hand
    sitting.do(m.RedoMessage())
    assert sitting.hands[2] == swapped
    sitting.do(m.UndoMessage())
    sitting.do(m.DoneMessage())
    assert sitting.hands[2] == hand


def restarted(sitting: Sitting) -> People:
    """Return the people of a table that takes up the game again, and plays on."""
    desk = make_desk(None)
    people = People(desk, sitting.path)
    for entry in sitting.entries:
        desk.take(entry)
    people.settle()
    return people


def hands_of(people: People) -> dict[int, list[str]]:
    assert people.deal is not None
    return people.deal.hands


def test_hands_are_there_again_after_a_restart(sitting: Sitting) -> None:
    sitting.people.do(Swap(sitting.hand[0]))
    swapped = sitting.hands
    sitting.to_next_turn()
    sitting.people.do(Swap(sitting.hand[0]))
    assert hands_of(restarted(sitting)) == sitting.hands != swapped


def test_what_was_done_after_an_undo_is_there_again_after_a_restart(sitting: Sitting) -> None:
    sitting.do(m.PlayMessage(card="missing"))
    sitting.do(m.UndoMessage())
    sitting.people.do(Swap(sitting.hand[0]))
    sitting.do(m.PlayMessage(card="missing"))
    sitting.to_next_turn()
    assert hands_of(restarted(sitting)) == sitting.hands


def test_what_was_done_before_some_of_the_game_was_lost_is_not_done_again_later(sitting: Sitting) -> None:
    sitting.to_next_turn()
    sitting.people.do(Swap(sitting.hand[0]))
    lost = sitting.entries.pop()
    again = restarted(sitting)
    assert again.deal is not None
    again.hear(lost)
    assert again.deal.cards.castle.discards == []


def test_a_new_game_of_the_same_seed_begins_with_fresh_hands(sitting: Sitting) -> None:
    dealt = sitting.hands
    sitting.people.do(Swap(sitting.hand[0]))
    sitting.do(sitting.entries[0])
    assert sitting.hands == dealt
    del sitting.entries[:-1]
    assert hands_of(restarted(sitting)) == dealt


def test_acts_of_another_game_do_not_count(sitting: Sitting) -> None:
    sitting.people.do(Swap(sitting.hand[0]))
    sitting.do(m.NewGameMessage(game="castle-panic", players=2, setup="quick", pace="auto", seed=8))
    assert sitting.deal.cards.castle.discards == []


def test_a_damaged_file_is_no_hindrance(sitting: Sitting) -> None:
    sitting.path.write_bytes(b"{")
    assert hands_of(restarted(sitting)) == sitting.hands


def test_a_swap_may_draw_from_the_wizard_deck_while_it_is_there(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, boxes=["wizards-tower"])
    sitting.people.do(Swap(sitting.hand[0], wizard=True))
    assert sitting.deal.kind(sitting.hand[-1]).wizard
    sitting.to_next_turn()
    sitting.deal.cards.wizardry = False
    with pytest.raises(HandsError) as refused:
        sitting.people.do(Swap(sitting.hand[0], wizard=True))
    assert refused.value.message == "play-no-wizard-deck"


@pytest.mark.parametrize("boxes", every_combination(), ids="+".join)
@pytest.mark.parametrize(("pace", "whim"), [("auto", 0.1), ("guided", 1.0)])
def test_what_the_people_tell_is_taken_to_the_end_of_every_game(
    tmp_path: Path, boxes: tuple[str, ...], pace: str, whim: float
) -> None:
    game, *expansions = boxes
    desk = make_desk(None)
    people = People(desk, tmp_path / "hands.json", whim=whim)
    people.settle()
    wish = {"game": game, "boxes": expansions, "players": 3, "setup": "guided", "pace": pace, "seed": 4}
    desk.do(drawn(m.new_game(wish)))
    for _ in range(2000):
        assert desk.game is not None and people.game is not None
        if desk.game.table.phase == "over":
            break
        if (act := people.act()) is not None:
            people.do(act)
        else:
            desk.take(people.message())
    assert desk.game.table.result == people.game.table.result != ""
    assert len(desk.game.history) == len(people.game.history)


def cards_now(people: People) -> bytes:
    """Let the people do with their cards what helps, and return where all cards are then."""
    while (act := people.act()) is not None:
        people.do(act)
    assert people.deal is not None
    return people.deal.cards.save()


@pytest.mark.parametrize("boxes", every_combination(), ids="+".join)
def test_undo_and_redo_bring_every_hand_back_and_forth(tmp_path: Path, boxes: tuple[str, ...]) -> None:
    desk = make_desk(None)
    people = People(desk, tmp_path / "hands.json", whim=0.3)
    people.settle()
    wish = {"game": boxes[0], "boxes": boxes[1:], "players": 2, "setup": "quick", "pace": "auto", "seed": 6}
    desk.take(drawn(m.new_game(wish)))
    moments = [cards_now(people)]
    while len(moments) < 40 and desk.game is not None and desk.game.table.phase != "over":
        desk.take(people.message())
        moments.append(cards_now(people))
    assert len(moments) > 10
    assert people.deal is not None
    for moment in reversed(moments[:-1]):
        desk.take(m.UndoMessage())
        assert people.deal.cards.save() == moment
    for moment in moments[1:]:
        desk.take(m.RedoMessage())
        assert people.deal.cards.save() == moment
