"""A word that is missing never ends a game: the thing is called by its plain name, and that is warned of once."""

from __future__ import annotations

import warnings
from typing import ClassVar

import msgspec
import pytest

from companion.game.events import Rolled
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import Acknowledge
from companion.narration.answers import QUESTIONS
from companion.narration.cues import cue_of, event_cue
from companion.narration.manners import manner_of
from companion.narration.missing import MissingWordsWarning, fitted, plain_name
from companion.narration.narrator import Narrator
from companion.narration.phrases import LEVELS, LINE_WIDTH, MOST_LINES
from companion.talk import messages as m
from companion.talk.desk import Desk
from tests.narration import samples
from tests.narration.messages import english_sources, made
from tests.narration.samples import LIBRARY


class Earthquake(msgspec.Struct):
    """Something that nobody has words for. (No `Event`, so that it is not counted among them.)"""

    kind: ClassVar[str] = "earth-quake"
    arc: int


@pytest.fixture
def mute() -> Narrator:
    """A narrator whose catalogue has lost its messages one by one, but for places and names."""
    sources = english_sources()
    kept = ("place", "spot", "where", "who", "kind-", "color-", "ring-", "arc", "list-", "player")
    return Narrator(made("\n".join(source for name, source in sources.items() if name.startswith(kept))))


@pytest.fixture
def cracked() -> Narrator:
    """A narrator whose words need a fact that there is not, or have lines that are too long."""
    message = """event-rolled =
    .brief = { $nothing }
    .screen = A LINE OF MORE THAN SIXTEEN LETTERS / B / C / D / E
"""
    return Narrator(made(message))


@pytest.fixture(autouse=True)
def forgiving():
    """As it is in a real game, where a warning is no error."""
    with warnings.catch_warnings():
        warnings.simplefilter("default", MissingWordsWarning)
        yield


def test_a_fact_without_words_is_told_by_its_plain_name(mute):
    game = samples.new_game()
    with pytest.warns(MissingWordsWarning, match="no words for the (fact|manner) earth-quake"):
        told = mute.told([Earthquake(3)], game, "normal")
    assert [(said.text, said.priority) for said in told] == [("Earth quake", "step")]


def test_what_is_heard_again_without_words_is_what_was_said(mute):
    game = samples.ask(samples.new_game(), Acknowledge("agranok-card"))
    with pytest.warns(MissingWordsWarning):
        again = [say() for say in mute.recalled([Earthquake(3)], game, "normal")]
    assert again == ["Earth quake", "Agranok card"]


def test_a_fact_without_a_manner_has_a_quiet_one(mute):
    with pytest.warns(MissingWordsWarning, match="no words for the manner earth-quake"):
        assert manner_of(Earthquake(3)).priority == "step"
    with pytest.warns(MissingWordsWarning):
        assert event_cue(Earthquake(3), cue_of(Earthquake(3))) == {"arc": 3, "cue": "wait"}
    with pytest.warns(MissingWordsWarning):
        assert mute.screen_of([Earthquake(3)], samples.new_game()) is None


def test_a_question_without_words_is_asked_by_its_topic(mute):
    game = samples.ask(samples.new_game(), Acknowledge("agranok-card"))
    with pytest.warns(MissingWordsWarning):
        words = mute.prompt(game, "normal")
    assert (words.say, words.screen) == ("Agranok card", ("AGRANOK CARD",))


def test_everything_else_that_has_no_words_is_named_too(mute):
    game = samples.new_game()
    with pytest.warns(MissingWordsWarning):
        assert mute.refusal(samples.refused("no-such-level"), game) == "No such level"
        assert mute.refusal_screen(samples.refused("a-reason-that-is-too-long-to-show"), game) == (
            "A REASON THAT IS", "TOO LONG TO SHOW",
        )  # fmt: skip
        assert mute.answer("flames", game, "brief") == "flames"
        assert mute.answer_screen("flames", game) == ("FLAMES",)
        assert mute.notice("reader-lost", "normal") == "Reader lost"
        assert mute.notice_screen("reader-lost") == ("READER LOST",)
        assert mute.option_text("stay") == "Stay"


def test_a_fact_that_is_missing_in_a_message_is_no_end_either(cracked):
    game = samples.new_game()
    with pytest.warns(MissingWordsWarning):
        assert cracked.told([Rolled("monster-arc", 3)], game, "brief")[0].text == "Rolled"


def test_lines_that_do_not_fit_are_cut(cracked):
    with pytest.warns(MissingWordsWarning, match="does not fit"):
        lines = cracked.screen_of([Rolled("monster-arc", 3)], samples.new_game())
    assert lines == ("A LINE OF MORE", "THAN SIXTEEN", "LETTERS", "B")


def test_it_is_warned_of_once_for_each_thing(mute):
    game = samples.new_game()
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("default", MissingWordsWarning)
        for _ in range(3):
            mute.told([Earthquake(3), Rolled("monster-arc", 3)], game, "normal")
    said = [str(warning.message) for warning in heard]
    assert len(said) == len(set(said)) == 3


def test_a_whole_turn_is_played_with_hardly_a_word(mute):
    warnings.simplefilter("ignore", MissingWordsWarning)
    desk = Desk(LIBRARY, mute)
    desk.do(
        m.NewGameMessage(game="castle-panic", players=2, boxes=["wizards-tower"], setup="none", seed=1, pace="auto")
    )
    for message in (
        m.DoneMessage(),
        m.TapMessage(piece="orc"),
        m.RollMessage(value=2),
        m.TapMessage(piece="1-imp-per-tower"),
        m.DoneMessage(),
    ):
        assert all(said.text for said in desk.do(message).told)
        assert desk.prompt()["say"]
    with pytest.raises(Refused) as refused:
        desk.do(m.RollMessage(value=2))
    assert desk.refusal(refused.value)["message"] == "Not now roll"
    for about in QUESTIONS:
        assert desk.do(m.AskMessage(about=about)).say


@pytest.mark.parametrize("text", ["", "A", "A / B", "WORDS " * 40, "X" * 99])
def test_whatever_is_fitted_fits(text):
    lines = fitted(text).split(" / ")
    assert len(lines) <= MOST_LINES
    assert all(len(line) <= LINE_WIDTH for line in lines)


def test_plain_names_are_words():
    assert [plain_name("monster-moved", level) for level in LEVELS] == ["monster moved"] * 3
    assert plain_name("monster-moved", "screen") == "MONSTER MOVED"
