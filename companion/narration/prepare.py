"""`python -m companion.narration.prepare`: make the prepared messages of each language from its Fluent files.

A prepared file costs the companion no parser, no syntax trees and no plural rules. With all English messages used,
fluent.runtime took 16 MB more, 24 ms of imports and up to 50 ms for the first use of one message; fluent-compiler takes
2 s at the start. Only this module knows Fluent's syntax (https://projectfluent.org/fluent/guide); the companion itself
does not import it. Commit what it writes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from pathlib import Path

import msgspec
from babel import Locale
from babel.numbers import format_decimal
from fluent.syntax import FluentParser, ast

from companion.narration.catalogue import ALL_CATEGORIES, PREPARED, Numerals
from companion.narration.patterns import (
    Element,
    FormOf,
    Forms,
    Pattern,
    Reference,
    Selection,
    TermReference,
    Variable,
)

COMMAND = "python -m companion.narration.prepare"
"""What makes the files anew."""


class PrepareError(ValueError):
    """Something in the files of a language cannot be used; the text names the file and the message."""


def main() -> None:
    """Write the prepared file of every language. End with a sentence and status 1 when one cannot be made."""
    try:
        made = {folder / PREPARED: prepared(folder.name, read(folder)) for folder in folders()}
    except PrepareError as error:
        sys.exit(str(error))
    for path, content in made.items():
        path.write_bytes(content)


def folders() -> list[Path]:
    """Return the folders of the languages, in their order."""
    with resources.as_file(resources.files("companion.narration")) as home:
        return sorted({path.parent for path in home.glob("*/*.ftl")})


def read(folder: Path) -> dict[str, str]:
    """Return the Fluent files of a folder by their names."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.ftl"))}


def prepared(language: str, sources: Mapping[str, str]) -> bytes:
    """Return the prepared messages of a language, from its Fluent files by their names. Raise PrepareError."""
    messages: dict[str, Forms] = {}
    for file, source in sources.items():
        for entry in FluentParser().parse(source).body:
            if isinstance(entry, ast.Junk):
                name = str(entry.content).split("=")[0].strip()
                raise PrepareError(f"{language}/{file}: {name} is no Fluent message: {entry.annotations[0].message}")
            if not isinstance(entry, ast.Message | ast.Term):
                continue
            name = f"-{entry.id.name}" if isinstance(entry, ast.Term) else str(entry.id.name)
            if name in messages:
                raise PrepareError(f"{language}/{file}: the message {name} stands twice")
            try:
                messages[name] = dict(_forms(entry))
            except _UnsupportedError as error:
                raise PrepareError(f"{language}/{file}: {name}: {error}") from error
    _refuse_circles(language, messages)
    return _file(_numerals(language), messages)


class _UnsupportedError(ValueError):
    """Something in a message that is not supported, in words."""


def _file(numerals: Numerals, messages: Mapping[str, Forms]) -> bytes:
    """Return the bytes of the file, with a line for each message, so that changes can be read."""
    rows = [msgspec.json.encode(name) + b":" + msgspec.json.encode(forms) for name, forms in messages.items()]
    head = msgspec.json.encode(numerals)
    return b'{"numerals":' + head + b',\n"messages":{\n' + b",\n".join(rows) + b"\n}}\n"


def _numerals(language: str) -> Numerals:
    locale = Locale.parse(language, sep="-")
    plurals: dict[str, list[int]] = {}
    for number in range(ALL_CATEGORIES):
        plurals.setdefault(locale.plural_form(number), []).append(number)
    plurals.pop("other", None)
    return Numerals(plurals, format_decimal(1_000, locale=locale)[1:-3])


# From syntax to elements


def _forms(entry: ast.Message | ast.Term) -> Iterator[tuple[str, Pattern]]:
    if entry.value is not None:
        yield "", _pattern(entry.value)
    for attribute in entry.attributes:
        yield attribute.id.name, _pattern(attribute.value)


