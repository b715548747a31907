"""One flat record out of several: what all boxes share, and what each box adds to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar, cast

import msgspec

Record = TypeVar("Record", bound=msgspec.Struct)


def joined(base: type[Record], fields: Iterable[msgspec.structs.FieldInfo], **config: Any) -> type[Record]:
    """A record with the fields of `base` and these, all by name; `config` is msgspec's.

    A field that `base` has too takes its place with its own type and default. Raises ValueError where two of the
    others have one name.
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
