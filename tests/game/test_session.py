"""Game: the standing question, undo and redo, the companion's die, the pace of prompts."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.game.events import Redone, Rolled, Undone, wire
from companion.game.fate import Fate
from companion.game.rules.fixes import MonsterFix
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import DONE, Choose
from companion.game.session import MOST_CHECKPOINTS
from tests.game.rules.table import new, photograph, table


def drawn_out():
    """Return a scene in the middle of turn 5, and a photograph before each of its inputs."""
    scene = table("Orc2@S3 Troll3@S3 Goblin1@F1", seed=5)
    steps = [
        lambda: scene.play("green-swordsman", on="Troll"),
        scene.done,
        lambda: scene.choose("orc#1"),
        lambda: scene.draw("Healer"),
        lambda: scene.roll(2),
        lambda: scene.draw("giant-boulder"),
        lambda: scene.roll(4),
        lambda: scene.play("red-archer", on="Healer", force=True),
        scene.done,
        lambda: scene.choose("troll#1"),
        lambda: scene.draw("blue-monsters-move-1"),
        lambda: scene.draw("Troll"),
    ]
    pictures = []
    for step in steps:
        pictures.append(photograph(scene.game))
        step()
    return scene, pictures


# Undo and redo


@pytest.mark.parametrize("steps", range(1, 13))
def test_undo_crosses_plays_rolls_draws_phases_and_turns(steps):
    scene, pictures = drawn_out()
    scene.undo(steps)
    assert photograph(scene.game) == pictures[-steps]


def test_undo_one_by_one_is_the_same_as_all_at_once():
    scene, pictures = drawn_out()
    assert len(pictures) >= 12
    for picture in reversed(pictures):
        scene.undo()
        assert photograph(scene.game) == picture


def test_a_long_game_holds_few_checkpoints_and_is_undone_to_its_beginning():
    scene = table("Orc2@S3", seed=5)
    pictures = []
    for number in range(5 * MOST_CHECKPOINTS):
        pictures.append(photograph(scene.game))
        scene.correct(monsters=[MonsterFix("orc#1", f"knight-{number % 6 + 1}")])
        assert len(scene.game.checkpoints) <= MOST_CHECKPOINTS
    for steps in (1, 1, 30, 1, 200, 1):
        scene.undo(steps)
        del pictures[len(pictures) - steps + 1 :]
        assert photograph(scene.game) == pictures.pop()
    scene.undo(len(pictures))
    assert photograph(scene.game) == pictures[0]
    scene.redo(5 * MOST_CHECKPOINTS)
    assert len(scene.game.checkpoints) <= MOST_CHECKPOINTS


@pytest.mark.parametrize("steps", range(1, 13))
def test_redo_gives_back_what_undo_took(steps):
    scene, pictures = drawn_out()
    end = photograph(scene.game)
    scene.undo(steps)
    for picture in [*pictures[len(pictures) - steps + 1 :], end]:
        scene.redo()
        assert photograph(scene.game) == picture
    scene.undo(steps)
    scene.redo(steps)
    assert photograph(scene.game) == end


def test_undo_and_redo_are_told_by_number_and_name():
    scene = table("Orc@A1")
    scene.play("red-archer", on="Orc")
    scene.done()
    scene.game.undo(2)
    assert [wire(event) for event in scene.game.take_events()] == [{"event": "undone", "steps": 2, "title": "play"}]
    scene.game.redo(2)
    told = scene.game.take_events()
    assert isinstance(told[-1], Redone)
    assert wire(told[-1]) == {"event": "redone", "steps": 2, "title": "play"}


def test_redo_tells_what_happens_as_it_was_told_before():
    scene = table("Orc@A1 Troll@S5")
    scene.heard.clear()
    scene.done()
    scene.draw("Orc", 4)
    scene.correct(walls={"2": {"standing": False}})
    first = list(scene.heard)
    scene.undo(4)
    scene.heard.clear()
    scene.redo(4)
    assert scene.heard == [*first, {"event": "redone", "steps": 4, "title": "done"}]


@pytest.mark.parametrize(
    ("act", "title"),
    [
        (lambda scene: scene.play("red-archer", on="Orc"), "play"),
        (lambda scene: scene.done(), "done"),
        (lambda scene: scene.correct(skip_draw=True), "correction"),
    ],
)
def test_a_step_has_a_name(act, title):
    scene = table("Orc@A1")
    act(scene)
    scene.game.undo()
    (told,) = scene.game.take_events()
    assert isinstance(told, Undone)
    assert told.title == title


def test_a_roll_has_a_name():
    scene = table()
    scene.done()
    scene.draw("Orc", 3)
    scene.game.undo()
    assert wire(scene.game.take_events()[0])["title"] == "roll"


def test_nothing_to_undo_in_a_new_game_and_nothing_to_redo_without_an_undo():
    scene = new(setup="quick", pace="guided")
    with scene.refuses("nothing-to-undo", "nothing-to-undo"):
        scene.undo()
    with scene.refuses("nothing-to-undo", "nothing-to-redo"):
        scene.redo()


def test_more_steps_than_there_are_are_refused_whole():
    scene, pictures = drawn_out()
    scene.undo(3)
    count = len(pictures) + 1  # the correction that gave the scene
    with scene.refuses("nothing-to-undo", "nothing-to-undo"):
        scene.undo(count - 3 + 1)
    with scene.refuses("nothing-to-undo", "nothing-to-redo"):
        scene.redo(4)
    scene.redo(3)
    scene.undo(count)
    assert (scene.board, scene.game.table.turn) == ("", 1)


def test_a_new_input_ends_redo():
    for act in (lambda scene: scene.roll(6), lambda scene: scene.correct(walls={})):
        scene = table()
        scene.done()
        scene.draw("Orc", 3)
        scene.undo()
        act(scene)
        with scene.refuses("nothing-to-undo", "nothing-to-redo"):
            scene.redo()


def test_a_refused_input_leaves_redo_alone():
    scene = table()
    scene.done()
    scene.draw("Orc", 3)
    scene.undo()
    with scene.refuses("bad-value", "die"):
        scene.roll(9)
    scene.redo()
    assert scene.board == "Orc2@F3"


def test_the_end_of_the_game_can_be_undone():
    scene = table("Goblin1@A1", bag="")
    scene.play("red-archer", on="Goblin")
    assert scene.result == "won"
    scene.undo()
    assert (scene.result, scene.slayers, scene.asks, scene.board) == ("", (), "play", "Goblin1@A1")
    scene.redo()
    assert (scene.result, scene.asks) == ("won", "over")


def test_a_lost_game_can_be_undone():
    scene = table("Orc2@S4", walls="-4", towers="-1 -2 -3 -5 -6")
    scene.done()
    scene.undo()
    scene.play("tar", on="Orc")
    scene.done()
    assert (scene.result, scene.asks) == ("", "draw")


def test_undo_reaches_into_the_set_up():
    scene = new(setup="guided")
    scene.draw("Troll")
    scene.choose("arc-5")
    scene.draw("Orc")
    scene.undo(2)
    assert (scene.asks, scene.board, scene.game.table.in_hand) == ("start-arc", "", scene.piece("Troll#1"))
    scene.choose("arc-1")
    assert scene.board == "Troll3@A1"


# Notes: marks, offers, acknowledgements


def test_a_mark_is_no_step_and_goes_with_the_step_before_it():
    scene = table("Orc@S3 Troll@S3")
    scene.done()
    scene.game.mark(1)
    assert scene.game.marked == 1
    scene.undo()
    assert scene.asks == "play"
    scene.redo()
    assert (scene.asks, scene.game.marked) == ("wall-victim", 1)


def test_an_offer_is_no_step_and_an_input_drops_it():
    scene = table("Orc@A1")
    offer = Choose("tapped", ["hit", "cancel"], marked=1)
    scene.game.open_offer(offer)
    assert (scene.game.standing, scene.game.marked) == (offer, 1)
    scene.game.open_offer(None)
    assert scene.asks == "play"
    scene.game.open_offer(offer)
    scene.done()
    assert (scene.asks, scene.game.offer) == ("draw", None)
    scene.undo()
    assert scene.asks == "tapped"
    scene.undo()
    assert scene.game.offer is None


def test_acknowledgements_are_no_steps_and_go_with_the_step_before_them():
    scene = table("Orc@F1", pace="guided")
    scene.done()
    assert scene.acknowledge() == "move-pieces"
    scene.draw("Goblin", 5)
    assert scene.acknowledge() == "place-piece"
    after = photograph(scene.game)
    scene.undo()
    assert scene.asks == "monster-arc"
    scene.redo()
    assert photograph(scene.game) == after
    scene.undo(3)
    assert (scene.asks, scene.board) == ("play", "Orc2@F1")


# The companion's die


def rolling(seed, before=()):
    """Return a game that waits for the arc of an Orc, after rolls that the people made."""
    scene = table(seed=seed)
    scene.done()
    for value in before:
        scene.draw("Goblin", value)
    scene.draw("Orc")
    return scene


def shown(scene):
    """Return the number that the companion rolls."""
    scene.game.roll()
    return next(event.value for event in scene.game.take_events() if isinstance(event, Rolled))


def test_the_same_seed_rolls_the_same_number():
    assert [shown(rolling(seed)) for seed in range(30)] == [shown(rolling(seed)) for seed in range(30)]
    assert {shown(rolling(seed)) for seed in range(60)} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("seed", range(10))
def test_a_roll_repeated_after_undo_shows_the_same_number(seed):
    scene = rolling(seed)
    first = shown(scene)
    scene.undo()
    assert shown(scene) == first
    scene.undo(3)
    scene.done()
    scene.draw("Troll")
    assert shown(scene) == first


def test_again_rolls_anew_and_the_new_number_stays():
    changed = 0
    for seed in range(40):
        scene = rolling(seed)
        first = shown(scene)
        scene.undo()
        scene.game.roll(again=True)
        second = int(scene.board[-1])
        changed += second != first
        scene.undo()
        assert shown(scene) == second
    assert changed > 20


def test_a_roll_of_the_people_takes_its_place_in_the_row():
    for seed in range(10):
        rows = {shown(rolling(seed, [value])) for value in range(1, 7)}
        assert len(rows) == 1
    later = [shown(rolling(seed, [1])) for seed in range(30)]
    assert later != [shown(rolling(seed)) for seed in range(30)]


def test_fate_is_fair_and_a_shuffle_loses_nothing():
    fate = Fate(7)
    counts = Counter(fate.die(place) for place in range(6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(850 < count < 1150 for count in counts.values())
    deck = list(range(10))
    decks = [fate.shuffle(place, deck) for place in range(200)]
    assert all(sorted(shuffled) == deck for shuffled in decks)
    assert {shuffled[0] for shuffled in decks} == {shuffled[-1] for shuffled in decks} == set(deck)
    assert deck == list(range(10))


# Answers, refusals, events


def test_the_answers_are_checked_before_anything_changes():
    scene = table("Orc@S3 Troll@S3")
    scene.done()
    for option in ("wall-3", "orc", ""):
        with scene.refuses("unknown-option", "option"):
            scene.choose(option)
    for several in ([], [scene.piece("Orc#1"), scene.piece("Troll#1")]):
        with scene.refuses("unknown-option", "how-many"):
            scene.answer(several)


def test_refusals_carry_what_their_words_need():
    scene = table("Orc@K3")
    with pytest.raises(Refused) as refusal:
        scene.play("red-archer", on="Orc")
    assert refusal.value.facts == {"card": "red-archer", "piece": scene.piece("Orc#1")}


def test_events_are_given_once():
    scene = table("Orc@F1")
    scene.game.answer(DONE)
    assert scene.game.take_events()
    assert scene.game.take_events() == []


# The pace of prompts


def test_under_auto_nothing_is_acknowledged():
    scene = table("Orc1@F1 Troll@A1")
    scene.quiet_turn()
    scene.done()
    for kind in ("all-players-discard-1-card", "draw-3-monster-tokens"):
        scene.draw(kind)
    scene.draw("Healer", 1)
    scene.draw("giant-boulder", 2)
    assert scene.asks == "draw"


def test_auto_takes_a_standing_acknowledgement_as_given():
    scene = table("Orc@F1", pace="guided")
    scene.done()
    assert scene.asks == "move-pieces"
    scene.game.set_pace("auto")
    assert scene.asks == "draw"
    scene.draw("Goblin", 1)
    assert scene.asks == "draw"


def test_the_pace_is_no_step_and_undo_leaves_it():
    scene = table("Orc@F1", pace="guided")
    scene.done()
    scene.game.set_pace("auto")
    scene.undo()
    assert (scene.asks, scene.game.table.pace) == ("play", "auto")
    scene.done()
    assert scene.asks == "draw"


@pytest.mark.parametrize("paces", [("guided", "auto"), ("auto", "guided")])
@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5])
def test_redo_works_after_the_pace_has_changed(paces, steps):
    scene = table("Orc@F1", pace=paces[0])
    scene.done()
    for kind, arc in (("Goblin", 3), ("Troll", 4)):
        while scene.game.request.kind == "acknowledge":
            scene.acknowledge()
        scene.draw(kind, arc)
    scene.undo(steps)
    scene.game.set_pace(paces[1])
    scene.redo(steps)
    assert scene.board == "Goblin1@F3 Orc2@A1 Troll3@F4"
    assert scene.game.table.pace == paces[1]
    assert scene.asks == ("play" if paces[1] == "auto" else "place-piece")
    scene.undo(steps)
    scene.redo(steps)
    assert scene.board == "Goblin1@F3 Orc2@A1 Troll3@F4"


def test_a_pace_set_among_undone_steps_does_not_come_back_with_redo():
    scene = table("Orc@F1", pace="guided")
    scene.done()
    scene.game.set_pace("auto")
    scene.draw("Goblin", 3)
    scene.undo(3)
    scene.game.set_pace("guided")
    scene.redo(3)
    assert (scene.game.table.pace, scene.asks) == ("guided", "place-piece")
