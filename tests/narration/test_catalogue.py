import ast as python
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast

import companion
from companion.channels.cues import CUES
from companion.game.events import Event
from companion.narration.boxes import VOICES
from companion.narration.catalogue import Catalogue, lines, sentences
from companion.narration.manners import MANNERS
from companion.narration.phrases import LEVELS, SCREEN
from companion.narration.prepare import PrepareError, prepared, read
from tests.narration import samples
from tests.narration.messages import english_sources, made
from tests.narration.samples import LIBRARY, TOPICS

FORMS = frozenset({*LEVELS, SCREEN})
SAID = ("event-", "prompt-", "refused-", "notice-", "ending-")


def gaps(pack: Catalogue, whole: Catalogue) -> list[str]:
    """What a language pack lacks of another one."""
    missing = [message for message in whole if message not in pack]
    forms = [
        f"{message}.{form}"
        for message in whole
        if message in pack
        for form in sorted(whole.attributes(message) - pack.attributes(message))
    ]
    return missing + forms


@pytest.fixture(scope="module")
def english() -> Catalogue:
    return Catalogue.load("en")


@pytest.mark.parametrize("language", Catalogue.languages())
def test_a_language_lacks_no_message_and_no_length(language, english):
    assert gaps(Catalogue.load(language), english) == []


def test_a_pack_that_lacks_something_is_found_out(english):
    sources = english_sources()
    del sources["event-rolled"]
    sources["prompt-draw"] = sources["prompt-draw"].replace("    .brief =", "    .short =")
    pack = made("\n".join(sources.values()))
    assert gaps(pack, english) == ["event-rolled", "prompt-draw.brief"]


@pytest.mark.parametrize("language", Catalogue.languages())
def test_the_files_are_sound_fluent_and_every_message_is_found(language):
    found = set()
    for source in read(HOME / "narration" / language).values():
        body = FluentParser().parse(source).body
        assert [entry.content for entry in body if isinstance(entry, ast.Junk)] == []
        found |= {entry.id.name for entry in body if isinstance(entry, ast.Message)}
    assert found and found == set(Catalogue.load(language))


def test_every_message_that_is_said_has_three_lengths_and_lines(english):
    said = [message for message in english if message.startswith(SAID) and message != "notice-part"]
    assert len(said) > 150
    assert [message for message in said if english.attributes(message) - {""} != FORMS] == []


@pytest.mark.rule("AX-007")
@pytest.mark.parametrize("event", Event.__subclasses__(), ids=lambda event: event.kind)
def test_every_kind_of_event_has_its_words_and_its_manner(event, english):
    """In the plain voice, or in the voice of the one game that it happens in."""
    said = [message for voice in ("", *VOICES) if (message := f"{voice}-event-{event.kind}".lstrip("-")) in english]
    assert said
    assert all(english.attributes(message) == FORMS for message in said)
    assert MANNERS[event.kind].cue in CUES


@pytest.mark.parametrize("topic", TOPICS)
def test_every_question_has_its_words(topic, english):
    assert english.attributes(f"prompt-{topic}") == FORMS


HOME = Path(companion.__file__).parent
RULES = [
    python.parse(path.read_text("utf-8")) for path in (*(HOME / "game").rglob("*.py"), HOME / "talk" / "offers.py")
]


OF_BOXES = [f"game.boxes.{path.parent.name}" for path in (HOME / "game" / "boxes").glob("*/topics.py")]
TOPIC_MODULES = [importlib.import_module(f"companion.{name}.topics") for name in ("game.rules", "talk", *OF_BOXES)]
DECLARED = {name: value for module in TOPIC_MODULES for name, value in vars(module).items() if name.isupper()}
"""All topics that there are, by the names of their constants."""
BY_LOT = {"starters", "necromancer"}
"""What the companion draws by lot: nobody is asked, so there are no words."""
ON_A_PATH = {"draw-card"}
"""What only My First asks: its games are told, in its own voice, in tests/narration/boxes/test_my_first.py."""


def test_every_topic_is_asked_told_or_drawn_by_lot_in_the_samples():
    assert len(set(DECLARED.values())) == len(DECLARED) > 60
    assert set(DECLARED.values()) == {*TOPICS, *(topic for topic, _ in samples.HANDS), *BY_LOT, *ON_A_PATH}


def first_words(*names: str, place: int = 0) -> Iterator[str]:
    """The words that calls of these names in the rules have at that place, where they are not put together."""
    for call in (node for tree in RULES for node in python.walk(tree) if isinstance(node, python.Call)):
        name = call.func.id if isinstance(call.func, python.Name) else getattr(call.func, "attr", "")
        if name in names and len(call.args) > place:
            yield from topic_of(call.args[place])


