"""One flat record type built from the fields that all boxes share and the fields that each box adds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar, cast

import msgspec

Record = TypeVar("Record", bound=msgspec.Struct)


def joined(base: type[Record], fields: Iterable[msgspec.structs.FieldInfo], **config: Any) -> type[Record]:
    """Return a record type with the fields of `base` and these fields, all keyword-only.

    A field with the name of a field of `base` replaces it, with its own type and default. `config` goes to
    `msgspec.defstruct` unchanged. Raise ValueError when two of `fields` have the same name.
    """
    told: dict[str, tuple[str, Any, Any]] = {}
    for field in fields:
        if field.name in told:
            raise ValueError(f"two boxes have a field {field.name}")
        told[field.name] = (field.name, field.type, _default(field))
    made = msgspec.defstruct(
        base.__name__, list(told.values()), bases=(base,), module=base.__module__, kw_only=True, **config
    )
    return cast("type[Record]", made)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.field(default_factory=field.default_factory)
    return msgspec.field(default=field.default)
