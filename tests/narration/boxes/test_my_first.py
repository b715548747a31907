"""The voice of My First (interaction design, 3.13): short words, one thing at a time, color with shape, and a kind end.

Desks play random games with taps, presses, wrong cards, questions and steps back; all that they say and show is read.
"""

from __future__ import annotations

import random
import re
from functools import cache
from importlib import resources
from typing import NamedTuple

import pytest

from companion.game.boxes.my_first.box import EASIER, HARDER
from companion.game.boxes.my_first.path import PathFix
from companion.game.rules.fixes import BagFix
from companion.game.rules.refusals import Refused
from companion.narration.answers import QUESTIONS
from companion.narration.catalogue import Catalogue
from companion.narration.narrator import Narrator
from companion.narration.phrases import LEVELS, LINE_WIDTH, MOST_LINES
from companion.narration.voice_catalogue import VoiceCatalogue
from companion.talk import messages as m
from companion.talk.boxes.dark_titan import CavalierMessage
from companion.talk.desk import Desk
from companion.talk.settings import Settings
from companion.talk.verb import Message
from tests.narration import reading
from tests.narration.messages import made
from tests.narration.samples import LIBRARY
from tests.talk.checking import checked

LIMITS = {"brief": 6, "normal": 18, "verbose": 40}
SHORT, HARDEST = 8, 5.0
"""A grade says nothing about very few words; a single text may be a little harder than all together."""
NAMES = ("Mia", "Tom", "Ben")
COLORS, SHAPES = "red|green|blue", "circle|square|triangle"
HARD_WORDS = {"triangle"}
"""Longer than two syllables, but printed on the board: a shape counts as one."""
PLAIN = re.compile(r"(kind|card|color|player|title|spot|who|goer|list|n|answer|words|stage|option)(-|$)")
"""What this voice may share with the others: names, and answers about what it does not have."""
NAME = re.compile(r"(kind|card|stage)-")
"""What the box brings bears its name in every voice."""


class Heard(NamedTuple):
    """One thing that was said, or shown, and how much was asked for."""

    level: str
    sort: str
    text: str


