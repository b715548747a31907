"""The people's cards: dealt by the game's seed, moved by its history, kept with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.commands.desk import make_desk
from companion.game.board import COLORS
from companion.game.pieces import Token
from companion.game.rules.effects import Plague
from companion.owner.library import load_library
from companion.play.hands import PLAGUES, Deal, Fetch, HandsError, SimHands, Swap, Trade
from companion.play.people import answer
from companion.talk import messages as m
from companion.talk.desk import Desk
from companion.talk.plays import play_message
from companion.talk.verb import Message
from tests.narration import samples

CARDS = Counter(load_library()["castle-panic"].cards)


class Sitting:
    """A desk with hands, as the simulated table has them."""

    def __init__(self, folder: Path, *, players: int = 2, seed: int = 7, boxes: Sequence[str] = ()) -> None:
        self.desk: Desk = make_desk(None)
        self.desk.tags = lambda tag: tag
        self.path = folder / "hands.json"
        self.hands = SimHands(lambda: self.desk.game, self.path)
        wish = m.NewGameMessage(
            game="castle-panic", players=players, setup="quick", pace="auto", seed=seed, boxes=list(boxes)
        )
        self.do(wish)

    def do(self, message: Message) -> None:
        self.desk.do(message)
        self.hands.noticed(redone=isinstance(message, m.RedoMessage))

    @property
    def deal(self) -> Deal:
        deal = self.hands.deal()
        assert deal is not None
        return deal

    @property
    def at(self) -> int:
        assert self.desk.game is not None
        return len(self.desk.game.history)

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
    return Counter([*deal.deck, *deal.discards, *(card for hand in deal.hands.values() for card in hand)])


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
    before = sitting.deal.hand
    play = next(play for play in sitting.hands.plays() if play.on)
    sitting.do(play_message(play))
    assert Counter(before) - Counter(sitting.deal.hand) == Counter([play.card.name])
    assert sitting.deal.discards == [play.card.name]
    sitting.do(m.UndoMessage())
    assert sitting.deal.hand == before
    sitting.do(m.RedoMessage())
    assert sitting.deal.discards == [play.card.name]


def test_every_offered_play_is_taken_by_the_rules(sitting: Sitting) -> None:
    plays = sitting.hands.plays()
    assert plays
    for play in plays:
        sitting.do(play_message(play))
        sitting.do(m.UndoMessage())


def test_a_card_that_nobody_holds_may_be_played_and_takes_nothing_away(sitting: Sitting) -> None:
    absent = next(card for card in ("missing", "draw-2-cards", "scavenge") if card not in sitting.deal.hand)
    hand = len(sitting.deal.hand)
    sitting.do(m.PlayMessage(card=absent))
    assert len(sitting.deal.hand) >= hand
    assert all_cards(sitting.deal) == CARDS


def test_the_hand_is_filled_when_the_turn_comes_again_and_not_before(sitting: Sitting) -> None:
    play = next(play for play in sitting.hands.plays() if play.on)
    sitting.do(play_message(play))
    player, left = sitting.deal.player, len(sitting.deal.hand)
    sitting.to_next_turn()
    assert sitting.deal.player != player
    assert len(sitting.deal.hands[player]) == left
    sitting.to_next_turn()
    assert sitting.deal.player == player
    assert len(sitting.deal.hand) == 6
    assert all_cards(sitting.deal) == CARDS


def test_every_plague_of_every_box_is_known():
    tokens = [token for boxes in (("wizards-tower",), ("dark-titan",)) for token in bag(*boxes)]
    assert {token.kind.name for token in tokens if isinstance(token, Plague)} == {*PLAGUES}


def bag(*boxes: str) -> list[Token]:
    return samples.new_game(boxes=("castle-panic", *boxes)).table.bag


@pytest.mark.parametrize("color", COLORS)
def test_a_plague_of_a_color_takes_heroes_and_cards_of_any_color_too(tmp_path: Path, color: str) -> None:
    sitting = Sitting(tmp_path, players=3, boxes=["dark-titan"])
    before = [card for hand in sitting.deal.hands.values() for card in hand]
    sitting.do(m.DoneMessage())
    sitting.do(m.ChooseMessage(option=f"{color}-plague"))
    held = [card for hand in sitting.deal.hands.values() for card in hand]
    lost = Counter(before) - Counter(held)
    assert lost == Counter(card for card in before if card.startswith((f"{color}-", "any-color-"))) and lost


def test_a_plague_takes_the_cards_of_its_class_from_every_hand(sitting: Sitting) -> None:
    before = sitting.deal
    sitting.draw("plague-knights")
    after = sitting.deal
    lost = Counter(after.discards)
    assert lost == Counter(card for hand in before.hands.values() for card in hand if card.endswith("-knight"))
    assert lost
    assert all_cards(after) == CARDS


def test_all_discard_takes_one_card_from_every_hand(sitting: Sitting) -> None:
    before = sitting.deal.hands
    sitting.draw("all-players-discard-1-card")
    assert all(len(before[player]) - len(hand) == 1 for player, hand in sitting.deal.hands.items())


def test_a_swap_is_had_once_a_turn_and_not_after_a_card_was_played(sitting: Sitting) -> None:
    card = sitting.deal.hand[0]
    sitting.hands.do(Swap(sitting.at, card))
    assert sitting.deal.discards == [card]
    assert len(sitting.deal.hand) == 6
    with pytest.raises(HandsError) as refused:
        sitting.hands.do(Swap(sitting.at, sitting.deal.hand[0]))
    assert refused.value.message == "play-no-swap"
    sitting.to_next_turn()
    sitting.do(play_message(next(play for play in sitting.hands.plays() if play.on)))
    with pytest.raises(HandsError):
        sitting.hands.do(Swap(sitting.at, sitting.deal.hand[0]))


def test_a_player_alone_swaps_two_and_trades_with_nobody(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, players=1)
    for _ in range(2):
        sitting.hands.do(Swap(sitting.at, sitting.deal.hand[0]))
    with pytest.raises(HandsError):
        sitting.hands.do(Swap(sitting.at, sitting.deal.hand[0]))
    with pytest.raises(HandsError):
        sitting.hands.do(Trade(sitting.at, sitting.deal.hand[0], "tar", 2))


def test_a_trade_changes_both_hands(sitting: Sitting) -> None:
    given, wanted = sitting.deal.hands[1][0], sitting.deal.hands[2][0]
    before = sitting.deal.hands
    sitting.hands.do(Trade(sitting.at, given, wanted, 2))
    after = sitting.deal.hands
    assert Counter(after[1]) == Counter(before[1]) - Counter([given]) + Counter([wanted])
    assert Counter(after[2]) == Counter(before[2]) - Counter([wanted]) + Counter([given])


def test_what_nobody_holds_is_not_traded_or_swapped(sitting: Sitting) -> None:
    absent = next(card for card in CARDS if card not in sitting.deal.hand)
    for act in (Swap(sitting.at, absent), Trade(sitting.at, absent, sitting.deal.hands[2][0], 2)):
        before = sitting.deal.hands
        with pytest.raises(HandsError) as refused:
            sitting.hands.do(act)
        assert refused.value.message == "play-not-in-hand"
        assert sitting.deal.hands == before


def test_a_scavenge_lets_one_card_be_fetched(sitting: Sitting) -> None:
    with pytest.raises(HandsError):
        sitting.hands.do(Fetch(sitting.at, "tar"))
    wished = sitting.deal.hand[0]
    sitting.hands.do(Swap(sitting.at, wished))
    sitting.do(m.PlayMessage(card="scavenge"))
    sitting.hands.do(Fetch(sitting.at, wished))
    assert wished in sitting.deal.hand
    with pytest.raises(HandsError):
        sitting.hands.do(Fetch(sitting.at, wished))


def test_acts_go_back_and_forth_with_the_game_and_end_with_another_course(sitting: Sitting) -> None:
    sitting.do(m.PlayMessage(card="missing"))
    sitting.to_next_turn()
    hand = sitting.deal.hands[2]
    sitting.hands.do(Swap(sitting.at, hand[0]))
    swapped = sitting.deal.hands[2]
    sitting.do(m.UndoMessage())
    assert sitting.deal.hands[2] == hand
    sitting.do(m.RedoMessage())
    assert sitting.deal.hands[2] == swapped
    sitting.do(m.UndoMessage())
    sitting.do(m.DoneMessage())
    assert sitting.deal.hands[2] == hand


def test_hands_are_there_again_after_a_restart(sitting: Sitting) -> None:
    sitting.hands.do(Swap(sitting.at, sitting.deal.hand[0]))
    again = SimHands(lambda: sitting.desk.game, sitting.path)
    restarted = again.deal()
    assert restarted is not None
    assert restarted.hands == sitting.deal.hands


def test_acts_of_another_game_do_not_count(sitting: Sitting) -> None:
    sitting.hands.do(Swap(sitting.at, sitting.deal.hand[0]))
    sitting.do(m.NewGameMessage(game="castle-panic", players=2, setup="quick", pace="auto", seed=8))
    assert sitting.deal.discards == []


def test_a_damaged_file_is_no_hindrance(sitting: Sitting) -> None:
    sitting.path.write_bytes(b"{")
    hands = SimHands(lambda: sitting.desk.game, sitting.path)
    assert hands.deal() is not None


@pytest.mark.parametrize("seed", range(6))
def test_cards_are_conserved_over_whole_games(tmp_path: Path, seed: int) -> None:
    sitting = Sitting(tmp_path, players=seed % 6 + 1, seed=seed)
    game = sitting.desk.game
    assert game is not None
    for count in range(2000):
        if game.table.phase == "over":
            return
        sitting.do(answer(game, sitting.hands.plays()))
        if count % 10 == 0:
            assert all_cards(sitting.deal) == CARDS
    raise AssertionError("the game did not end")
