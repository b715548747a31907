"""No message is left behind when what it was for goes."""

from __future__ import annotations

import pytest

from companion.game.events import Event
from companion.narration.boxes import VOICES
from companion.narration.catalogue import Catalogue
from tests.narration.samples import LIBRARY, TOPICS
from tests.narration.spelling import is_spelled, spelled

ENGLISH = Catalogue.load("en")
TOKENS = {kind for box in LIBRARY.values() for kind in box.tokens}
CARDS = {card for box in LIBRARY.values() for card in box.cards}
MARCH = "monsters-moved"
"""Stands for many facts, `monster-moved`, so it is no kind of fact itself."""


def named(family: str) -> list[str]:
    """What the messages of a family are about, in every voice."""
    plain = {message.removeprefix(f"{voice}-") for message in ENGLISH for voice in ("", *VOICES)}
    return sorted(message.removeprefix(family) for message in plain if message.startswith(family))


RULES = spelled("game", "talk/offers.py", "talk/topics.py")
EVERYWHERE = spelled("game", "talk", "owner")


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_is_one_that_the_rules_spell(topic):
    assert is_spelled(topic, RULES)


def about(name: str, heads: set[str]) -> tuple[str, str]:
    """The longest head that a name begins with, and what follows it; two empty words when there is none."""
    found = [head for head in heads if name == head or name.startswith(f"{head}-")]
    longest = max(found, key=len, default="")
    return longest, name.removeprefix(longest).removeprefix("-") if longest else ""


@pytest.mark.parametrize("name", named("prompt-"))
def test_every_question_with_words_can_be_asked(name):
    topic, exact = about(name, {*TOPICS})
    assert topic
    assert not exact or exact in TOKENS | {"list", "all"} | RULES


@pytest.mark.parametrize("name", named("event-"))
def test_every_fact_with_words_can_happen(name):
    kind, exact = about(name, {event.kind for event in Event.__subclasses__()} | {MARCH})
    assert kind
    heads = {exact} | {exact.removesuffix(f"-{source}") for source in TOKENS | CARDS}
    assert not exact or any(head in TOKENS or is_spelled(head, EVERYWHERE) for head in heads)


@pytest.mark.parametrize("reason", named("refused-"))
def test_every_sentence_of_a_refusal_has_its_reason(reason):
    assert is_spelled(reason, EVERYWHERE)


@pytest.mark.parametrize("family", ["notice-", "title-", "stage-"])
def test_every_name_of_a_notice_step_or_phase_is_in_use(family):
    used = spelled("game", "talk", "journal", "channels", "service", "narration", "play")
    assert named(family)
    assert [name for name in named(family) if not is_spelled(name, used)] == []


@pytest.mark.parametrize("family", ["play-", "export-", "replay-", "ending-", "answer-"])
def test_every_message_that_is_called_by_its_whole_name_is_called(family):
    used = spelled("play", "journal", "talk", "commands", "narration")
    whole = [f"{family}{name}" for name in named(family)]
    assert whole
    assert [message for message in whole if not is_spelled(message, used)] == []


def test_a_message_that_nobody_needs_is_found_out():
    assert not is_spelled("two-cards-needed", EVERYWHERE) and not is_spelled("not-a-list", EVERYWHERE)
    assert about("tea-break", {*TOPICS}) == about("earth-quake", {"rolled"}) == ("", "")
