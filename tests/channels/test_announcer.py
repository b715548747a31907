"""One input, every channel: what is said, shown, lit and heard of it, in which order, and for how long.

Of the acceptance criteria: A03, A04, A08, A09, A20, A22, A23, A39, A51, A57.
"""

from __future__ import annotations

import logging
import random
from pathlib import Path
from typing import Any

import pytest

from companion.channels.at_rest import ALERT
from companion.channels.screen import reading_seconds
from companion.channels.speech import Priority
from companion.game.rules.fixes import MonsterFix, TowerFix, TurnFix, WallFix
from companion.game.rules.refusals import Refused
from companion.game.rules.requests import Acknowledge, Choose, PlayCards, Roll, Tap
from companion.talk import messages as m
from companion.talk.refusals import NO_GAME
from companion.talk.state import state_of
from companion.talk.verb import Message
from tests.bench.people import EVERY_BOX
from tests.crash.scripts import scripted
from tests.service.room import Room


@pytest.fixture
def room(tmp_path: Path) -> Any:
    made = Room(tmp_path)
    yield made
    made.stop()


def board(*monsters: str, **turn: Any) -> m.CorrectMessage:
    """A board with these Monsters, written like orc#1:knight-3."""
    fixes = [MonsterFix(*monster.split(":")) for monster in monsters]
    return m.CorrectMessage(monsters=fixes, turn=TurnFix(**turn) if turn else None)


def lit(room: Room, color: tuple[int, int, int]) -> list[int]:
    return [at for at, light in enumerate(room.lights) if light == color]


# One offer at a time


def test_the_offer_is_the_last_thing_said_and_the_inverted_last_line(room: Room) -> None:
    room.begin()
    room.take(board("orc#1:archer-2", "troll#1:knight-5"))
    for message in (
        m.DoneMessage(),
        m.TapMessage(piece="goblin#1"),
        m.PressMessage(),
        m.TapMessage(piece="orc#2"),
        m.RollMessage(value=3),
    ):
        room.take(message)
        offer, prompt = room.offer, room.desk.prompt()
        room.hear_out()
        assert prompt is not None
        assert room.said[-1] == offer
        assert room.screen.lines == tuple(prompt["screen"])
        assert room.screen.inverted == len(room.screen.lines) - 1
        assert room.screen.offer


def test_a_game_can_be_followed_by_ear_alone_and_by_eye_alone(tmp_path: Path) -> None:
    """The same inputs lead to the same state; every fact and offer is spoken, or every offer stands on the screen."""
    script = [entry for entry in scripted(70, seed=11) if not isinstance(entry, m.SetMessage)]
    assert len(script) > 40
    states = []
    for name, quiet in (("loud", False), ("quiet", True)):
        (tmp_path / name).mkdir()
        room = Room(tmp_path / name)
        if quiet:
            room.take(m.SetMessage(quiet=True))
        room.hear_out()
        room.forget()
        for entry in script:
            told = _followed(room, entry)
            if not quiet:
                assert told == _of_the_game(room, room.said)
            else:
                assert not room.said and not room.sounds
            room.forget()
        assert room.desk.game is not None
        states.append(state_of(room.desk.game.table))
        room.stop()
    assert states[0] == states[1]


def _followed(room: Room, entry: Message) -> list[str]:
    """Take an input, check that its offer comes to the screen, and return what must be said about it."""
    room.read_along()
    assert room.take(entry)["ok"]
    expected = _of_the_game(room, [caption.text for caption in room.captions if caption.valid()])
    room.hear_out()
    prompt = room.desk.prompt()
    assert prompt is not None and room.screen.lines == tuple(prompt["screen"]) and room.screen.offer
    assert expected[-1] in (prompt["say"], room.desk.narrator.marked(room.desk.game, room.desk.settings.words))
    return expected


def _of_the_game(room: Room, texts: list[str]) -> list[str]:
    """Return what was said without the notice that facts are a guess: it is nothing of the game, and goes before it."""
    notices = {room.notice("boxes-unverified", words) for words in ("brief", "normal", "verbose")}
    return [text for text in texts if text not in notices]


def test_an_offer_that_another_has_replaced_is_never_spoken(room: Room) -> None:
    room.begin()
    room.take(board("orc#1:archer-2"))
    stale = room.offer
    room.forget()
    room.take(m.DoneMessage())
    room.take(m.TapMessage(piece="goblin#1"))
    room.take(m.PressMessage())
    room.hear_out()
    assert room.said[-1] == room.offer
    assert stale not in room.said[1:]


# Lists


@pytest.fixture
def listed(room: Room) -> Room:
    """A room with the kinds of the bag on offer, the first of them marked."""
    room.begin()
    room.take(m.DoneMessage())
    room.take(m.NextMessage())
    room.hear_out()
    room.forget()
    return room


