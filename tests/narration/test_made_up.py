"""A language with genders and cases can tell everything: names agree, and no word comes from outside its messages."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from companion.game.board import SPACES
from companion.game.events import MonsterMoved, MonsterPlaced
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import OVER, Choose, Tap
from companion.narration.answers import QUESTIONS
from companion.narration.catalogue import Catalogue, sentences
from companion.narration.narrators import Narrators
from companion.narration.phrases import LEVELS
from companion.talk import messages as m
from companion.talk.desk import Desk
from companion.talk.settings import Settings
from tests.game.boxes.dark_titan.titan_games import random_game
from tests.game.rules.playing import anything
from tests.narration import made_up, samples
from tests.narration.made_up import doubled
from tests.narration.samples import LIBRARY, TOPICS
from tests.narration.test_catalogue import gaps
from tests.narration.test_limits import long_kinds, refusals

NARRATOR = made_up.narrator()
WORDS = NARRATOR.catalogue.words
NAMES = ("Ana", "Bo")


def told(*events: object) -> list[str]:
    return [said.text for said in NARRATOR.told(list(events), samples.new_game(), "normal")]  # type: ignore[arg-type]


# Agreement


@pytest.mark.parametrize(
    ("kind", "placed", "moved"),
    [
        ("goblin", "Lö göblíngöblín ést püstpüst én", "Lö göblíngöblín ést ídíd á"),
        ("orc", "Lá örcörc ést püstapüsta én", "Lá örcörc ést ídaída á"),
        ("cyclops", "Lü Cyclöpscyclöps ést püstopüsto én", "Lü Cyclöpscyclöps ést ídoído á"),
    ],
)
def test_a_sentence_agrees_with_the_gender_of_whom_it_is_about(kind, placed, moved):
    token, place = samples.standing(kind, "knight-3"), "árcárc 3, grééngrééna, Kníghtkníght ríngríng."
    assert told(MonsterPlaced(token, token.space, 1)) == [f"{placed} {place}"]
    assert told(MonsterMoved(token, SPACES["archer-3"], token.space, "card")) == [f"{moved} {place}"]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("goblin", "¿Ütüt ünen göblíngöblínen? ¡Présspréss!"),
        ("orc", "¿Ütüt ünam örcörcam? ¡Présspréss!"),
        ("troll", "¿Ütüt ünen trölltröllen? ¡Présspréss!"),
    ],
)
def test_an_option_of_a_question_stands_in_the_accusative(kind, words):
    game = samples.ask(samples.new_game(), Tap("draw"))
    game.marked = list(game.standing.kinds(game.table)).index(kind)
    assert NARRATOR.prompt(game, "normal").say == words


def test_a_question_agrees_with_the_gender_of_its_option():
    rings, orc = ["forest", "archer"], samples.standing("orc", "knight-3")
    asked = [samples.ask(samples.new_game(), Choose("moved-ring", rings, marked=mark, piece=orc)) for mark in (0, 1)]
    assert [NARRATOR.prompt(game, "normal").say for game in asked] == [
        "¿Ín quéqué ringaringa ést lá örcörc? ¿Föréstförést?",
        "¿Ín quéqué ríngríng ést lá örcörc? ¿Árchérárchér ríngríng?",
    ]


def test_a_list_hands_the_case_on_to_all_that_stand_in_it():
    names = NARRATOR.names
    kinds = [names.kind(kind, "normal") for kind in ("goblin", "orc", "cyclops")]
    assert WORDS(names.listed(kinds)) == "göblíngöblín, örcörc é Cyclöpscyclöps"
    made = NARRATOR.catalogue.phrase("answer-danger", "normal", {"monsters": names.listed(kinds)})
    assert made == "víví: lön göblíngöblínen, lám örcörcam é lü Cyclöpscyclöps."


def test_a_list_of_any_length_can_be_said_in_a_case():
    names = NARRATOR.names
    goblins = names.listed([names.kind("goblin", "normal")] * 1000, "list-long", "list-long")
    made = NARRATOR.catalogue.phrase("answer-danger", "normal", {"monsters": goblins})
    assert made == f"víví: {'; '.join(['lön göblíngöblínen'] * 1000)}."


def test_a_case_reaches_the_monster_within_its_place():
    game = samples.new_game()
    for kind in ("orc", "goblin"):
        samples.put(game, kind, "swordsman-2")
    assert NARRATOR.answer("danger", game, "normal") == (
        "Víví: lám örcörcam, árcárc 2, rédréda, Swördsmánswördsmán ríngríng, 2 héálthhéálth; "
        "lön göblíngöblínen, árcárc 2, rédréda, Swördsmánswördsmán ríngríng, 1 héálthhéálth."
    )


def test_a_color_agrees_with_the_shape_that_it_stands_beside():
    desk = Desk(LIBRARY, NARRATOR)
    desk.do(m.NewGameMessage(game="my-first", players=1, setup="none", pace="auto", seed=1))
    names = Narrators(NARRATOR).of(desk.game, NARRATOR.catalogue.language).names
    said = {names.catalogue.words(names.place(space, "normal")) for space in desk.game.table.parts["path"].spaces}
    shown = {names.catalogue.words(names.place(space, "screen")) for space in desk.game.table.parts["path"].spaces}
    assert {"rédréd círclécírclé", "rédréda tríánglétríánglé", "rédrédo sqüárésqüáré"} <= said
    assert {"RED CIRCLE", "RED TRIANGLE", "RED SQUARE"} <= shown


@pytest.mark.parametrize(
    ("count", "words"), [(1, "1 püntpünt"), (2, "2 püntypünty"), (5, "5 püntüpüntü"), (0, "0 püntüpüntü")]
)
def test_a_number_chooses_among_all_the_plurals_of_the_language(count, words):
    assert NARRATOR.catalogue.phrase("n-points", "", {"points": count}) == words


def test_a_player_has_no_forms_and_a_name_without_a_form_is_itself():
    catalogue = NARRATOR.catalogue
    ask = "prompt-moved-ring"
    facts = {"piece": "Bo", "option": NARRATOR.names.ring("knight", "normal")}
    assert catalogue.phrase(ask, "normal", facts) == "¿ín quéqué ríngríng ést Bo? ¿Kníghtkníght ríngríng?"


def test_a_sentence_begins_with_a_capital_in_any_alphabet():
    assert sentences("ürc. ¿ünd? ¡ölt! жук. 3 örcs.") == "Ürc. ¿Ünd? ¡Ölt! Жук. 3 örcs."


# Everything can be told


def test_it_lacks_nothing_that_english_has():
    assert gaps(NARRATOR.catalogue, Catalogue.load("en")) == []


@cache
def its_own() -> frozenset[str]:
    """Return the words that are written by hand, and the endings and articles that are made."""
    hand = made_up.HAND.read_text(encoding="utf-8")
    articles = [word for pair in (*made_up.ARTICLES.values(), *made_up.SOME.values()) for word in pair]
    return frozenset(re.findall(r"[^\W\d_]+", " ".join([hand, *articles]).lower()))


def foreign(text: str) -> set[str]:
    """Return the words of a text that are not of this language: neither doubled nor its own, nor a player's name."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    return {word for word in words if not is_of_it(word)} - {name.lower() for name in NAMES} - its_own()


