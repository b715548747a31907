"""A TOML file, decoded strictly into msgspec structs; what is wrong with it is said in one plain sentence.

The sentence names the file, the line, the key and, where something is near enough, the right name. Anything unknown is
a fault: a key that is silently ignored is a setting that silently does nothing.
"""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

from companion.owner.toml_lines import KeyLines, KeyPath, key_lines

MAX_BYTES: Final = 1_000_000
"""A larger file is refused unread."""

MAX_LINE: Final = 1_000
"""A longer line is refused: tomllib takes time and memory by the square of the dots in a key."""

S = TypeVar("S", bound=msgspec.Struct)


class ConfigError(Exception):
    """A file that people write is wrong. `str()` is the sentence to show."""

    def __init__(self, sentence: str) -> None:
        super().__init__("".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in sentence))


class Document(msgspec.Struct, frozen=True):
    """A TOML text that could be read. `name` is what its sentences call it; relative paths in it start at `base`."""

    name: str
    base: Path
    data: dict[str, Any]
    keys: KeyLines

    def refusal(self, path: KeyPath, why: str) -> ConfigError:
        """The error about a key, to be raised by whoever finds something wrong with its value."""
        return ConfigError(f"{self.name}, line {self.keys.line(path)}: {why}.")

    def has(self, *path: str) -> bool:
        """Whether a key is written in the file."""
        return path in self.keys.lines

    def path(self, text: str) -> Path:
        """A path in the file: relative to the file's own directory, `~` is the home directory. Raises `ValueError`."""
        if not text or "\0" in text:
            raise ValueError(text)
        try:
            return self.base / Path(text).expanduser()
        except RuntimeError as error:  # there is no such home directory
            raise ValueError(text) from error

    def decode(self, kind: type[S]) -> S:
        """The whole document as a struct whose fields are its sections. Raises `ConfigError`."""
        return _Decoder(self, kind).table(kind, self.data, ())


def read(path: Path) -> Document:
    """Read a file. Raises `ConfigError` when it cannot be read, is larger than `MAX_BYTES` or is no TOML."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}.") from error
    if len(content) > MAX_BYTES:
        raise ConfigError(f"{path} is larger than {MAX_BYTES // 1000} kB and was not read.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path.name}, line {line}: this is not UTF-8 text.") from error
    return parse(text, name=path.name, base=path.absolute().parent)


def parse(text: str, name: str, base: Path) -> Document:
    """A document from its text. Raises `ConfigError` when it is no TOML or has a line above `MAX_LINE` characters."""
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > MAX_LINE:
            raise ConfigError(f"{name}, line {number}: the line is longer than {MAX_LINE} characters.")
    try:
        data = tomllib.loads(text)
    except RecursionError as error:
        raise ConfigError(f"{name} is nested too deeply to be read.") from error
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(text, name, str(error)) from error
    return Document(name, base, data, key_lines(text))


def nearest(word: str, words: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The word that is most like the given one, whatever its capitals; none when nothing is like it."""
    plain = {known.casefold(): known for known in words}
    found = difflib.get_close_matches(word.casefold(), plain, n=1, cutoff=cutoff)
    return plain[found[0]] if found else None


def shown(value: object) -> str:
    """A value of the file, as short as it can be shown in a sentence."""
    if isinstance(value, dict):
        return "a section"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and value.bit_length() > 64:
        return "a number that large"
    plain = json.dumps(value, ensure_ascii=False) if isinstance(value, str | bool) else str(value)
    return plain if len(plain) <= 60 else f"{plain[:56]}…"


def _unreadable(text: str, name: str, message: str) -> ConfigError:
    """The sentence for a text that is no TOML."""
    keys = key_lines(text)
    if message.startswith("Cannot ") and keys.repeated:
        path, again = keys.repeated[0]
        return ConfigError(f"{name}, line {again}: {_called(path)} is given twice, first in line {keys.line(path)}.")
    reason, line = _reason(text, message)
    around = text.split("\n")[line - 1]
    key = re.match(r"\s*([\w.-]+)\s*=", around)
    where = f"the value of {key[1]}" if key else "this line"
    return ConfigError(f"{name}, line {line}: {where} is not TOML ({reason}{_ADVICE.get(reason, '')}).")


_ADVICE: Final = {
    "Invalid value": "; text needs quotes around it",
    "Illegal character '\\n'": "; the quotes are not closed in this line",
}


def _reason(text: str, message: str) -> tuple[str, int]:
    """What tomllib complains of, and the line."""
    if place := re.search(r" \(at line (\d+), column \d+\)$", message):
        return message[: place.start()], int(place[1])
    return message.removesuffix(" (at end of document)"), text.count("\n") + 1