def test_who_steps_through_a_list_hears_the_marked_option_alone(listed: Room) -> None:
    prompts = []
    for step in (m.NextMessage(), m.NextMessage(), m.BackMessage()):
        listed.take(step)
        listed.hear_out()
        assert listed.desk.game is not None
        assert listed.said[-1] == listed.desk.narrator.marked(listed.desk.game, "normal")
        prompts.append(listed.offer)
        prompt = listed.desk.prompt()
        assert prompt is not None and listed.screen.lines == tuple(prompt["screen"])
    assert len(listed.said) == 3 and not set(prompts) & set(listed.said)
    assert listed.said[0] == listed.said[2] != listed.said[1]


def test_stepping_fast_skips_what_nobody_waits_for_and_always_says_the_last(listed: Room) -> None:
    for _ in range(6):
        listed.take(m.NextMessage())
    listed.hear_out()
    assert listed.desk.game is not None
    assert len(listed.said) == 2
    assert listed.said[-1] == listed.desk.narrator.marked(listed.desk.game, "normal")


def test_the_edge_of_a_list_is_heard_at_each_end_and_nowhere_else(listed: Room) -> None:
    assert listed.desk.game is not None
    count = len(listed.desk.game.table.drawable_kinds())
    for _ in range(count):
        listed.take(m.NextMessage())
    assert listed.desk.game.marked == 0
    assert listed.sounds == ["edge"]
    listed.take(m.BackMessage())
    assert listed.sounds == ["edge", "edge"]


def test_the_first_step_into_a_list_is_no_edge(room: Room) -> None:
    room.begin()
    room.take(m.DoneMessage())
    room.forget()
    room.take(m.BackMessage())
    assert "edge" not in room.sounds


# Sounds


