"""The speech queue: classes, validity, presses, history, quiet (interaction design 1.5, 3.1, A19 to A23)."""

import random
from collections.abc import Callable

import pytest

from companion.channels.speech import HISTORY, Mouth, Priority, SpeechChannel, SpeechQueue, Utterance

ALERT, STEP, REPLY = Priority.ALERT, Priority.STEP, Priority.REPLY


def u(
    text: str,
    priority: Priority = STEP,
    *,
    event: str = "",
    valid: Callable[[], bool] = lambda: True,
    offer: bool = False,
    in_turn: bool = False,
) -> Utterance:
    return Utterance(text, priority, event, valid, offer, in_turn)


def words(utterance: Utterance | None) -> str | None:
    return None if utterance is None else utterance.text


class Listener(Mouth):
    """A mouth without a loudspeaker: it keeps what it is told, and the test says when a phrase has been heard."""

    def __init__(self) -> None:
        self.now = 0.0
        self.voice = SpeechChannel(self, lambda: self.now)
        self.log: list[str] = []
        self.number: int | None = None

    def say(self, number: int, text: str) -> None:
        assert self.number is None, "told to speak while speaking"
        self.number = number
        self.log.append(text)
        self.voice.started(number, self.now)

    def cut(self) -> None:
        assert self.number is not None, "told to cut silence"
        self.number = None
        self.log.append("|")

    def play(self, sound: str) -> None:
        self.log.append(f"({sound})")

    def heard(self) -> None:
        """The phrase ends by itself."""
        number, self.number = self.number, None
        assert number is not None
        self.now += 1.0
        self.voice.ended(number)

    def rest(self) -> list[str]:
        """Let everything be heard, and give the log."""
        for _ in range(1000):
            if self.number is not None:
                self.heard()
            elif self.voice.resume_at is not None:
                self.now = max(self.now, self.voice.resume_at)
                self.voice.tick()
            else:
                return self.log
        raise AssertionError("it never stops speaking")


@pytest.fixture
def room() -> Listener:
    return Listener()


class TestClasses:
    def test_steps_follow_each_other_and_cancel_nothing(self, room: Listener) -> None:
        for text in "abc":
            room.voice.say(u(text))
        assert room.rest() == ["a", "b", "c"]

    def test_the_same_words_twice_are_spoken_twice(self, room: Listener) -> None:
        """A20: also after an undo nothing is taken for a repetition."""
        for text in ("hit", "undone", "hit", "hit"):
            room.voice.say(u(text, event=text))
        assert room.rest() == ["hit", "undone", "hit", "hit"]

    def test_an_alert_interrupts_a_step_which_is_then_spoken_whole(self, room: Listener) -> None:
        room.voice.say(u("step"))
        room.voice.say(u("later"))
        room.voice.say(u("reader lost", ALERT))
        assert room.rest() == ["step", "|", "reader lost", "step", "later"]
        assert [kept.text for kept in room.voice.queue.history] == ["reader lost", "step", "later"]

    def test_alerts_follow_each_other(self, room: Listener) -> None:
        room.voice.say(u("a", ALERT))
        room.voice.say(u("b", ALERT))
        room.voice.say(u("step"))
        room.voice.say(u("c", ALERT))
        assert room.rest() == ["a", "b", "c", "step"]

    def test_the_ending_waits_for_the_last_event_and_is_spoken_once(self, room: Listener) -> None:
        """A22."""
        room.voice.say(u("the last tower is hit"))
        room.voice.say(u("it falls"))
        room.voice.say(u("the game is lost", ALERT, in_turn=True))
        assert room.rest() == ["the last tower is hit", "it falls", "the game is lost"]

    def test_the_ending_is_heard_even_if_everything_before_it_is_pressed_away(self, room: Listener) -> None:
        room.voice.say(u("the last tower is hit"))
        room.voice.say(u("it falls"))
        room.voice.say(u("the game is lost", ALERT, in_turn=True))
        assert room.voice.press()
        assert room.rest() == ["the last tower is hit", "|", "the game is lost"]

    def test_the_newest_reply_wins(self, room: Listener) -> None:
        room.voice.say(u("arc one", REPLY, event="q1"))
        room.voice.say(u("arc two", REPLY, event="q2"))
        assert room.rest() == ["arc one", "|", "arc two"]

    def test_a_waiting_reply_gives_way_to_a_newer_one(self, room: Listener) -> None:
        room.voice.say(u("step"))
        room.voice.say(u("old", REPLY))
        room.voice.say(u("new", REPLY))
        assert room.rest() == ["step", "new"]

    def test_the_parts_of_one_answer_follow_each_other(self, room: Listener) -> None:
        for arc in "123":
            room.voice.say(u(f"arc {arc}", REPLY, event="board"))
        assert room.rest() == ["arc 1", "arc 2", "arc 3"]

    def test_the_offer_is_the_last_thing_said(self, room: Listener) -> None:
        room.voice.say(u("result"))
        room.voice.say(u("roll?", offer=True))
        room.voice.say(u("answer", REPLY))
        assert room.rest() == ["result", "answer", "roll?"]


