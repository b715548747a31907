"""The real daemon as a process with a PN532 on its port: from a chip that is woken and asked to a Monster drawn."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.owner.tags import TagFile
from tests.hardware.reader.pn532_chip import NTAG, Chip, LivingChip
from tests.service.process import Table


class NfcTable(Table):
    """A table whose reader is a PN532."""

    def _configuration(self, game: dict[str, Any]) -> str:
        return super()._configuration(game).replace("[reader]\n", '[reader]\nformat = "pn532"\n')


@pytest.fixture
def chip() -> Chip:
    return Chip()


@pytest.fixture
def table(tmp_path: Path, chip: Chip) -> Iterator[NfcTable]:
    made = NfcTable(tmp_path, pace="auto")
    made.state.mkdir()
    book = TagFile(made.state / "tags.json", lambda: datetime.now(UTC))
    book.change(lambda pages: pages.learn(NTAG.hex().upper(), "orc#4", {"orc": 11}))
    living = LivingChip(chip, made.master, made.port)
    living.start()
    yield made
    living.stop()
    made.close()


def test_a_sticker_of_seven_bytes_becomes_the_monster_that_is_drawn(table: NfcTable, chip: Chip) -> None:
    with table.start() as connection:
        connection.say("watch")
        connection.say("new_game", game="castle-panic", players=2, setup="none", pace="auto", seed=3)
        connection.say("correct", monsters=[], turn={"phase": "draw"})
        chip.tags.append(b"\x08\x01\x02\x03")  # a phone, which is no token and no input
        connection.ask_until(lambda: chip.commands.count(0x4A) > 5)
        chip.tags[:] = [NTAG]
        drawn = connection.until(lambda update: bool(update["events"]))
        assert drawn["events"][0]["event"] == "token-drawn"
        assert drawn["prompt"]["topic"] == "monster-arc"
        assert "orc" in drawn["prompt"]["say"].lower()
    assert table.stop() == 0
