"""Tells the table what came of an input, in every channel at once: voice, screen and ring, from one place.

No channel waits for another. It knows no device: it speaks to three small protocols, which the daemon fills with real or simulated ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from companion.desk import Desk, Outcome
from companion.events import Event
from companion.lights import ArcLight, Cue, LightSettings, Stage
from companion.narration.phrases import Utterance as Told
from companion.rules.requests import Refused
from companion.rules.table import Table
from companion.speech import Priority, Utterance, Voice

RESULT_SECONDS = 2.5
"""How long a result stays on the screen before the next offer takes its place."""
RING_FRAME_SECONDS = 1 / 30
COLUMNS, ROWS = 16, 4


class Timer(Protocol):
    """What `Scheduler.call_later` gives."""

    def cancel(self) -> None:
        """Never mind."""


class Scheduler(Protocol):
    """The part of an event loop that is used here."""

    def time(self) -> float:
        """Seconds on the loop's clock."""

    def call_later(self, delay: float, callback: Callable[..., Any], *args: Any) -> Timer:
        """Calls back after `delay` seconds."""


class ScreenDevice(Protocol):
    """Something that shows lines of text."""

    def show_lines(self, lines: Sequence[str], inverted: int | None) -> None:
        """Shows up to four lines of sixteen; `inverted` is the line of the standing offer."""


class RingDevice(Protocol):
    """Something with lights in a ring."""

    def show(self, lights: Sequence[tuple[int, int, int]]) -> None:
        """Shows one colour for each light, clockwise from the first of arc 1."""


