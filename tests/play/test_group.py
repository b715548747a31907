"""The players: what they hold follows the game, what they do not see changes nothing, and they play with sense."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from companion.game.boxes import every_combination
from companion.game.events import Event, HandsTold, Topic
from companion.game.fate import Fate, Secret
from companion.game.rules.requests import OVER, Choose, PlayCards
from companion.game.session import Game
from companion.play.boxes import PEOPLE
from companion.play.boxes.castle_panic import OVERLORD_HAND
from companion.play.deeds import Deeds
from companion.play.group import Group
from companion.play.people import message_of
from companion.talk.state import state_of
from tests.game.options import game_options
from tests.game.rules.table import LIBRARY

EVERY = pytest.mark.parametrize("boxes", every_combination(), ids="+".join)


def new_game(boxes: tuple[str, ...], seed: int = 1, players: int = 3, **wishes: Any) -> Game:
    options: dict[str, Any] = {"boxes": boxes, "players": players, "setup": "quick", "secret": Secret(seed)}
    if "dark-titan" in boxes:
        options["agranok"] = "random"
    return Game(game_options(**(options | wishes)), LIBRARY, seed=seed, pace="auto")


def play_out(group: Group) -> list[Any]:
    answers = []
    while group.game.request is not OVER:
        assert len(answers) < 3000, "no end"
        answers.append(group.play())
    return answers


@EVERY
@pytest.mark.parametrize("whim", [0.0, 1.0])
def test_cards_are_conserved_and_what_has_left_the_game_stays_away(boxes: tuple[str, ...], whim: float) -> None:
    group = Group(new_game(boxes), LIBRARY, whim=whim)
    all_cards = Counter(group.deal.cards.everywhere())
    away = Counter[str]()
    while group.game.request is not OVER:
        group.play()
        assert Counter(group.deal.cards.everywhere()) == all_cards
        assert away <= Counter(group.deal.cards.away)
        away = Counter(group.deal.cards.away)
    assert all_cards.total() > 20


@EVERY
def test_the_same_seed_is_the_same_game(boxes: tuple[str, ...]) -> None:
    games = [Group(new_game(boxes, seed), LIBRARY, whim=0.5) for seed in (3, 3, 4)]
    told = [[repr(type(answer)) for answer in play_out(group)] for group in games]
    assert told[0] == told[1] != told[2]
    assert state_of(games[0].game.table) == state_of(games[1].game.table)


@EVERY
def test_a_thought_leaves_the_game_as_it_was(boxes: tuple[str, ...]) -> None:
    group = Group(new_game(boxes), LIBRARY)
    thoughts = 0
    for _ in range(40):
        if group.game.request is OVER:
            break
        before = state_of(group.game.table), list(group.game.history), group.game.request.topic, group.deal.cards.save()
        chance, fate = group.game.table.chances, group.game.fate
        group.act()
        group.answer()
        after = state_of(group.game.table), list(group.game.history), group.game.request.topic, group.deal.cards.save()
        assert after == before
        assert (group.game.table.chances, group.game.fate, group.game.table.events) == (chance, fate, [])
        thoughts += isinstance(group.game.request, PlayCards | Choose)
        group.play()
    assert thoughts > 5


class OtherFuture(Fate):
    """The chance of a game up to now, and another one from now on."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.fate.seed)
        self.now = game.table.chances
        self.others = Fate(99)

    def die(self, number: int, again: bool = False) -> int:
        return super().die(number, again) if number < self.now else self.others.die(number, again)

    def shuffle(self, number: int, items: Sequence[Any]) -> list[Any]:
        return super().shuffle(number, items) if number < self.now else self.others.shuffle(number, items)


@EVERY
def test_what_they_cannot_see_changes_nothing(boxes: tuple[str, ...]) -> None:
    """Two games look the same and have other secrets and another future: the players answer the same."""
    groups = [Group(new_game(boxes, secret=Secret(number)), LIBRARY) for number in (1, 2)]
    first, second = (group.game for group in groups)
    compared = 0
    while first.request is not OVER and state_of(first.table) == state_of(second.table):
        if isinstance(first.request, PlayCards | Choose):
            told, fate = message_of(groups[0], groups[0].answer()), second.fate
            second.fate = OtherFuture(second)
            assert message_of(groups[1], groups[1].answer()) == told
            second.fate = fate
            compared += 1
        for group in groups:
            group.play()
    assert compared > 10