class Child:
    """Somebody who tries everything on a desk, and listens."""

    def __init__(self, level: str, seed: int) -> None:
        self.luck = random.Random(seed)
        self.level = level
        self.used: set[str] = set()
        self.heard: set[Heard] = set()
        self.shown: set[tuple[str, ...]] = set()
        self.desk = checked(Desk(LIBRARY, Narrator(self.spied()), Settings(words=level), {}.get))
        self.desk.has_one_button(seed == 0)
        kinds = LIBRARY["my-first"].tokens.values()
        self.pieces = [f"{kind.name}#{number}" for kind in kinds for number in range(1, kind.count + 1)]

    def spied(self) -> Catalogue:
        """Return a catalogue that notes which messages are used."""
        plain = Catalogue.load("en")
        forms = plain.forms

        def noted(message):
            self.used.add(message)
            return forms(message)

        plain.forms = noted  # type: ignore[method-assign]
        return plain

    def begin(self) -> None:
        """Begin a random game."""
        luck = self.luck
        variants = [name for name in sorted(EASIER | HARDER) if luck.random() < 0.25]
        players = luck.randint(1, 3)
        self.send(
            m.NewGameMessage(
                game="my-first",
                players=players,
                names=list(NAMES[:players]),
                variants=variants,
                setup=luck.choice(["guided", "guided", "quick", "none"]),
                pace=luck.choice(["guided", "auto"]),
                seed=luck.getrandbits(20),
            )
        )

    def seldom(self) -> None:
        """Do what hardly ever happens by chance."""
        easy = ["super-hero", "hand-boost"]
        self.send(m.NewGameMessage(game="my-first", players=2, setup="none", pace="auto", variants=easy))
        path = [PathFix(f"goblin#{number}", space) for number, space in enumerate((1, 1, 6, 9), 1)]
        self.send(m.CorrectMessage(path=path))
        for about in QUESTIONS:
            self.send(m.AskMessage(about=about))
        for on in (["goblin#1", "goblin#2"], ["goblin#1", "goblin#3"]):
            self.send(m.PlayMessage(card="red-hero", on=on))
        for piece in ("goblin#4", "goblin#1", "orc#1", "goblin#5"):
            self.send(m.TapMessage(piece=piece))
        for message in (
            m.UndoMessage(steps=3),
            m.RedoMessage(steps=2),
            m.RedoMessage(),
            m.RedoMessage(),
            m.TapMessage(card="wall"),
            m.TapMessage(tag="04AA"),
        ):
            self.send(message)

    def send(self, message: Message) -> None:
        """Give an input, and keep what is said and shown."""
        desk = self.desk
        try:
            outcome = desk.do(message)
        except Refused as refused:
            if refused.code not in ("bad-input", "bad-value"):
                narrator = desk.narrator
                self.hear("refusal", narrator.refusal(refused, desk.game, self.level))
                self.shown.add(narrator.refusal_screen(refused, desk.game))
            return
        for utterance in outcome.told:
            self.hear("told", utterance.text)
        if outcome.say:
            self.hear("say", outcome.say)
        if shown := desk.narrator.screen_of(outcome.events, desk.game):
            self.shown.add(shown)
        desk.narrator.cues(outcome.events, desk.game)
        prompt = desk.prompt()
        self.hear("prompt", prompt["say"])
        self.shown.add(tuple(prompt["screen"]))
        assert prompt["ring"]

    def hear(self, sort: str, text: str) -> None:
        self.heard.add(Heard(self.level, sort, text))

    def something(self) -> Message:
        """Return something that a child may do; most of it answers the question."""
        luck, game = self.luck, self.desk.game
        standing = game.standing.kind
        board = [monster.name for monster in game.table.board] or ["goblin#1"]
        sensible = {
            "tap": lambda: m.TapMessage(piece=luck.choice([token.name for token in game.table.bag] or board)),
            "play": lambda: self.card(board) if luck.random() < 0.7 else m.TapMessage(piece=luck.choice(board)),
        }
        if game.undone and luck.random() < 0.5:
            return m.RedoMessage(steps=luck.choice([1, 2, 3]))
        if luck.random() < 0.75:
            return sensible.get(standing, m.PressMessage)()
        return luck.choice(
            [
                lambda: m.TapMessage(piece=luck.choice([*self.pieces, "orc#1"])),
                m.PressMessage, m.DoneMessage, m.HoldMessage, m.LongHoldMessage, m.NextMessage, m.NextMessage,
                m.BackMessage, m.DoubleMessage,
                m.RedoMessage,
                lambda: m.UndoMessage(steps=luck.choice([1, 2, 300])),
                lambda: m.RollMessage(value=3),
                lambda: m.ChooseMessage(option=luck.choice(["caught", "cancel", "player-1", "runner"])),
                lambda: m.AskMessage(about=luck.choice(QUESTIONS)),
                lambda: self.card(self.pieces),
                lambda: CavalierMessage(),
                lambda: m.CorrectMessage(wall=luck.random() < 0.5, bag=BagFix(left=0) if luck.random() < 0.3 else None),
            ]
        )()  # fmt: skip

    def card(self, pieces: list[str]) -> m.PlayMessage:
        """Return a play of any card at random targets."""
        table = self.desk.game.table
        card = table.cards[self.luck.choice(sorted(table.cards))]
        count = self.luck.choice(card.targets) if "on" in card.needs else 0
        on = [self.luck.choice(pieces) for _ in range(count)]
        return m.PlayMessage(card=card.name, on=on or None, player=self.luck.randint(1, table.players))


@cache
def heard() -> tuple[frozenset[Heard], frozenset[tuple[str, ...]], frozenset[str]]:
    """Return what is said and shown in many games, and the messages that were used."""
    children = [Child(level, seed) for level in LEVELS for seed in range(3)]
    for child in children:
        child.seldom()
        for _ in range(6):
            child.begin()
            for _ in range(150):
                child.send(child.something())
    said = frozenset[Heard]().union(*(child.heard for child in children))
    shown = frozenset[tuple[str, ...]]().union(*(child.shown for child in children))
    assert len(said) > 500 and len(shown) > 100
    return said, shown, frozenset[str]().union(*(child.used for child in children))