def _pattern(pattern: ast.Pattern) -> Pattern:
    """Return a pattern with adjacent pieces of text put together; text alone is a string."""
    elements: list[Element] = []
    for node in pattern.elements:
        element = node.value if isinstance(node, ast.TextElement) else _element(node)
        if isinstance(element, str) and elements and isinstance(elements[-1], str):
            elements[-1] += element
        else:
            elements.append(element)
    return elements[0] if len(elements) == 1 and isinstance(elements[0], str) else tuple(elements)


def _element(node: ast.BaseNode) -> Element:
    match node:
        case ast.Placeable():
            return _element(node.expression)
        case ast.StringLiteral() | ast.NumberLiteral():
            return _literal(node)
        case ast.VariableReference():
            return Variable(node.id.name)
        case ast.MessageReference():
            return Reference(node.id.name, _attribute(node))
        case ast.TermReference():
            return TermReference(f"-{node.id.name}", _attribute(node), _parameters(node))
        case ast.FunctionReference():
            return _call(node)
        case ast.SelectExpression():
            return _selection(node)
    raise _UnsupportedError(f"{type(node).__name__} is not supported")


def _literal(node: ast.BaseNode) -> str | int:
    if isinstance(node, ast.StringLiteral):
        return str(node.parse()["value"])
    if isinstance(node, ast.NumberLiteral) and "." not in node.value:
        return int(node.value)
    raise _UnsupportedError("only texts and whole numbers are supported here")


def _attribute(node: ast.MessageReference | ast.TermReference) -> str:
    return str(node.attribute.name) if node.attribute else ""


def _parameters(node: ast.TermReference) -> dict[str, str | int]:
    if node.arguments is None:
        return {}
    if node.arguments.positional:
        raise _UnsupportedError(f"the parameters of -{node.id.name} must have names")
    return {given.name.name: _literal(given.value) for given in node.arguments.named}


def _call(node: ast.FunctionReference) -> Element:
    match node.id.name, node.arguments.positional, node.arguments.named:
        case "FORM", [ast.VariableReference() as fact, ast.StringLiteral() as form], []:
            return FormOf(fact.id.name, str(_literal(form)))
        case "NUMBER", [number], []:
            return _element(number)
    raise _UnsupportedError(f'only FORM($fact, "form") and NUMBER($fact) are supported, not this {node.id.name}')


def _selection(node: ast.SelectExpression) -> Selection:
    numbers: dict[int, Pattern] = {}
    words: dict[str, Pattern] = {}
    default: Pattern = ""
    for variant in node.variants:
        pattern = _pattern(variant.value)
        if variant.default:
            default = pattern
        if isinstance(variant.key, ast.NumberLiteral):
            numbers.setdefault(int(_literal(variant.key)), pattern)
        elif not variant.default:
            words.setdefault(variant.key.name, pattern)
    return Selection(_element(node.selector), numbers, words, default)


# Circles


def _refuse_circles(language: str, messages: Mapping[str, Forms]) -> None:
    done: set[tuple[str, str]] = set()

    def visit(place: tuple[str, str], above: tuple[tuple[str, str], ...]) -> None:
        if place in above:
            raise PrepareError(f"{language}: {place[0]} refers to itself")
        pattern = messages.get(place[0], {}).get(place[1])
        if pattern is None or place in done:
            return
        for further in _references(pattern):
            visit(further, (*above, place))
        done.add(place)

    for name, forms in messages.items():
        for form in forms:
            visit((name, form), ())


def _references(pattern: Pattern) -> Iterator[tuple[str, str]]:
    elements: Iterable[Element] = [pattern] if isinstance(pattern, str) else pattern
    for element in elements:
        if isinstance(element, Reference):
            yield element.message, element.form
        elif isinstance(element, TermReference):
            yield element.term, element.form
        elif isinstance(element, Selection):
            yield from _references((element.selector,))
            for inside in (*element.numbers.values(), *element.words.values(), element.default):
                yield from _references(inside)


if __name__ == "__main__":
    main()
