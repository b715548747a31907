"""A TOML file, decoded strictly into msgspec structs. What is wrong with it is said in one plain sentence.

The sentence names the file, the line, the key and, where a known name is near enough, that name. Anything unknown is a
fault: a key that is silently ignored is a setting that silently does nothing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from msgspec import inspect

from companion.owner.toml_values import TomlTable, TomlValue

if TYPE_CHECKING:
    from companion.owner.toml_lines import KeyLines, KeyPath

MAX_BYTES: Final = 1_000_000
"""A larger file is refused and not read."""

MAX_LINE: Final = 1_000
"""Characters. A longer line is refused: tomllib's time and memory grow with the square of the dots in one key."""

S = TypeVar("S", bound=msgspec.Struct)


class ConfigError(Exception):
    """A fault in a file that people write. `str()` is the sentence to show, in characters that can be printed."""

    def __init__(self, sentence: str) -> None:
        super().__init__("".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in sentence))


class Document(msgspec.Struct, frozen=True):
    """A TOML text that was read. `name` is the file's name in sentences; relative paths in the file start at `base`."""

    name: str
    base: Path
    data: TomlTable
    text: str

    @property
    def keys(self) -> KeyLines:
        """The lines of the keys, found when they are asked for: in a sound file, nobody does."""
        return _key_lines(self.text)

    def refusal(self, path: KeyPath, why: str) -> ConfigError:
        """Return the error about a key, for the caller to raise. `why` is a sentence without its period."""
        return ConfigError(f"{self.name}, line {self.keys.line(path)}: {why}.")

    def has(self, *path: str) -> bool:
        """Tell whether a key is written in the file."""
        return path in self.keys.lines

    def path(self, text: str) -> Path:
        """Return a path of the file as an absolute one: `~` is the home directory, else it starts at `base`.

        Raise ValueError for a text that is not a path.
        """
        if not text or "\0" in text:
            raise ValueError(text)
        try:
            return self.base / Path(text).expanduser()
        except RuntimeError as error:  # no such home directory
            raise ValueError(text) from error

    def decode(self, kind: type[S]) -> S:
        """Return the whole document as a struct whose fields are its sections. Raise ConfigError."""
        return _Decoder(self, kind).table(kind, self.data, ())


def read(path: Path) -> Document:
    """Read a file. Raise ConfigError when it cannot be read, is larger than `MAX_BYTES` or is not TOML."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}.") from error
    if len(content) > MAX_BYTES:
        raise ConfigError(f"{path} is larger than {MAX_BYTES // 1000} kB and was not read.")
    try:
        text = content.decode("utf-8-sig")  # some editors put a byte order mark before the text
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path.name}, line {line}: this is not UTF-8 text.") from error
    return parse(text, name=path.name, base=path.absolute().parent)


def parse(text: str, name: str, base: Path) -> Document:
    """Return the document in a text. Raise ConfigError when it is not TOML or a line is longer than `MAX_LINE`."""
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > MAX_LINE:
            raise ConfigError(f"{name}, line {number}: the line is longer than {MAX_LINE} characters.")
    try:
        data = tomllib.loads(text)
    except RecursionError as error:
        raise ConfigError(f"{name} is nested too deeply to be read.") from error
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(text, name, str(error)) from error
    return Document(name, base, data, text)


def nearest(word: str, words: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the word that is most like the given one, or None when none is. Capitals make no difference.

    `cutoff` is the least likeness, from 0 (anything) to 1 (equal), as `difflib` measures it.
    """
    import difflib  # imported late: only a fault asks for it

    plain = {known.casefold(): known for known in words}
    found = difflib.get_close_matches(word.casefold(), plain, n=1, cutoff=cutoff)
    return plain[found[0]] if found else None


def shown(value: object) -> str:
    """Return a value of the file in a form that is short enough for a sentence."""
    if isinstance(value, dict):
        return "a section"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and value.bit_length() > 64:
        return "a number that large"
    plain = msgspec.json.encode(value).decode() if isinstance(value, str | bool) else str(value)
    return plain if len(plain) <= 60 else f"{plain[:56]}…"


def _key_lines(text: str) -> KeyLines:
    from companion.owner.toml_lines import key_lines  # imported late: only a fault asks for lines

    return key_lines(text)


def _unreadable(text: str, name: str, message: str) -> ConfigError:
    """Return the sentence for a text that is not TOML, from what tomllib says about it."""
    keys = _key_lines(text)
    if message.startswith("Cannot ") and keys.repeated:  # tomllib names neither the key nor its first line
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
"""What to do about the two most common slips, by the words of tomllib."""


