"""What is said in games with the further boxes, played at random, and what must not be heard before its time."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from companion.channels.lights import CUES
from companion.game.boxes.dark_titan.options import LEVELS as LEVELS_OF_HIM
from companion.game.events import Event
from companion.game.fate import Secret
from companion.game.rules.requests import DONE, OVER, Acknowledge, Choose, Roll, Tap
from companion.game.session import Game
from companion.narration.answers import QUESTIONS
from companion.narration.phrases import LEVELS, LINE_WIDTH
from tests.game.boxes.dark_titan.titan_games import random_game
from tests.game.invariant import check_game
from tests.game.rules.playing import anything
from tests.narration import reading, samples
from tests.narration.samples import EVERYTHING
from tests.narration.test_limits import ALERT, LIMITS, SETUP

NARRATOR = samples.narrator()

# Whole games

FLYERS = re.compile(r"\b(gargoyle|phoenix|dragon)\b")
LOCATED = re.compile(r"\barc \d|\bforest\b")
SLIPS = re.compile(r"  | [.,;:?]|[.,;:?]{2}|[{}]|^[a-z]")
ABOUT_FLYING = ("what flies", "a flying monster")
FIRST_SEED, GAMES = 100, 12


def told_in_a_game(seed: int) -> Iterator[tuple[str, str, str]]:
    """Yield (sort, level, text) for everything that is said and shown in a random game, and for some answers."""
    luck = random.Random(seed)
    game = random_game(luck, pace=luck.choice(["auto", "guided"]), names=("Ana", "Bartholomew Cubbins")[: seed % 3])
    for turn in range(250):
        events = game.take_events()
        for level in LEVELS:
            for told in NARRATOR.told(events, game, level):
                yield ("alert" if told.priority == "alert" else "told"), level, told.text
            sort = "setup" if game.standing.topic in samples.SETUP_TOPICS else "asked"
            yield sort, level, NARRATOR.prompt(game, level).say
            if turn % 20 == 0:
                for about in QUESTIONS:
                    yield "answer", level, NARRATOR.answer(about, game, level)
        yield from shown(events, game)
        if game.request is OVER:
            return
        game.answer(anything(game, luck))
        check_game(game)


def shown(events: list[Event], game: Game) -> Iterator[tuple[str, str, str]]:
    words, options = NARRATOR.prompt(game, "normal"), NARRATOR.options(game)
    assert words.screen[-1].startswith(">")
    assert len({name for name, _ in options}) == len(options)
    assert {cue["cue"] for cue in [*NARRATOR.cues(events, game), *words.ring]} <= set(CUES)
    for lines in (words.screen[:-1], NARRATOR.screen_of(events, game)):
        if lines:
            assert max(map(len, lines)) <= LINE_WIDTH
            yield "shown", "screen", " ".join(lines).lower().capitalize()
    yield from (("option", "normal", text) for _, text in options)


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + GAMES))
def test_whole_games_are_told_briefly_cleanly_and_with_every_flyer_called_so(seed):
    """A12 and A17. (A missing word would be an error.)"""
    limits = LIMITS | {"screen": 16}
    told = list(told_in_a_game(seed))
    assert len(told) > 500
    for sort, level, text in told:
        most = ALERT if sort == "alert" else SETUP if sort == "setup" and level == "normal" else limits[level]
        if sort not in ("answer", "option"):
            assert 0 < len(reading.words(text)) <= most, text
        assert not SLIPS.search(text.replace(" >", "")), text
        for sentence in re.split(r"[.;:?!/] ?", text.lower()):
            if FLYERS.search(sentence) and LOCATED.search(sentence):
                assert "flying" in sentence, text
            elif "flying" in sentence and not any(words in sentence for words in ABOUT_FLYING):
                assert FLYERS.search(sentence), text


# What must not be heard before its time


def heard(game: Game) -> list[object]:
    """Return everything that people could hear and see at this moment."""
    events = game.take_events()
    told = [NARRATOR.told(events, game, level) for level in LEVELS]
    asked = [NARRATOR.prompt(game, level) for level in LEVELS]
    answers = [NARRATOR.answer(about, game, level) for about in QUESTIONS for level in LEVELS]
    screens = [NARRATOR.answer_screen(about, game) for about in QUESTIONS]
    return [told, asked, answers, screens, NARRATOR.screen_of(events, game), NARRATOR.cues(events, game)]


def turns_heard(**options: object) -> list[object]:
    """Return what is heard in some turns of a game in which nothing secret is shown."""
    game = samples.new_game(boxes=EVERYTHING, setup="quick", pace="guided", first=1, **options)  # type: ignore[arg-type]
    made, drawn = [heard(game)], ["herald#1", "healer#1", "wither#1", "supply-wagon#1"]
    while drawn:
        if isinstance(game.request, Roll):
            game.answer(3)
        elif isinstance(game.request, Tap):
            game.answer(game.table.pieces[drawn.pop(0)])
        elif isinstance(game.request, Choose):
            game.answer(game.request.options[0])
        else:
            game.answer(None if isinstance(game.request, Acknowledge) else DONE)
        made.append(heard(game))
    return made


def test_nothing_heard_depends_on_the_secret_level_or_on_which_harbingers_are_in_the_bag():
    """A58, as far as words, screens and cues go."""
    secrets = {Secret(seed).number("agranok", len(LEVELS_OF_HIM)): Secret(seed) for seed in range(40)}
    assert len(secrets) == len(LEVELS_OF_HIM)
    levels = [turns_heard(agranok="random", secret=secret) for secret in secrets.values()]
    assert all(level == levels[0] for level in levels)
    assert turns_heard(agranok="facedown") == turns_heard(agranok="facedown", secret=Secret(5))
    bags = [("basilisk", "chimera", "dragon"), ("hydra", "necromancer", "warlock"), ("basilisk", "dragon", "warlock")]
    different = [turns_heard(harbingers=bag) for bag in bags]
    assert all(bag == different[0] for bag in different)