@EVERY
def test_every_task_that_the_companion_gives_has_its_deed(boxes: tuple[str, ...]) -> None:
    told = set[Topic]()
    for seed in range(6):
        game = new_game(boxes, seed)
        group = Group(game, LIBRARY, whim=1.0)
        while game.request is not OVER:
            group.play()
        told |= topics_of(game)
    tasks = {topic for name in boxes for topic in PEOPLE[name].tasks}
    assert told <= tasks


def topics_of(game: Game) -> set[Topic]:
    """Return the tasks that a game gave: it is played again, because the group has taken its events."""
    steps = sum(not hasattr(entry, "index") for entry in game.history)
    game.undo(steps)
    game.take_events()
    game.redo(steps)
    return {event.topic for event in game.take_events() if isinstance(event, HandsTold)}


class Sneeze(Event, frozen=True, gc=False):
    """An event that no box knows."""


def test_a_task_or_event_that_nobody_knows_changes_nothing() -> None:
    group = Group(new_game(("castle-panic",)), LIBRARY)
    before = group.deal.cards.save()
    group.follow(None, [HandsTold(Topic("stand-on-one-leg"), "purple-plague", 2), Sneeze()])
    assert group.deal.cards.save() == before


def test_a_plague_of_something_else_takes_nothing() -> None:
    group = Group(new_game(("castle-panic",)), LIBRARY)
    before = group.deal.cards.save()
    group.follow(None, [HandsTold(Topic("plague"), "purple-plague", 1)])
    assert group.deal.cards.save() == before


def test_a_box_without_people_of_its_own_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.play.group.PEOPLE", {"castle-panic": PEOPLE["castle-panic"]})
    group = Group(new_game(("castle-panic", "wizards-tower")), LIBRARY)
    play_out(group)
    assert group.game.table.result in ("won", "lost")


def test_the_wizard_deck_leaves_with_its_tower_and_what_is_played_then_leaves_too() -> None:
    group = Group(new_game(("castle-panic", "wizards-tower")), LIBRARY)
    cards = group.deal.cards
    spell = cards.wizard.cards[0]
    cards.wizardry = False
    group.deal.put_away(spell)
    assert cards.away == [spell]
    group.deal.hands[1] = []
    group.deal.draw(1, wizard=True)
    assert not group.deal.kind(group.deal.hands[1][0]).wizard
    cards.wizardry = True
    group.deal.draw(1, wizard=True)
    assert group.deal.kind(group.deal.hands[1][1]).wizard


def test_an_overlord_plays_tokens_of_a_hand() -> None:
    game = new_game(("castle-panic",), version="overlord")
    group = Group(game, LIBRARY)
    played = 0
    while game.request is not OVER and played < 10:
        if game.request.kind == "tap":
            held = set(group.deal.cards.tokens)
            token = group.answer()
            assert len(group.deal.cards.tokens) == min(OVERLORD_HAND, len(game.table.drawable()))
            assert token.name in group.deal.cards.tokens and len(held - set(group.deal.cards.tokens)) <= 1
            played += 1
        group.play()
    assert played == 10


def test_friends_help_in_my_first() -> None:
    helped = 0
    for seed in range(4):
        game = new_game(("my-first",), seed)
        group = Group(game, LIBRARY)
        while game.request is not OVER:
            player = game.table.player
            answer = group.play()
            helped += hasattr(answer, "card") and answer.player != player
    assert helped > 3


def test_people_with_sense_win_more_than_people_on_a_whim() -> None:
    won = {
        whim: sum(result_of(new_game(("castle-panic",), seed), whim) == "won" for seed in range(20))
        for whim in (0.0, 1.0)
    }
    assert won[0.0] >= won[1.0] + 5


def result_of(game: Game, whim: float) -> str:
    play_out(Group(game, LIBRARY, whim=whim))
    return game.table.result


def test_how_many_cards_each_begins_with_is_up_to_the_box() -> None:
    for boxes, players, count in ((("castle-panic",), 2, 6), (("castle-panic",), 6, 4), (("my-first",), 2, 1)):
        game = new_game(boxes, players=players)
        assert Deeds(PEOPLE[name] for name in boxes).dealt(game.table) == count