@pytest.mark.parametrize(
    ("before", "message", "sound"),
    [
        (board("orc#1:knight-3"), m.PlayMessage(card="green-knight", on="orc#1"), "hit"),
        (board("goblin#1:knight-3"), m.PlayMessage(card="green-knight", on="goblin#1"), "slain"),
        (board("troll#1:swordsman-3"), m.DoneMessage(), "wall-falls"),
        (board(), m.DoneMessage(), "offer"),
        (board(), m.SetMessage(words="brief"), "press"),
        (board("orc#1:knight-3"), m.UndoMessage(), "undo"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_one_input_has_one_earcon_that_of_its_weightiest_fact(
    room: Room, before: Message, message: Message, sound: str
) -> None:
    room.begin()
    room.take(before)
    room.forget()
    room.take(message)
    room.hear_out()
    assert room.sounds == [sound]


def test_a_tower_that_falls_outweighs_all_else(room: Room) -> None:
    room.begin()
    room.take(m.CorrectMessage(monsters=[MonsterFix("troll#1", "swordsman-3")], walls={"3": WallFix(standing=False)}))
    room.forget()
    room.take(m.DoneMessage())
    assert room.sounds == ["tower-falls"]


# What is not taken


def test_a_refusal_is_heard_seen_and_read_at_once_and_then_the_offer_is_said_once_more(room: Room) -> None:
    room.begin()
    room.take(m.DoneMessage())
    room.hear_out()
    room.forget()
    at = room.clock.monotonic()
    reply = room.take(m.TapMessage(tag="04006FEBD1"))
    room.advance(0.3)
    assert not reply["ok"]
    assert room.sounds == ["error"]
    assert room.said == [reply["error"]["message"]]
    assert room.screen.at == at and room.screen.inverted is None
    assert room.mouth.spoken[0].at == at
    assert len([light for light in room.lights if light == ALERT]) == 2
    room.hear_out()
    assert room.desk.game is not None
    assert room.said[1:] == [room.desk.narrator.prompt(room.desk.game, "brief").say]
    assert room.screen.offer


def test_the_same_refusal_speaks_again_and_a_newer_one_replaces_an_older(room: Room) -> None:
    room.begin()
    room.take(m.DoneMessage())
    room.hear_out()
    room.forget()
    first = room.take(m.TapMessage(tag="04006FEBD1"))["error"]["message"]
    second = room.take(m.TapMessage(tag="04006FEBD1"))["error"]["message"]
    other = room.take(m.RollMessage(value=2))["error"]["message"]
    room.hear_out()
    assert first == second != other
    assert room.said[:3] == [first, second, other]
    assert len(room.said) == 4, "and the offer once, not three times"
    assert room.sounds == ["error"] * 3


def test_an_answer_replaces_an_older_answer_but_never_what_has_happened(room: Room) -> None:
    room.begin()
    room.take(board("orc#1:knight-3", "troll#1:archer-5"))
    room.take(m.DoneMessage())
    happened = [spoken.text for spoken in room.mouth.spoken]
    answers = [room.take(m.AskMessage(about=about))["say"] for about in ("danger", "castle", "board")]
    room.hear_out()
    assert answers[-1] in room.said and not set(answers[:-1]) & set(room.said)
    assert set(happened) <= set(room.said)
    assert room.said.index(answers[-1]) < room.said.index(room.offer), "the offer is the last thing said"


def test_the_offer_that_is_still_to_come_is_not_said_twice_because_of_a_refusal(room: Room) -> None:
    room.begin()
    room.take(board("orc#1:knight-3"))
    room.forget()
    room.take(m.DoneMessage())
    room.take(m.TapMessage(tag="04006FEBD1"))
    room.hear_out()
    assert room.desk.game is not None
    assert room.said.count(room.offer) == 1 and room.said[-1] == room.offer
    assert room.desk.narrator.prompt(room.desk.game, "brief").say not in room.said


def test_a_tap_that_only_tells_what_a_token_is_has_sound_light_and_text(room: Room) -> None:
    room.begin()
    room.take(board("orc#1:knight-3", phase="draw"))
    room.take(m.TapMessage(piece="goblin#1"))
    room.hear_out()
    dark = room.lights
    room.forget()
    told = room.take(m.TapMessage(piece="orc#1"))
    room.advance(0.3)
    assert told["say"] in room.said
    assert room.sounds == ["press"]
    assert "ORC" in " ".join(room.screen.lines).upper() and room.screen.inverted is None
    changed = {at // 10 + 1 for at in range(60) if room.lights[at] != dark[at]}
    assert changed == {3}, "the arc that is talked about"
    room.hear_out()
    room.advance(2)
    assert room.lights == dark


# Time on the screen


def test_a_result_stays_long_enough_to_be_read_and_then_the_offer_comes(room: Room) -> None:
    room.begin()
    room.take(board("goblin#1:knight-3"))
    room.hear_out()
    at = room.clock.monotonic()
    room.take(m.PlayMessage(card="green-knight", on="goblin#1"))
    result = room.screen
    assert result.inverted is None and result.at == at
    assert room.daemon.announcer.shown_at is None
    room.advance(reading_seconds(result.lines) - 0.01)
    assert room.screen == result
    room.advance(0.02)
    assert room.screen.offer and room.daemon.announcer.shown_at == pytest.approx(at + reading_seconds(result.lines))


def test_the_next_input_takes_the_place_of_a_result_at_once(room: Room) -> None:
    room.begin()
    room.take(board("goblin#1:knight-3", "goblin#2:knight-4"))
    room.take(m.PlayMessage(card="green-knight", on="goblin#1"))
    first = room.screen
    room.take(m.UndoMessage())
    assert room.screen != first and room.screen.at == first.at
    room.hear_out()
    assert [shown.lines for shown in room.screens[-2:]] == [room.screens[-2].lines, tuple(room.desk.prompt()["screen"])]  # type: ignore[index]


def test_large_letters_have_several_pages_and_so_much_more_time(tmp_path: Path) -> None:
    room = Room(tmp_path, '[display]\nbus = "sim:"\nview = "giant"')
    room.begin()
    room.take(board("goblin#1:knight-3"))
    room.take(m.PlayMessage(card="green-knight", on="goblin#1"))
    lines = room.screen.lines
    room.advance(reading_seconds(lines) + 0.1)
    assert room.screen.lines == lines, "there are pages that nobody has seen"
    room.hear_out()
    assert room.screen.offer
    room.stop()


# Quiet


def test_going_quiet_is_said_and_shown_and_then_there_is_no_sample_until_the_end_of_it(room: Room) -> None:
    room.begin()
    room.hear_out()
    room.forget()
    room.take(m.SetMessage(quiet=True))
    assert room.screen.lines == room.desk.narrator.notice_screen("quiet")
    room.hear_out()
    assert room.said == [room.notice("quiet")]
    room.forget()
    for message in (
        m.DoneMessage(),
        m.TapMessage(piece="goblin#1"),
        m.PressMessage(),
        m.TapMessage(tag="00"),
        m.UndoMessage(),
    ):
        room.take(message)
        room.advance(20)
    assert room.said == [] and room.sounds == []
    room.take(m.SetMessage(quiet=False))
    room.hear_out()
    assert room.said == [room.offer]


def test_nothing_but_the_people_silences_the_voice(room: Room) -> None:
    luck = random.Random(2)
    for entry in scripted(60, seed=4):
        room.take(entry)
        room.advance(luck.choice([0.0, 0.3, 5.0]))
        assert room.daemon.speech.queue.quiet == room.desk.settings.quiet is False
        if luck.random() < 0.2:
            room.daemon.part_watch.parts.gone("display")
            room.daemon.part_watch.parts.there("display")


def test_a_table_that_was_quiet_is_still_quiet_after_a_power_cut_and_shows_it(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.begin()
    room.take(m.SetMessage(quiet=True))
    room.hear_out()
    room.stop()
    again = Room(tmp_path)
    assert [shown.lines for shown in again.screens][-1] == again.desk.narrator.notice_screen("quiet")
    again.hear_out()
    again.take(m.DoneMessage())
    again.hear_out()
    assert again.said == [] and again.sounds == []
    again.stop()


# The end


def test_what_ended_a_game_is_told_in_full_before_the_ending_and_that_once(room: Room) -> None:
    room.begin()
    fallen = {str(arc): TowerFix(standing=False) for arc in (1, 2, 3, 4, 6)}
    room.take(
        m.CorrectMessage(
            monsters=[MonsterFix("goblin#1", "swordsman-5")], towers=fallen, walls={"5": WallFix(standing=False)}
        )
    )
    room.hear_out()
    room.forget()
    room.read_along()
    events = room.take(m.DoneMessage())["events"]
    assert [event["event"] for event in events][-1] == "game-lost"
    room.hear_out()
    narrator, game = room.desk.narrator, room.desk.game
    assert game is not None
    fell = next(text for text in room.said if "ower" in text)
    endings = [caption for caption in room.captions if caption.priority is Priority.ALERT and caption.text != fell]
    assert len(endings) == 1 and room.said.count(endings[0].text) == 1
    assert room.said.index(fell) < room.said.index(endings[0].text)
    assert not room.mouth.silent_since, "nothing was cut"
    assert room.said[-1] == narrator.prompt(game, "normal").say


# Ids, captions, log


def test_utterance_caption_and_log_line_of_one_event_have_one_id(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "companion.channels.announcer")
    room.read_along()
    room.begin()
    room.take(board("goblin#1:knight-3"))
    groups = []
    for message in (
        m.PlayMessage(card="green-knight", on="goblin#1"),
        m.TapMessage(tag="00"),
        m.AskMessage(about="danger"),
        m.DoneMessage(),
    ):
        room.captions.clear()
        caplog.clear()
        room.take(message)
        captions = [(caption.event, caption.text) for caption in room.captions]
        assert captions == [(record.args[0], record.args[1]) for record in caplog.records]  # type: ignore[index]
        groups.append({event for event, _ in captions})
        room.hear_out()
        assert {text for _, text in captions} <= set(room.said)
    assert all(len(group) == 1 for group in groups)
    assert len(set.union(*groups)) == len(groups), "each event has its own"


def test_a_voice_that_talks_for_long_delays_no_other_channel(room: Room) -> None:
    room.begin()
    room.take(board("orc#1:archer-1", "orc#2:archer-2", "orc#3:archer-3"))
    room.forget()
    room.take(m.DoneMessage())
    lights, entries = room.lights, room.entries()
    assert not room.daemon.speech.queue.idle
    at = room.clock.monotonic()
    room.take(m.TapMessage(piece="goblin#1"))
    prompt = room.desk.prompt()
    assert prompt is not None
    assert room.screen.at == at and room.screen.lines == tuple(prompt["screen"])
    room.advance(0.1)
    assert room.frames[-1][0] - at <= 0.1 and room.lights != lights
    assert room.entries() == [*entries, "tap"]
    assert not room.daemon.speech.queue.idle


# No game


def test_without_a_game_how_to_begin_one_is_offered_in_every_channel(room: Room) -> None:
    room.hear_out()
    assert room.said == [room.notice("no-game")]
    assert room.sounds == ["offer"]
    assert room.screen.offer == room.desk.narrator.notice_screen("no-game")[-1]


@pytest.mark.parametrize("kind", [Acknowledge, Choose, PlayCards, Roll, Tap])
def test_every_kind_of_question_has_an_offer_to_invert(kind: type, tmp_path: Path) -> None:
    room = Room(tmp_path)
    found = 0
    for entry in scripted(70, seed=8, game=EVERY_BOX):
        room.take(entry)
        game = room.desk.game
        if game is not None and isinstance(game.standing, kind):
            room.daemon.announcer.dismiss()
            assert room.screen.offer, game.standing.topic
            found += 1
    assert found
    room.stop()


def test_a_refusal_without_a_game_is_told_too(room: Room) -> None:
    room.hear_out()
    room.forget()
    room.daemon.announcer.refused(Refused(NO_GAME))
    room.hear_out()
    assert len(room.said) == 2 and room.said[-1] == room.notice("no-game", "brief")
    assert room.screen.offer