def is_of_it(word: str) -> bool:
    endings = ("", "a", "o", "en", "am")
    stems = [word.removesuffix(ending) for ending in endings if word.endswith(ending)]
    return any(stem[: len(stem) // 2] * 2 == stem for stem in stems)


def test_a_word_from_elsewhere_is_found_out():
    assert foreign(f"Lá {doubled('orc')}am, 3, Ana: {doubled('the wall')}.") == set()
    assert foreign("Lá orc, örcörc.") == {"orc"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("event", samples.kinds_of_events(), ids=lambda event: event.kind)
def test_every_fact_is_told(event, level):
    game = samples.new_game(names=NAMES, players=2, boxes=samples.EVERYTHING)
    texts = [said.text for sample in samples.events_of(event) for said in NARRATOR.told([sample], game, level)]
    assert texts
    assert set().union(*map(foreign, texts)) == set()
    assert [NARRATOR.screen_of([sample], game) for sample in samples.events_of(event)]


@pytest.mark.parametrize("topic", TOPICS)
def test_every_question_is_asked(topic):
    game = samples.new_game(names=NAMES, players=2, boxes=samples.EVERYTHING)
    for request in samples.requests(topic, long_kinds()):
        words = [NARRATOR.prompt(samples.ask(game, request), level) for level in LEVELS]
        assert set().union(*(foreign(asked.say) for asked in words)) == set()
        options = NARRATOR.options(samples.ask(game, request))
        assert foreign(" ".join(text for _, text in options)) == set()


@pytest.mark.parametrize("level", LEVELS)
def test_every_refusal_has_its_sentence(level):
    """(A missing word would be an error.)"""
    game, told_in_english = samples.new_game(names=NAMES, players=2), samples.narrator()
    for _, refused in refusals():
        assert NARRATOR.refusal(refused, game, level) != told_in_english.refusal(refused, game, level)
        assert NARRATOR.refusal_screen(refused, game) == told_in_english.refusal_screen(refused, game)


def in_a_game(seed: int) -> Iterator[str]:
    """Yield everything that is said in a random game, and the answers to all questions now and then."""
    luck = random.Random(seed)
    game = random_game(luck, pace="guided", names=NAMES, players=2)
    for turn in range(200):
        events = game.take_events()
        for level in LEVELS:
            yield from (said.text for said in NARRATOR.told(events, game, level))
            yield NARRATOR.prompt(game, level).say
            if turn % 20 == 0:
                yield from (NARRATOR.answer(about, game, level) for about in QUESTIONS)
        NARRATOR.screen_of(events, game)
        if game.request is OVER:
            return
        game.answer(anything(game, luck))


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_told(seed):
    texts = set(in_a_game(seed))
    assert len(texts) > 100
    assert set().union(*map(foreign, texts)) == set()


def test_a_game_of_the_small_ones_is_told_too():
    desk = Desk(LIBRARY, NARRATOR)
    desk.do(m.NewGameMessage(game="my-first", players=2, names=list(NAMES), setup="quick", pace="guided", seed=1))
    prompt, asked = desk.prompt(), set()
    while prompt and prompt["kind"] != "over":
        asked.add(prompt["kind"])
        answers = [desk.do(m.AskMessage(about=about)).say or "" for about in QUESTIONS]
        outcome = desk.do(answer_of(desk))
        for text in (prompt["say"], *answers, *(utterance.text for utterance in outcome.told)):
            assert foreign(text) == set()
        prompt = desk.prompt()
    assert asked == {"play", "tap", "acknowledge"}


def answer_of(desk: Desk) -> m.Message:
    """Return what goes on with the game."""
    prompt, game = desk.prompt(), desk.game
    assert prompt and game
    if prompt["kind"] != "tap":
        return m.PressMessage()
    return m.TapMessage(piece=next(token.name for token in game.table.bag))


def test_set_language_changes_who_speaks_and_the_others_stay_ready():
    made_up_language = NARRATOR.catalogue.language
    desk = Desk(LIBRARY, NARRATOR)
    begun = desk.do(m.NewGameMessage(game="castle-panic", players=2, setup="none", pace="auto", seed=1))
    strange = begun.told[0].text
    desk.do(m.SetMessage(language="en"))
    assert desk.narrator.catalogue.language == "en"
    assert desk.asked().say.startswith("Player 1, play cards.")
    desk.do(m.SetMessage(language=made_up_language))
    assert desk.narrator is NARRATOR
    again = desk.do(m.NewGameMessage(game="castle-panic", players=2, setup="none", pace="auto", seed=1))
    assert again.told[0].text == strange
    assert "new game" not in strange.lower()


def test_a_kept_language_that_is_gone_leaves_the_words_to_the_language_that_is_there():
    desk = Desk(LIBRARY, NARRATOR, Settings(language="xx"))
    assert desk.narrator is NARRATOR
    with pytest.raises(Refused):
        desk.do(m.SetMessage(language="xx"))