def own_messages() -> set[str]:
    source = resources.files("companion.narration").joinpath("en", "my_first.ftl").read_text(encoding="utf-8")
    return set(made(source))


def test_every_message_of_the_voice_bears_its_name_and_is_said_some_time():
    own = own_messages()
    assert {message for message in own if not message.startswith("kid-") and not NAME.match(message)} == set()
    unheard = {message for message in own - heard()[2] if not NAME.match(message)}
    # One sentence stands for all the steps, and what is taken back is not named.
    assert unheard == {"kid-event-monster-stepped", "kid-title-caught"}


def test_no_sentence_of_the_big_game_is_said_to_a_child():
    shared = {message for message in heard()[2] if not message.startswith("kid-")}
    assert {message for message in shared if not PLAIN.match(message)} == set()


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_said_is_short(level):
    for _, _, text in _at(level):
        assert 0 < len(reading.words(text)) <= LIMITS[level], text


def _at(level: str) -> list[Heard]:
    """Return what is said at one length. Lists of monsters are left out: their length is not the voice's choice."""
    found = [entry for entry in heard()[0] if entry.level == level and ";" not in entry.text]
    assert len(found) > 100
    return found


def test_words_have_one_or_two_syllables():
    words = {word.lower() for entry in heard()[0] for word in re.findall(r"[A-Za-z]+", entry.text)}
    long = {word for word in words - HARD_WORDS if reading.syllables(word) > 2}
    assert long == set()
    assert len(words) > 100


@pytest.mark.parametrize("level", LEVELS)
def test_a_child_in_its_first_years_at_school_can_read_it(level):
    texts = [re.sub(r"triangle|circle|color", "shape", entry.text) for entry in _at(level)]
    assert reading.grade(" ".join(texts)) <= 3.0
    long = [text for text in texts if len(reading.words(text)) > SHORT]
    assert max(map(reading.grade, long), default=0) <= HARDEST


def test_color_and_shape_are_named_together():
    for entry in heard()[0]:
        alone = re.sub(rf"\b({COLORS}|any) ({SHAPES})\b|\b({COLORS}) hero\b", "", entry.text.lower())
        assert not re.search(rf"\b({COLORS}|{SHAPES})\b", alone), entry


def test_what_is_shown_fits_the_display_and_an_offer_is_its_last_line():
    for lines in heard()[1]:
        assert 0 < len(lines) <= MOST_LINES
        assert all(0 < len(line) <= LINE_WIDTH for line in lines), lines
        assert not any(line.startswith(">") for line in lines[:-1])


def test_one_act_at_a_time_in_brief():
    for entry in _at("brief"):
        assert " and " not in entry.text.lower(), entry


def test_a_lost_game_ends_kindly():
    lost = {entry.text for entry in heard()[0] if "castle fell" in entry.text.lower()}
    assert lost
    told_after = {entry.text for entry in heard()[0] if entry.sort == "prompt" and "good try" in entry.text.lower()}
    assert told_after
    for entry in heard()[0]:
        assert not re.search(r"\b(lose|lost|die|dead|kill|slain|fail|bad|wrong)\b", entry.text.lower()), entry


def test_a_voice_speaks_for_itself_where_it_can_and_plainly_elsewhere():
    plain = made("one = plain\ntwo = plain\nkid-one = own\nkid-three = own\n")
    voice = VoiceCatalogue(plain, "kid")
    assert [voice.name(message, "", {}) for message in ("one", "two", "three")] == ["own", "plain", "own"]
    assert ("three" in voice, "three" in plain, "four" in voice) == (True, False, False)
    assert voice.first("four", "three", "one") == "three"
    with pytest.raises(KeyError):
        voice.first("four", "five")
    with pytest.raises(KeyError):
        voice.phrase("four", "", {})


def test_after_a_game_of_the_small_ones_the_big_game_has_its_own_voice_again():
    desk = Desk(LIBRARY, Narrator(Catalogue.load("en")), Settings(pace="auto"))
    desk.do(m.NewGameMessage(game="my-first", players=2, setup="quick"))
    assert "friend" in desk.prompt()["say"]
    desk.do(m.NewGameMessage(game="castle-panic", players=2, setup="none"))
    assert "friend" not in desk.prompt()["say"]