def _reason(text: str, message: str) -> tuple[str, int]:
    """Split a message of tomllib into what is wrong and the line, counted from 1."""
    if place := re.search(r" \(at line (\d+), column \d+\)$", message):
        return message[: place.start()], int(place[1])
    return message.removesuffix(" (at end of document)"), text.count("\n") + 1


def _called(path: KeyPath) -> str:
    """Return the words for a key in a sentence: `count in [ring]`, `[ring]`."""
    names = [str(part) for part in path]
    if len(names) < 2:
        return f"[{''.join(names)}]"
    return f"{names[-1]} in [{'.'.join(names[:-1])}]"


class _Decoder:
    """The way of one document into the struct type `root`."""

    def __init__(self, document: Document, root: type[msgspec.Struct]) -> None:
        self._document = document
        self._root = root

    def table(self, kind: type[S], table: TomlTable, path: KeyPath) -> S:
        """Return a section as a struct. Raise ConfigError for an unknown key, a wrong value or a missing key."""
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

    def _value(self, kind: object, value: TomlValue, path: KeyPath) -> object:
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
        """Convert what msgspec itself does not: paths. It calls this for every type that it does not know."""
        if kind is not Path or not isinstance(value, str):
            raise ValueError(value)
        return self._document.path(value)

    def _unknown(self, key: str, path: KeyPath, known: list[str]) -> ConfigError:
        here = f"[{'.'.join(str(part) for part in path)}] has no key" if path else "there is no section or key"
        hint = self._hint(key, path, known)
        return self._document.refusal((*path, key), f"{here} {shown(key)}; {hint}")

    def _hint(self, key: str, path: KeyPath, known: list[str]) -> str:
        """Return the help for an unknown key: a key like it here, else the section that has it, else all keys here."""
        if near := nearest(key, known):
            return f"the nearest is {near if path else f'[{near}]'}"
        if homes := [home for home, keys in _sections(self._root) if key in keys]:
            return f"{key} belongs in {' or '.join(f'[{home}]' for home in homes)}"
        return f"there are {', '.join(known)}"


def _sections(root: type[msgspec.Struct]) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each section of a struct and the names of its keys."""
    for field in msgspec.structs.fields(root):
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield field.encode_name, [inner.encode_name for inner in msgspec.structs.fields(field.type)]


def _misfit(kind: object, value: object) -> str:
    """Return the wrong value and, where the right ones can be listed, the nearest of them."""
    near = nearest(value, _choices(inspect.type_info(kind))) if isinstance(value, str) else None
    return f"{shown(value)}; the nearest is {shown(near)}" if near else shown(value)


def _choices(kind: inspect.Type) -> list[str]:
    """Return the texts that a type accepts, where they can be listed."""
    if isinstance(kind, inspect.UnionType):
        return [choice for part in kind.types for choice in _choices(part)]
    return [str(value) for value in _values(kind) if isinstance(value, str)]


def _values(kind: inspect.Type) -> list[object]:
    """Return all values of a Literal or an enumeration; of any other type none."""
    if isinstance(kind, inspect.LiteralType):
        return list(kind.values)
    if isinstance(kind, inspect.EnumType):
        return [member.value for member in kind.cls]
    return []


def _wanted(kind: object) -> str:
    """Return what a type accepts, in words. A description in the type's own annotation comes first."""
    return _described(inspect.type_info(kind))


def _described(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata():
            described = (kind.extra_json_schema or {}).get("description")
            return str(described) if described else _described(kind.type)
        case inspect.UnionType():
            return " or ".join(_described(part) for part in kind.types if not isinstance(part, inspect.NoneType))
        case inspect.LiteralType() | inspect.EnumType():
            return " or ".join(shown(value) for value in _values(kind))
        case inspect.IntType():
            return f"a whole number from {kind.ge} to {kind.le}"
    for sort, words in _WORDS.items():
        if isinstance(kind, sort):
            return words
    raise TypeError(f"no words for {kind}")


_WORDS: Final[dict[type[inspect.Type], str]] = {
    inspect.BoolType: "true or false",
    inspect.StrType: "text in quotes",
    inspect.CustomType: "a path in quotes",
    inspect.VarTupleType: "a list of texts in quotes",
}
"""The types that need no more than fixed words. Paths are the one type of ours that msgspec does not know itself."""