class TestValidity:
    def test_a_stale_utterance_is_never_spoken_nor_remembered(self, room: Listener) -> None:
        standing = True
        room.voice.say(u("step"))
        room.voice.say(u("roll?", valid=lambda: standing))
        standing = False
        assert room.rest() == ["step"]
        assert [kept.text for kept in room.voice.queue.history] == ["step"]

    def test_it_is_asked_again_after_an_alert(self, room: Listener) -> None:
        standing = True
        room.voice.say(u("roll?", valid=lambda: standing))
        room.voice.say(u("alert", ALERT))
        standing = False
        assert room.rest() == ["roll?", "|", "alert"]


class TestPress:
    def test_silences_whatever_waits(self, room: Listener) -> None:
        for number in range(50):
            room.voice.say(u(str(number)))
        assert room.voice.press()
        assert room.rest() == ["0", "|"]

    def test_in_silence_it_cuts_nothing(self, room: Listener) -> None:
        assert not room.voice.press()
        assert room.log == []

    def test_an_unheard_offer_follows_after_the_pause(self, room: Listener) -> None:
        room.voice.say(u("long story"))
        room.voice.say(u("roll?", offer=True))
        room.voice.press()
        room.voice.tick()
        assert room.log == ["long story", "|"]
        room.now += 0.49
        room.voice.tick()
        assert room.log == ["long story", "|"]
        assert room.rest() == ["long story", "|", "roll?"]

    def test_an_offer_that_is_cut_is_not_pressed_on_the_listener(self, room: Listener) -> None:
        room.voice.say(u("roll?", offer=True))
        room.voice.press()
        assert room.rest() == ["roll?", "|"]

    def test_the_act_of_the_press_is_spoken_without_a_pause(self, room: Listener) -> None:
        room.voice.say(u("story"))
        room.voice.press()
        room.voice.say(u("rolled 4"))
        assert room.log == ["story", "|", "rolled 4"]

    def test_cuts_an_alert_and_spares_those_nobody_has_heard(self, room: Listener) -> None:
        room.voice.say(u("first", ALERT))
        room.voice.say(u("second", ALERT))
        room.voice.press()
        assert room.rest() == ["first", "|", "second"]

    def test_skips_one_part_of_an_answer_and_twice_all_of_it(self, room: Listener) -> None:
        for arc in "123456":
            room.voice.say(u(f"arc {arc}", REPLY, event="board"))
        room.voice.press()
        room.now += 0.5
        room.voice.tick()
        room.voice.press()
        room.voice.press()
        assert room.rest() == ["arc 1", "|", "arc 2", "|"]

    def test_a_late_report_about_the_cut_one_changes_nothing(self, room: Listener) -> None:
        room.voice.say(u("one"))
        room.voice.press()
        room.voice.say(u("two"))
        room.voice.ended(1)
        assert words(room.voice.queue.speaking) == "two"


class TestHistory:
    def test_the_last_twenty_in_order_cut_ones_included(self, room: Listener) -> None:
        """A19."""
        for number in range(25):
            room.voice.say(u(str(number)))
            if number % 3:
                room.heard()
            else:
                room.voice.press()
        assert [kept.text for kept in room.voice.queue.history] == [str(n) for n in range(5, 25)]
        walked = [words(room.voice.say_again()) for _ in range(HISTORY)]
        assert walked == [str(n) for n in range(24, 4, -1)]
        assert words(room.voice.say_again()) == "5", "the oldest stays the oldest"

    def test_what_is_said_again_is_spoken_and_not_remembered_twice(self, room: Listener) -> None:
        room.voice.say(u("a"))
        room.heard()
        room.voice.say_again()
        assert room.rest() == ["a", "a"]
        assert len(room.voice.queue.history) == 1

    def test_a_double_tap_repeats_what_the_first_tap_cut(self, room: Listener) -> None:
        for text in ("before", "moved", "and moved", "and struck"):
            room.voice.say(u(text))
        room.heard()
        room.voice.press()
        assert words(room.voice.say_again()) == "moved"
        assert words(room.voice.say_again()) == "before"
        remembered = [kept.text for kept in room.voice.queue.history]
        assert remembered == ["before", "moved", "and moved", "and struck"], "nothing is lost"

    def test_saying_again_before_the_unheard_offer_keeps_the_offer_last(self, room: Listener) -> None:
        room.voice.say(u("story"))
        room.voice.say(u("roll?", offer=True))
        room.voice.press()
        room.voice.say_again()
        assert room.rest() == ["story", "|", "story", "roll?"]

    def test_something_new_starts_the_walk_from_the_end(self, room: Listener) -> None:
        for text in "abc":
            room.voice.say(u(text))
        room.rest()
        room.voice.say_again()
        room.voice.say_again()
        room.rest()
        room.voice.say(u("d"))
        room.rest()
        assert words(room.voice.say_again()) == "d"

    def test_nothing_said_nothing_again(self, room: Listener) -> None:
        assert room.voice.say_again() is None
        assert room.voice.say_offer() is None
        assert room.log == []

    def test_the_standing_offer_can_be_repeated_while_it_stands(self, room: Listener) -> None:
        standing = True
        room.voice.say(u("roll?", offer=True, valid=lambda: standing))
        room.voice.press()
        assert words(room.voice.say_offer()) == "roll?"
        assert room.rest() == ["roll?", "|", "roll?"]
        standing = False
        assert room.voice.say_offer() is None


