"""Every text with the longest names: its words, lines, sentences and reading grade (A02, A12, A13, A14, A50)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from statistics import median

import pytest

from companion.game.board import SPACES
from companion.game.events import Event
from companion.game.pieces import Kind
from companion.game.rules.refusals import Refused
from companion.game.session import Game
from companion.narration.answers import QUESTIONS
from companion.narration.catalogue import Catalogue
from companion.narration.manners import MANNERS
from companion.narration.phrases import LEVELS, LINE_WIDTH, MOST_LINES
from tests.narration import reading, samples
from tests.narration.samples import KINDS, LONG_NAMES, SETUP_TOPICS, TOPICS, events_of, kinds_of_events

LIMITS = {"brief": 9, "normal": 18, "verbose": 40}
ALERT, SETUP, LONGEST_SENTENCE = 8, 25, 20
HARDEST, MIDDLE = 6.0, 3.0
NARRATORS = {language: samples.narrator(language) for language in Catalogue.languages()}
SHORT_NAMES = ("Ana", "Ben", "Mia")


def facts_told(event: Event, level: str, game: Game, language: str = "en") -> list[tuple[str, str]]:
    """Return (priority, text) of everything that is said for one fact, in the middle of a game."""
    return [(told.priority, told.text) for told in NARRATORS[language].told([event], game, level)]


def prompts(
    topic: str, names: tuple[str, ...], kinds: list[Kind], language: str, level: str
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for boxes in (samples.BASE, samples.EVERYTHING):
        game = samples.new_game(names=names, boxes=boxes)
        for request in samples.requests(topic, kinds):
            words = NARRATORS[language].prompt(samples.ask(game, request), level)
            yield words.say, words.screen


def long_kinds() -> list[Kind]:
    """Return the kinds with the longest names, of each sort that questions are about."""
    return samples.BOARD_KINDS + [kind for kind in samples.OTHER_KINDS if kind.name.endswith("boulder")]


@pytest.mark.parametrize("language", NARRATORS)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("event", kinds_of_events(), ids=lambda event: event.kind)
def test_what_is_told_of_a_fact_is_short(event, level, language):
    game = samples.new_game(names=LONG_NAMES, boxes=samples.EVERYTHING)
    said = [told for sample in events_of(event) for told in facts_told(sample, level, game, language)]
    assert said
    for priority, text in said:
        limit = ALERT if priority == "alert" else LIMITS[level]
        assert 0 < len(reading.words(text)) <= limit, text
        assert max(len(reading.words(part)) for part in reading.sentences(text)) <= LONGEST_SENTENCE, text


@pytest.mark.parametrize("language", NARRATORS)
@pytest.mark.parametrize("event", kinds_of_events(), ids=lambda event: event.kind)
def test_the_lines_of_a_fact_fit_the_display(event, language):
    """`screen_of` refuses what does not fit; here it must not."""
    assert events_of(event)
    for names in (LONG_NAMES, ()):
        game = samples.new_game(names=names, boxes=samples.EVERYTHING)
        for sample in events_of(event):
            lines = NARRATORS[language].screen_of([sample], game)
            assert bool(lines) == (MANNERS[event.kind].weight > 0)
            assert not any(line.startswith(">") for line in lines or ())


@pytest.mark.parametrize("language", NARRATORS)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("topic", TOPICS)
def test_a_question_is_short_and_its_offer_is_the_last_line(topic, level, language):
    limit = SETUP if topic in SETUP_TOPICS and level == "normal" else LIMITS[level]
    for names in (LONG_NAMES, ()):
        asked = list(prompts(topic, names, long_kinds(), language, level))
        assert asked
        for say, screen in asked:
            assert 0 < len(reading.words(say)) <= limit, say
            assert max(len(reading.words(part)) for part in reading.sentences(say)) <= LONGEST_SENTENCE, say
            assert 1 < len(screen) <= MOST_LINES
            assert all(line and len(line) <= LINE_WIDTH for line in screen), screen
            assert [line.startswith(">") for line in screen] == [False] * (len(screen) - 1) + [True]


OUT_OF_REACH = (
    "hit-in-forest",
    "hit-in-castle",
    "hit-color",
    "hit-ring",
    "card-ring",
    "flying-hit",
    "safe-ring",
)
"""The reasons that there are only for a Monster on the board."""


@cache
def refusals() -> list[tuple[str, Refused]]:
    """Return a refusal for every reason, each with the longest facts."""
    there = samples.standing("dark-sorceress", "swordsman-3", flames=2)
    away = samples.Monster(KINDS["reserve-squad"], 1)
    facts = {
        "field": "extra_harbingers", "name": "no-such-place-12", "card": "any-color-swordsman", "player": 3, "least": 1,
        "most": 12, "wall": samples.new_game().table.wall(6), "arc": 12, "part": "monster_discard", "phase": "cavalier",
        "box": "wizards-tower", "structure": samples.new_game().table.tower(6), "points": 4, "left": 18,
        "tower": samples.new_game().table.tower(6), "boss": samples.Monster(KINDS["dark-sorceress"], 1),
    }  # fmt: skip
    reasons = [name.removeprefix("refused-") for name in samples.plain_messages() if name.startswith("refused-")]
    told = [(name, samples.refused(name, **facts, piece=there)) for name in reasons]
    anywhere = [name for name in reasons if name not in OUT_OF_REACH]
    return told + [(name, samples.refused(name, **facts, piece=away, space=SPACES["castle-6"])) for name in anywhere]


@pytest.mark.parametrize("level", LEVELS)
def test_a_refusal_is_short_and_fits_the_display(level):
    game = samples.new_game(names=LONG_NAMES)
    assert len(refusals()) > 200
    for _, refused in refusals():
        text = NARRATORS["en"].refusal(refused, game, level)
        assert 0 < len(reading.words(text)) <= LIMITS[level], text
        assert len(reading.sentences(text)) == (2 if level == "verbose" else 1), text
        assert NARRATORS["en"].refusal_screen(refused, game)


@pytest.mark.parametrize("level", LEVELS)
def test_a_notice_is_short_and_fits_the_display(level):
    narrator = NARRATORS["en"]
    assert len(notices()) > 15
    for name in notices():
        for part in ("pins", "ring", "display", "speaker", "button", "next", "back", "reader"):
            text = narrator.notice(name, level, part=part)
            alert = name.endswith(("-lost", "-back", "-stuck", "-saved", "-aside"))
            assert 0 < len(reading.words(text)) <= (ALERT if alert else LIMITS[level]), text
            assert narrator.notice_screen(name, part=part)


def notices() -> list[str]:
    said = [name.removeprefix("notice-") for name in samples.plain_messages() if name.startswith("notice-")]
    return [name for name in said if name != "part"]


# Reading grade, names left out: an orc, Ana, a short word


def names_left_out() -> re.Pattern[str]:
    """Return a pattern for the names of tokens and cards, and for the other proper names of the boxes."""
    names = NARRATORS["en"].names
    things = [names.kind(kind, "normal") for kind in KINDS] + [names.card(card, "normal") for card in samples.CARDS]
    called = {names.catalogue.words(thing) for thing in things}
    called |= {"Harbingers?", "Heralds?", "Wizard's Tower", "Wizard", "Fortify", "Overlord", "Support"}
    return re.compile(rf"\b({'|'.join(sorted(called, key=len, reverse=True))})\b", re.IGNORECASE)


NAMES_LEFT_OUT = names_left_out()


def graded(level: str) -> dict[str, float]:
    narrator, game = NARRATORS["en"], samples.new_game(names=SHORT_NAMES, boxes=samples.EVERYTHING)
    events = [sample for event in kinds_of_events() for sample in plain(event)]
    texts = [text for event in events for _, text in facts_told(event, level, game)]
    texts += [say for topic in TOPICS for say, _ in prompts(topic, SHORT_NAMES, [KINDS["orc"]], "en", level)]
    short = dict.fromkeys(("card", "name", "field", "part", "phase"), "tar")
    orc = samples.standing("orc", "knight-3")
    for reason, refused in refusals():
        texts.append(narrator.refusal(samples.refused(reason, **refused.facts | short | {"piece": orc}), game, level))
    texts += [narrator.notice(name, level, part="ring") for name in notices()]
    texts += [narrator.answer(about, game, level) for about in QUESTIONS]
    return {text: reading.grade(NAMES_LEFT_OUT.sub("orc", text)) for text in texts}


def plain(event: type[Event]) -> list[Event]:
    """Facts about orcs, or those that they can only be about, and cards with short names."""
    about_others = event.kind.partition("-")[0] in samples.PIECES
    return [
        sample
        for sample in events_of(event, 300)
        if (about_others or getattr(getattr(sample, "piece", None), "kind", KINDS["orc"]).name == "orc")
        and getattr(sample, "card", "tar") == "tar"
        and not getattr(sample, "together", ())
    ]


@pytest.mark.parametrize("level", ["normal", "verbose"])
def test_the_language_is_plain(level):
    grades = graded(level)
    hard = {text: round(value, 1) for text, value in grades.items() if value > HARDEST}
    assert hard == {}
    assert median(grades.values()) <= MIDDLE


def test_the_grade_tells_plain_from_hard():
    """The expected grades are those of textstat 0.7.4."""
    assert abs(reading.grade("The orc is slain. Take it off the board.") - (-2.1)) < 0.2
    assert abs(reading.grade("Put a Fortify token on wall 6, in arc 6, blue. It will save the wall once.") - 1.9) < 0.5
    assert abs(reading.grade("Subsequent immediate redistribution necessitates deliberation.") - 35.9) < 3


# What is shown is also said


@pytest.mark.parametrize("event", kinds_of_events(), ids=lambda event: event.kind)
def test_the_numbers_and_names_on_the_display_are_said_too(event):
    game = samples.new_game(names=LONG_NAMES, boxes=samples.EVERYTHING)
    assert events_of(event)
    for sample in events_of(event):
        lines = " ".join(NARRATORS["en"].screen_of([sample], game) or ())
        said = " ".join(text for _, text in facts_told(sample, "verbose", game))
        assert set(re.findall(r"\d+", lines)) <= set(re.findall(r"\d+", said)), (lines, said)
        assert ("FLYING" in lines) <= ("flying" in said)


@pytest.mark.parametrize("topic", TOPICS)
def test_the_numbers_on_the_display_are_in_the_question_too(topic):
    asked = list(prompts(topic, (), samples.BOARD_KINDS, "en", "verbose"))
    assert asked
    for say, screen in asked:
        assert set(re.findall(r"\d+", " ".join(screen))) <= set(re.findall(r"\d+", say)), (screen, say)
