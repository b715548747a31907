"""Catalogues of messages that a test writes down itself."""

from fluent.syntax import FluentParser, FluentSerializer, ast

from companion.narration.catalogue import Catalogue
from companion.narration.prepare import folders, prepared, read


def made(source: str, language: str = "en") -> Catalogue:
    return Catalogue(language, prepared(language, {"made.ftl": source}))


def english_sources() -> dict[str, str]:
    """The source of every English message by its name."""
    files = next(read(folder) for folder in folders() if folder.name == "en")
    entries = [entry for source in files.values() for entry in FluentParser().parse(source).body]
    serialize = FluentSerializer().serialize_entry
    return {entry.id.name: serialize(entry) for entry in entries if isinstance(entry, ast.Message)}