class TestGuard:
    def test_knows_since_when_the_offer_is_heard(self, room: Listener) -> None:
        room.voice.say(u("result"))
        room.voice.say(u("roll?", offer=True))
        assert room.voice.offer_heard_at is None
        room.heard()
        assert room.voice.offer_heard_at == 1.0
        room.voice.say(u("done?", offer=True))
        assert room.voice.offer_heard_at is None


class TestQuiet:
    def test_is_announced_and_then_silent(self, room: Listener) -> None:
        """A23, A57."""
        room.voice.say(u("story"))
        room.voice.say(u("more"))
        room.voice.go_quiet(u("quiet now"))
        room.voice.say(u("after"))
        assert room.rest() == ["story", "|", "quiet now"]
        room.voice.say(u("alert", ALERT))
        room.voice.play("press")
        assert room.rest() == ["story", "|", "quiet now"]

    def test_keeps_the_history_and_gives_the_words_to_the_screen(self, room: Listener) -> None:
        room.voice.go_quiet(u("quiet now"))
        room.heard()
        room.voice.say(u("a"))
        room.voice.say(u("b", REPLY))
        assert [words(room.voice.say_again()) for _ in range(3)] == ["b", "a", "quiet now"]
        assert room.log == ["quiet now"]

    def test_an_alert_is_still_heard_before_the_quiet(self, room: Listener) -> None:
        room.voice.say(u("one", ALERT))
        room.voice.say(u("two", ALERT))
        room.voice.go_quiet(u("quiet now"))
        assert room.rest() == ["one", "|", "two", "quiet now"]

    def test_a_press_ends_the_farewell_and_the_quiet_holds(self, room: Listener) -> None:
        room.voice.go_quiet(u("quiet now"))
        room.voice.press()
        room.voice.say(u("x"))
        assert room.rest() == ["quiet now", "|"]

    def test_ends(self, room: Listener) -> None:
        room.voice.go_quiet(u("quiet now"))
        room.heard()
        room.voice.end_quiet()
        room.voice.say(u("here again"))
        room.voice.play("press")
        assert room.rest() == ["quiet now", "here again", "(press)"]


@pytest.mark.parametrize("seed", range(60))
def test_whatever_comes(seed: int) -> None:
    """A21: alerts are never dropped, a stale utterance is never spoken."""
    chance = random.Random(seed)
    room = Listener()
    voice, gone, spoken_while_stale = room.voice, set[str](), list[str]()
    told: dict[Priority, list[str]] = {priority: [] for priority in Priority}
    say = room.say

    def watch(number: int, text: str) -> None:
        if text in gone:
            spoken_while_stale.append(text)
        say(number, text)

    room.say = watch  # type: ignore[method-assign]
    for number in range(120):
        act = chance.random()
        if act < 0.65:
            priority = chance.choice(list(Priority))
            text = f"{priority.name} {number}"
            stale_later = priority is not ALERT and chance.random() < 0.3
            voice.say(u(text, priority, valid=(lambda text=text: text not in gone) if stale_later else lambda: True))
            told[priority].append(text)
            if stale_later and chance.random() < 0.5:
                gone.add(text)
                if voice.queue.speaking is not None and voice.queue.speaking.text == text:
                    gone.discard(text)
        elif act < 0.9 and room.number is not None:
            room.heard()
        else:
            voice.press()
            room.now += chance.choice((0.1, 0.6))
            voice.tick()
    room.rest()
    assert [text for text in told[ALERT] if text not in room.log] == []
    assert [text for text in room.log if text in told[ALERT]] == told[ALERT], "alerts in their order, each once"
    assert spoken_while_stale == []
    assert len(voice.queue.history) <= HISTORY


@pytest.mark.parametrize("seed", range(20))
def test_steps_are_never_lost(seed: int) -> None:
    """Without a press every step is heard to its end, in order, whatever else comes between."""
    chance = random.Random(seed)
    room, steps = Listener(), list[str]()
    for number in range(80):
        if chance.random() < 0.7:
            priority = chance.choice(list(Priority))
            room.voice.say(u(f"{priority.name} {number}", priority))
            if priority is STEP:
                steps.append(f"STEP {number}")
        elif room.number is not None:
            room.heard()
    log = room.rest()
    whole = [text for text, then in zip(log, [*log[1:], ""], strict=True) if then != "|"]
    assert [text for text in whole if text.startswith("STEP")] == steps


def test_a_queue_alone_gives_one_utterance_at_a_time() -> None:
    queue = SpeechQueue()
    queue.add(u("a"))
    queue.add(u("b"))
    assert words(queue.next(0.0)) == "a"
    assert queue.next(0.0) is None
    queue.finished()
    assert words(queue.next(0.0)) == "b"
    queue.finished()
    assert queue.idle
