"""A language that nobody speaks, made out of the English one: three genders, two cases, words twice as long.

Every word that is said is doubled and loses its plain vowels (`orc` is `örcörc`), so that a word that does not come out
of the messages is found at once, and a sentence may begin with a letter beyond a to z. Kinds of tokens get a gender by
the last letter of their English name (to h, to n, to z), and articles and an accusative by their gender. What needs
more is written by hand, in made_up.ftl. The display has its sixteen letters in every language, so that its lines stay
as they are in English.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Visitor

from companion.narration.boxes import VOICES
from companion.narration.catalogue import Catalogue
from companion.narration.narrator import Narrator
from companion.narration.phrases import SCREEN
from tests.narration.messages import made

LANGUAGE = "cs"
"""The language whose plurals it borrows: one, few and many."""
ARTICLES = {"masculine": ("lö", "lön"), "feminine": ("lá", "lám"), "neuter": ("lü", "lü")}
"""`the`, as what acts and as what something is done to."""
SOME = {"masculine": ("ün", "ünen"), "feminine": ("üna", "ünam"), "neuter": ("üno", "üno")}
"""`a`, likewise."""
ENDINGS = {"masculine": "en", "feminine": "am", "neuter": ""}
"""What the accusative puts behind the name."""
HAND = Path(__file__).with_suffix(".ftl")
"""What is written by hand."""
_WORD = re.compile(r"[A-Za-z]+")
_VOWELS = str.maketrans("aeiouAEIOU", "áéíöüÁÉÍÖÜ")
_KIND = re.compile(rf"(?:(?:{'|'.join(VOICES)})-)?kind-")
_COLOR = re.compile(rf"(?:(?:{'|'.join(VOICES)})-)?color-")


def doubled(text: str) -> str:
    """Return a text in long words without plain vowels."""
    return _WORD.sub(lambda word: word[0].translate(_VOWELS) + word[0].lower().translate(_VOWELS), text)


def gender(name: str) -> str:
    """Return the gender of what has this English name."""
    return "feminine" if name[-1] < "i" else "masculine" if name[-1] < "o" else "neuter"


def narrator() -> Narrator:
    """Return one who speaks it."""
    return Narrator(catalogue())


@cache
def catalogue() -> Catalogue:
    """Return the whole language."""
    messages = {message.id.name: message for message in _english()}
    values = _shown(messages)
    for name, message in messages.items():
        _Doubling(name not in values).visit(message)
        _decline(message)
    for own in _messages(HAND.read_text(encoding="utf-8")):
        _put(messages[own.id.name], own)
    return made(FluentSerializer().serialize(ast.Resource([*messages.values()])), LANGUAGE)


def _english() -> list[Any]:
    files = resources.files("companion.narration").joinpath("en").iterdir()
    return [
        message
        for file in files
        if file.name.endswith(".ftl")
        for message in _messages(file.read_text(encoding="utf-8"))
    ]


def _messages(text: str) -> list[Any]:
    return [entry for entry in FluentParser().parse(text).body if isinstance(entry, ast.Message)]


def _put(message: Any, own: Any) -> None:
    """Put what is written by hand in the place of what was made."""
    message.value = own.value or message.value
    written = {attribute.id.name for attribute in own.attributes}
    message.attributes = [old for old in message.attributes if old.id.name not in written] + own.attributes


class _Doubling(Visitor):
    """Doubles the words of one message, but for those of the display; its value only if it is not shown there."""

    def __init__(self, value: bool) -> None:
        self.value = value

    def visit_Message(self, node: Any) -> None:
        for attribute in node.attributes:
            if attribute.id.name != SCREEN:
                self.visit(attribute)
        if self.value and node.value is not None:
            self.visit(node.value)

    def visit_TextElement(self, node: Any) -> None:
        node.value = doubled(node.value)


class _Values(Visitor):
    """Collects the messages whose values stand in a pattern."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_MessageReference(self, node: Any) -> None:
        if node.attribute is None:
            self.names.add(node.id.name)


def _shown(messages: dict[str, Any]) -> set[str]:
    """Return the messages whose values stand in lines of the display."""
    found = _Values()
    for message in messages.values():
        for attribute in message.attributes:
            if attribute.id.name == SCREEN:
                found.visit(attribute)
    return found.names


def _decline(message: Any) -> None:
    """Give a kind its gender, its articles and its accusative, and a color its endings."""
    name = message.id.name
    if not _KIND.match(name) and not _COLOR.match(name):
        return
    word = "".join(element.value for element in message.value.elements)
    if _COLOR.match(name):
        forms = {"feminine": f"{word}a", "neuter": f"{word}o"}
    else:
        of = gender(name)
        (the, the_accusative), (a, a_accusative) = ARTICLES[of], SOME[of]
        forms = {
            "gender": of,
            "the": f"{the} {word}",
            "a": f"{a} {word}",
            "accusative": f"{the_accusative} {word}{ENDINGS[of]}",
            "a-accusative": f"{a_accusative} {word}{ENDINGS[of]}",
        }
    made = [ast.Attribute(ast.Identifier(form), ast.Pattern([ast.TextElement(text)])) for form, text in forms.items()]
    message.attributes = [old for old in message.attributes if old.id.name not in forms] + made
