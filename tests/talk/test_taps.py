"""What is laid on the reader: which piece it is, and what that means where the game stands."""

from __future__ import annotations

import pytest

from companion.game.rules.refusals import Refused
from companion.game.rules.requests import Choose, PlayCards, Tap
from companion.game.session import Game
from companion.talk import taps
from companion.talk.messages import TapMessage as Laid
from companion.talk.offers import CANCEL, MOVED
from tests.game.rules.table import LIBRARY, table

BOOK = {"04A1": "orc#1"}


@pytest.mark.parametrize(
    "message, code, reason",
    [
        (Laid(), "bad-input", "missing-field"),
        (Laid(piece="orc", tag="04A1"), "bad-input", "missing-field"),
        (Laid(tag="FFFF"), "unknown-tag", "unknown-tag"),
        (Laid(piece="dragonfly"), "unknown-piece", "unknown-piece"),
        (Laid(card="dragonfly"), "unknown-card", "unknown-card"),
        (Laid(card="tar"), "no-game", "no-game"),
    ],
)
def test_what_is_no_piece_is_refused_before_there_is_a_game(message, code, reason):
    with pytest.raises(Refused) as refused:
        taps.piece_of(message, LIBRARY, None, BOOK.get)
    assert (refused.value.code, refused.value.reason) == (code, reason)


def test_a_card_of_the_game_is_not_taken_yet():
    with pytest.raises(Refused) as refused:
        taps.piece_of(Laid(card="tar"), LIBRARY, table("Orc@F1").game, BOOK.get)
    assert (refused.value.code, refused.value.reason) == ("not-now", "not-now-tap")


@pytest.mark.parametrize("message", [Laid(piece="orc#1"), Laid(tag="04A1")])
def test_a_piece_is_known_by_its_name_and_by_its_sticker(message):
    assert taps.piece_of(message, LIBRARY, None, BOOK.get) == "orc#1"


def test_in_play_cards_a_monster_opens_its_offer_and_again_takes_it():
    game = table("Orc@K3").game
    assert isinstance(game.request, PlayCards)
    orc = game.table.board[0]
    assert taps.take(game, orc.name) == Laid(piece=orc.name) and isinstance(game.offer, Choose)
    assert taps.take(game, orc.name) == Laid(piece=orc.name) and game.offer is None
    assert orc.health == 1


def test_every_tap_offers_the_options_that_are_none_of_the_reports():
    game = table("Orc@K3").game
    taps.take(game, "orc")
    assert game.offer is not None and {MOVED, CANCEL} <= {*game.offer.options} - {*game.table.reports}


def drawing() -> Game:
    scene = table("Orc@K3")
    scene.correct(turn={"phase": "draw"})
    return scene.game


def test_where_a_token_is_wanted_it_is_drawn():
    game = drawing()
    assert isinstance(game.request, Tap)
    assert taps.take(game, "goblin") == Laid(piece="goblin#1")
    with pytest.raises(Refused) as refused:
        taps.take(drawing(), "dragon")
    assert (refused.value.code, refused.value.reason) == ("not-in-bag", "not-in-game")


def test_a_token_that_means_nothing_now_changes_nothing():
    game = table("Orc@K3").game
    history = list(game.history)
    with pytest.raises(Refused) as refused:
        taps.take(game, "goblin")
    assert (refused.value.code, refused.value.reason) == ("not-now", "neutral-token")
    assert game.history == history