def own_topics() -> Iterator[str]:
    """The topics that kinds of tokens have as their own."""
    for node in (node for tree in RULES for node in python.walk(tree) if isinstance(node, python.Assign)):
        names = [target.id for target in node.targets if isinstance(target, python.Name)]
        if names == ["topic"]:
            yield from topic_of(node.value)


def topic_of(node: python.expr) -> Iterator[str]:
    """The topic that a constant stands for, if it does."""
    if isinstance(node, python.Name | python.Attribute):
        name = node.id if isinstance(node, python.Name) else node.attr
        yield from [DECLARED[name]] if name in DECLARED else []


def test_every_question_that_the_rules_ask_is_among_the_samples():
    requests = ("Roll", "Tap", "StarterTap", "Choose", "ChooseWalls", "Acknowledge", "choose", "__init__")
    asked = {*first_words(*requests), *first_words("by_hand", place=1), *own_topics()}
    assert {"draw", "elite-hit", "mega-boss", "agranok-result", "trebuchet-arc", "banish", "piles"} <= asked
    assert asked - {*TOPICS} == set()


def test_every_task_for_the_hands_has_its_words(english):
    told = {*first_words("HandsTold"), *(topic for topic, _ in samples.HANDS)}
    assert {"banish", "discard-down", "wagon-draw", "draw-cards"} <= told
    assert [topic for topic in told if f"event-hands-told-{topic}" not in english] == []


def test_every_token_and_card_of_every_box_has_a_name(english):
    for kind in samples.KINDS:
        assert english.attributes(f"kind-{kind}") == {"", "the", "a", "screen"}
    for box in LIBRARY.values():
        assert all("screen" in english.attributes(f"card-{card}") for card in box.cards)


@pytest.mark.parametrize(
    ("message", "level", "facts"),
    [("no-such", "brief", {}), ("event-rolled", "long", {"value": 3}), ("event-rolled", "brief", {})],
)
def test_a_missing_message_level_or_fact_is_a_key_error(english, message, level, facts):
    with pytest.raises(KeyError):
        english.text(message, level, **facts)


def test_a_missing_language_is_a_key_error():
    with pytest.raises(KeyError):
        Catalogue.load("tlh")


def test_a_message_that_stands_twice_is_an_error():
    with pytest.raises(PrepareError, match="b.ftl: the message one"):
        prepared("en", {"a.ftl": "one = 1", "b.ftl": "one = 2"})


def test_a_reference_to_a_message_that_is_not_there_is_a_key_error():
    with pytest.raises(KeyError):
        made("one = { two }").phrase("one", "", {})


def test_what_stands_between_entries_belongs_to_none():
    pack = made("# A remark\none = 1\n\n    .brief = first\n\n## Another\n\ntwo = { one.brief } and\n    second\n")
    assert list(pack) == ["one", "two"]
    assert pack.phrase("two", "", {}) == "first and\nsecond"


def test_sentences_begin_with_a_capital():
    assert sentences("orc, arc 3. hit it? yes! ana. Éva. 3 orcs") == "Orc, arc 3. Hit it? Yes! Ana. Éva. 3 orcs"


def test_a_sentence_begins_with_a_capital_in_every_alphabet_and_after_an_opening_sign():
    assert sentences("über den Wall. орк! ¿dónde? ¡allí! „ä.") == "Über den Wall. Орк! ¿Dónde? ¡Allí! „Ä."
    assert sentences("«\u202félan. (so). “so. 日本") == "«\u202fÉlan. (So). “So. 日本"


def test_a_name_without_a_form_of_its_own_is_the_plain_one(english):
    assert english.name("kind-orc", "verbose", {}) == "orc"
    assert english.name("kind-orc", "screen", {}) == "ORC"


def test_lines_that_do_not_fit_are_an_error():
    assert lines("ONE / TWO") == ("ONE", "TWO")
    with pytest.raises(ValueError, match="does not fit"):
        lines("SEVENTEEN LETTERS")
    with pytest.raises(ValueError, match="does not fit"):
        lines("1 / 2 / 3 / 4 / 5")


def test_the_order_of_messages_does_not_matter_for_a_longer_word(english):
    assert english.first("prompt-draw-nothing", "prompt-draw") == "prompt-draw"
    with pytest.raises(KeyError):
        english.first("prompt-nothing")


def test_a_fact_of_any_length_comes_through_whole():
    long = "orc, arc 3; " * 1000
    assert made("one = { two.brief }.\ntwo =\n    .brief = All: { $monsters }").phrase(
        "one", "", {"monsters": long}
    ) == (f"All: {long}.")