class Announcer:
    """The channels of one table."""

    def __init__(self, desk: Desk, voice: Voice, screen: ScreenDevice, ring: RingDevice, count: int, loop: Scheduler) -> None:
        self.desk = desk
        self.voice = voice
        self.loop = loop
        self.lights = LightSettings()
        self.shown_at = loop.time()
        """When the standing offer came to the screen."""
        self.captions: Callable[[Utterance], object] | None = None
        """Reads along, if somebody wants to: everything that is said, when it is announced."""
        self._screen = screen
        self._ring = ring
        self._stage = Stage(self.lights, count)
        self._serial = 0
        self._screen_timer: Timer | None = None
        self._ring_timer: Timer | None = None

    # What is announced

    def outcome(self, outcome: Outcome) -> None:
        """An input was taken."""
        if outcome.entry is None:
            if outcome.say:
                self.answer(outcome.say)
            return
        self._serial += 1
        self.stand(outcome.told, outcome.events)

    def stand(self, told: Sequence[Told] = (), events: Sequence[Event] = ()) -> None:
        """What happened, and then the question that stands."""
        game = self.desk.game
        prompt = self.desk.prompt()
        if game is None or prompt is None:
            self.idle()
            return
        cues = [*self.desk.narrator.cues(events, game), *prompt["ring"]]
        self._light(board_picture(game.table), cues)
        self._show(self.desk.narrator.screen_of(events, game), prompt["screen"])
        self._speak(told, prompt["say"])

    def refused(self, refused: Refused) -> None:
        """An input was not taken: one sentence, two white lights."""
        self.voice.play("error")
        self.trouble(self.desk.refusal(refused)["message"])

    def trouble(self, text: str, priority: Priority = Priority.REPLY) -> None:
        """Something is wrong that is no input of the game."""
        self._cue([{"cue": "error"}])
        self._say(text, priority)
        self._brief_screen(text)

    def answer(self, text: str) -> None:
        """The answer to a question."""
        self._say(text, Priority.REPLY)
        self._brief_screen(text)

    def idle(self) -> None:
        """No game is played: how to begin one."""
        words = self.desk.narrator.device("idle", self.desk.settings.words)
        self._light([ArcLight()] * 6, [{"cue": "wait"}])
        self._show(None, words.screen)
        self._say(words.say, Priority.STEP, offer=True)

    # Channels

    def _speak(self, told: Sequence[Told], offer: str) -> None:
        for entry in told:
            self._say(entry.text, Priority[entry.priority.upper()])
        serial = self._serial
        self.utter(Utterance(offer, Priority.STEP, str(serial), lambda: self._serial == serial, offer=True))

    def _say(self, text: str, priority: Priority, *, offer: bool = False) -> None:
        self.utter(Utterance(text, priority, str(self._serial), offer=offer))

    def utter(self, utterance: Utterance) -> None:
        """Says it, and gives it to whoever reads along."""
        if self.captions:
            self.captions(utterance)
        self.voice.say(utterance)

    def _show(self, result: Sequence[str] | None, offer: Sequence[str]) -> None:
        self._forget_screen()
        if result:
            self._screen.show_lines(result, None)
            self._screen_timer = self.loop.call_later(RESULT_SECONDS, self._show_offer, offer)
            self.shown_at = self.loop.time()
        else:
            self._show_offer(offer)

    def _show_offer(self, lines: Sequence[str]) -> None:
        self._screen_timer = None
        self._screen.show_lines(lines, len(lines) - 1 if lines and lines[-1].startswith(">") else None)
        self.shown_at = self.loop.time()

    def _brief_screen(self, text: str) -> None:
        prompt = self.desk.prompt()
        offer = prompt["screen"] if prompt else self.desk.narrator.device("idle", self.desk.settings.words).screen
        self._show(wrapped(text), offer)

    def _forget_screen(self) -> None:
        if self._screen_timer:
            self._screen_timer.cancel()
            self._screen_timer = None

    # The ring

    def _light(self, arcs: Sequence[ArcLight], cues: Sequence[dict[str, Any]]) -> None:
        self._arcs = list(arcs)
        self._cue(cues)

    def _cue(self, cues: Sequence[dict[str, Any]]) -> None:
        arcs = getattr(self, "_arcs", [ArcLight()] * 6)
        self._stage.play(arcs, list(dict.fromkeys(Cue(cue["cue"], cue.get("arc")) for cue in cues)), self.loop.time())
        self._turn_ring()

    def _turn_ring(self) -> None:
        if self._ring_timer:
            self._ring_timer.cancel()
            self._ring_timer = None
        now = self.loop.time()
        self._ring.show(self._stage.frame(now))
        if self._stage.busy(now):
            self._ring_timer = self.loop.call_later(RING_FRAME_SECONDS, self._turn_ring)

    def use_lights(self, settings: LightSettings) -> None:
        """Changes how the ring may shine."""
        self.lights = settings
        self._stage.use(settings, self.loop.time())
        self._turn_ring()

    def close(self) -> None:
        """Leaves no timer behind."""
        self._forget_screen()
        if self._ring_timer:
            self._ring_timer.cancel()


def board_picture(table: Table) -> list[ArcLight]:
    """What each arc of the board shows at rest, arc 1 first."""
    return [_arc_light(table, wall.arc) for wall in table.walls]


def _arc_light(table: Table, arc: int) -> ArcLight:
    monsters = [monster for monster in table.board if monster.space.arc == arc]
    nearest = min(monsters, key=lambda monster: monster.space.distance, default=None)
    wall, tower = table.wall(arc), table.tower(arc)
    return ArcLight(
        near=5 - nearest.space.distance if nearest else 0,
        flames=min(3, max([wall.flames, tower.flames, *(monster.flames for monster in monsters)])),
        flying=bool(nearest and nearest.kind.flying),
        wall=wall.standing,
        tower=tower.standing,
    )


def wrapped(text: str) -> tuple[str, ...]:
    """A sentence in lines of the screen; what does not fit ends in dots."""
    lines: list[str] = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + bool(lines[-1]) <= COLUMNS:
            lines[-1] = f"{lines[-1]} {word}".strip()
        else:
            lines.append(word[:COLUMNS])
    if len(lines) > ROWS:
        lines = [*lines[: ROWS - 1], f"{lines[ROWS - 1][: COLUMNS - 2]}.."]
    return tuple(lines)
