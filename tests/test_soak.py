"""Two simulated hours of play with everything that goes wrong; `python -m tests.soak 8` plays eight."""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.play.acts import Swap
from companion.talk import messages as m
from tests.soak import CARDS, GAMES, THREADS, Faults, Sample, Soak, watched

HOURS = 2.0


@pytest.fixture
def soak(tmp_path: Path) -> Iterator[Soak]:
    made = Soak(tmp_path, seed=1)
    gc.collect()
    gc.freeze()  # what the tests before left lying about is neither counted nor looked through again
    yield made
    made.leave()
    gc.unfreeze()


def test_hours_of_play_with_all_that_goes_wrong_lose_nothing_log_no_fault_and_grow_nothing(soak: Soak) -> None:
    """That nothing announced is lost is looked at after each kill, in `Soak.kill`."""
    with watched() as faults:
        soak.play(HOURS)
    assert faults.found == []
    assert soak.growth() == []
    assert soak.done["games ended"] >= 8 and soak.done["kills"] >= 5 and soak.done["updates"] > 800, soak.done
    assert all(len(soak.samples[kind]) >= 2 for kind in range(len(GAMES))), "each game was played to its end"
    wrong = {"reader unplugged", "display unplugged", "bus refuses", "bus slow", "ring refuses", "speaker gone"}
    assert {*wrong, "disk full", "garbage", "misread"} <= set(soak.done)
    room = soak.room
    assert len(room.daemon.watchers) == 2, "those of this life alone"
    assert room.loop.waiting < 20, "timers pile up"
    assert room.daemon._keeper._waiting == [] or room.daemon._keeper.failing
    owners = [thread.name for thread in threading.enumerate() if thread.name.startswith("owner-")]
    assert sorted(owners) == sorted(f"owner-{name}" for name in THREADS), "one thread for each part, and none left over"


def test_the_soak_notices_a_lost_entry(soak: Soak) -> None:
    soak.room.take(m.NewGameMessage(game="castle-panic", players=2, setup="none", pace="auto", seed=1))
    soak.room.take(m.DoneMessage())
    soak.kill()
    with pytest.raises(AssertionError, match="1 entries of 2"):
        soak._compare([b"new"], [b"new", b"done"], [], failing=False)
    with pytest.raises(AssertionError):
        soak._compare([b"other"], [b"new", b"done"], [b"old"], failing=True)
    soak.room.daemon.journal._base.execute("DELETE FROM entries WHERE id = 2")
    with pytest.raises(AssertionError, match="1 entries of 2"):
        soak.kill()


def test_the_soak_notices_lost_cards(soak: Soak) -> None:
    soak.room.take(m.NewGameMessage(game="castle-panic", players=2, setup="quick", pace="auto", seed=1))
    assert soak.people.deal is not None
    soak.people.do(Swap(soak.people.deal.hand[0]))
    soak.kill()
    (soak.room.places.state / CARDS).unlink()
    with pytest.raises(AssertionError, match="the people have lost cards"):
        soak.kill()


def test_the_soak_notices_a_broken_table(soak: Soak) -> None:
    soak.room.take(m.NewGameMessage(game="castle-panic", players=2, setup="none", pace="auto", seed=1))
    game = soak.room.desk.game
    assert game is not None
    game.table.discard.append(game.table.pieces["orc#1"])
    with pytest.raises(AssertionError, match="orc#1 is in 2 places"):
        soak.room.take(m.DoneMessage())


def test_the_soak_notices_what_grows(soak: Soak) -> None:
    small = Sample(400_000, 90_000, 9, 9)
    for leak in ({"blocks": 410_000}, {"objects": 92_000}, {"threads": 10}, {"descriptors": 10}):
        soak.samples = {0: [small, small, small._replace(**leak)]}
        assert len(soak.growth()) == 1
    soak.samples = {0: [small, small, small._replace(blocks=401_000)]}
    assert soak.growth() == []


def test_an_exception_in_the_log_is_a_fault() -> None:
    faults = Faults()
    logger = logging.getLogger("companion.test-soak")
    logger.addHandler(faults)
    logger.warning("a part is gone")
    assert faults.found == []
    try:
        raise ValueError("unexpected")
    except ValueError:
        logger.warning("it went on", exc_info=True)
    assert len(faults.found) == 1