def _called(path: KeyPath) -> str:
    """How a sentence speaks of a key: `count in [ring]`, `[ring]`."""
    names = [str(part) for part in path]
    if len(names) < 2:
        return f"[{''.join(names)}]"
    return f"{names[-1]} in [{'.'.join(names[:-1])}]"


class _Decoder:
    """One document on its way into the struct `root`."""

    def __init__(self, document: Document, root: type[msgspec.Struct]) -> None:
        self._document = document
        self._root = root

    def table(self, kind: type[S], table: dict[str, Any], path: KeyPath) -> S:
        """A section: every key known, every value of its type, nothing missing."""
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        for key in table:
            if key not in fields:
                raise self._unknown(key, path, list(fields))
        values = {fields[key].name: self._value(fields[key].type, value, (*path, key)) for key, value in table.items()}
        for field in fields.values():
            if field.required and field.name not in values:
                where = f"[{path[-1]}]" if path else "the file"
                raise self._document.refusal(path, f"{where} needs the key {field.name}, {_wanted(field.type)}")
        return kind(**values)

    def _value(self, kind: Any, value: Any, path: KeyPath) -> Any:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if not isinstance(value, dict):
                raise self._document.refusal(path, f"{path[-1]} must be a section, [{path[-1]}], not {shown(value)}")
            return self.table(kind, value, path)
        try:
            return msgspec.convert(value, kind, dec_hook=self._path)
        except msgspec.ValidationError as error:
            why = f"{_called(path)} must be {_wanted(kind)}, not {_misfit(kind, value)}"
            raise self._document.refusal(path, why) from error

    def _path(self, kind: type, value: object) -> object:
        if kind is not Path or not isinstance(value, str):
            raise ValueError(value)
        return self._document.path(value)

    def _unknown(self, key: str, path: KeyPath, known: list[str]) -> ConfigError:
        here = f"[{'.'.join(str(part) for part in path)}] has no key" if path else "there is no section or key"
        hint = self._hint(key, path, known)
        return self._document.refusal((*path, key), f"{here} {shown(key)}; {hint}")

    def _hint(self, key: str, path: KeyPath, known: list[str]) -> str:
        if near := nearest(key, known):
            return f"the nearest is {near if path else f'[{near}]'}"
        if homes := [home for home, keys in _sections(self._root) if key in keys]:
            return f"{key} belongs in {' or '.join(f'[{home}]' for home in homes)}"
        return f"there are {', '.join(known)}"


def _sections(root: type[msgspec.Struct]) -> Iterator[tuple[str, list[str]]]:
    """Each section of a struct and the names of its keys."""
    for field in msgspec.structs.fields(root):
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield field.encode_name, [inner.encode_name for inner in msgspec.structs.fields(field.type)]


def _misfit(kind: Any, value: object) -> str:
    """The wrong value and, where the right ones can be listed, the nearest of them."""
    near = nearest(value, _choices(inspect.type_info(kind))) if isinstance(value, str) else None
    return f"{shown(value)}; the nearest is {shown(near)}" if near else shown(value)


def _choices(kind: inspect.Type) -> list[str]:
    if isinstance(kind, inspect.UnionType):
        return [choice for part in kind.types for choice in _choices(part)]
    if isinstance(kind, inspect.LiteralType):
        return [choice for choice in kind.values if isinstance(choice, str)]
    if isinstance(kind, inspect.EnumType):
        return [str(member.value) for member in kind.cls]
    return []


def _wanted(kind: Any) -> str:
    """What a type accepts, in words. A description in the type's own annotation goes first."""
    return _described(inspect.type_info(kind))


def _described(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.Metadata):
        described = (kind.extra_json_schema or {}).get("description")
        return str(described) if described else _described(kind.type)
    for sort, words in _WORDS:
        if isinstance(kind, sort):
            return words(kind)
    raise TypeError(f"no words for {kind}")


def _alternatives(kind: Any) -> str:
    return " or ".join(_described(part) for part in kind.types if not isinstance(part, inspect.NoneType))


def _listed(kind: Any) -> str:
    values = kind.values if isinstance(kind, inspect.LiteralType) else [member.value for member in kind.cls]
    return " or ".join(shown(value) for value in values)


_WORDS: Final[tuple[tuple[type[inspect.Type], Callable[[Any], str]], ...]] = (
    (inspect.UnionType, _alternatives),
    (inspect.LiteralType, _listed),
    (inspect.EnumType, _listed),
    (inspect.BoolType, lambda _: "true or false"),
    (inspect.IntType, lambda kind: f"a whole number from {kind.ge} to {kind.le}"),
    (inspect.StrType, lambda _: "text in quotes"),
    (inspect.CustomType, lambda _: "a path in quotes"),
    (inspect.VarTupleType, lambda _: "a list of texts in quotes"),
)
