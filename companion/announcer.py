"""Tells the table what came of an input, in every channel at once: voice, screen and ring, from one place.

No channel waits for another. It knows no device: it speaks to three small protocols, which the daemon fills with real or simulated ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from companion.desk import Desk, Outcome
from companion.events import Event
from companion.lights import ArcLight, Cue, LightSettings, SpaceLight, Stage
from companion.narration.phrases import Utterance as Told
from companion.rules.my_first_path import Path
from companion.rules.requests import Refused
from companion.rules.table import Table
from companion.speech import Priority, Utterance, Voice

RESULT_SECONDS = 2.5
"""How long a result stays on the screen before the next offer takes its place."""
RING_FRAME_SECONDS = 1 / 30


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
        self._arcs = [ArcLight()] * 6

    # What is announced

    def outcome(self, outcome: Outcome) -> None:
        """An input was taken."""
        if outcome.entry is not None:
            self._serial += 1
            self.stand(outcome.told, outcome.events)
        elif outcome.say:
            self._say(outcome.say, Priority.REPLY)
            self._show(outcome.screen or None, self._offer_lines())

    def stand(self, told: Sequence[Told] = (), events: Sequence[Event] = ()) -> None:
        """What happened, and then the question that stands."""
        game = self.desk.game
        prompt = self.desk.prompt()
        if game is None or prompt is None:
            self.idle()
            return
        narrator = self.desk.narrator
        self._light(board_picture(game.table), [*narrator.cues(events, game), *prompt["ring"]])
        self._show(narrator.screen_of(events, game), prompt["screen"])
        self._speak(told, prompt["say"])

    def refused(self, refused: Refused) -> None:
        """An input was not taken: one sentence, two white lights."""
        self.voice.play("error")
        narrator, game, words = self.desk.narrator, self.desk.game, self.desk.settings.words
        self._trouble(narrator.refusal(refused, game, words), narrator.refusal_screen(refused, game), Priority.REPLY)

    def notice(self, name: str, priority: Priority = Priority.REPLY, **facts: str | int) -> None:
        """Something that is no part of the game: a device, a store."""
        narrator = self.desk.narrator
        self._trouble(narrator.notice(name, self.desk.settings.words, **facts), narrator.notice_screen(name, **facts), priority)

    def idle(self) -> None:
        """No game is played: how to begin one."""
        self._light([ArcLight()] * 6, [{"cue": "wait"}])
        self._show(None, self._offer_lines())
        self._say(self.desk.narrator.notice("no-game", self.desk.settings.words), Priority.STEP, offer=True)

    def _trouble(self, text: str, lines: Sequence[str], priority: Priority) -> None:
        self._cue([{"cue": "error"}])
        self._say(text, priority)
        self._show(lines, self._offer_lines())

    def _offer_lines(self) -> Sequence[str]:
        prompt = self.desk.prompt()
        return prompt["screen"] if prompt else self.desk.narrator.notice_screen("no-game")

    # Channels

    def _speak(self, told: Sequence[Told], offer: str) -> None:
        """What happened is told in turn, an alert too: it never interrupts what led to it."""
        event = str(self._serial)
        for entry in told:
            self._utter(Utterance(entry.text, Priority[entry.priority.upper()], event, in_turn=True))
        serial = self._serial
        self._utter(Utterance(offer, Priority.STEP, event, lambda: self._serial == serial, offer=True))

    def _say(self, text: str, priority: Priority, *, offer: bool = False) -> None:
        self._utter(Utterance(text, priority, offer=offer))

    def _utter(self, utterance: Utterance) -> None:
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

    def _forget_screen(self) -> None:
        if self._screen_timer:
            self._screen_timer.cancel()
            self._screen_timer = None

    # The ring

    def _light(self, arcs: Sequence[ArcLight], cues: Sequence[Mapping[str, Any]]) -> None:
        self._arcs = list(arcs)
        self._cue(cues)

    def _cue(self, cues: Sequence[Mapping[str, Any]]) -> None:
        """Arc 0 of a cue is the whole ring."""
        wanted = dict.fromkeys(Cue(cue["cue"], cue.get("arc") or None, cue.get("space")) for cue in cues)
        self._stage.play(self._arcs, list(wanted), self.loop.time() - RING_FRAME_SECONDS)  # so that the first frame shows it
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
    """What each arc of the board shows at rest, arc 1 first; or each space of a path, and its end."""
    path = table.parts.get("path")
    if isinstance(path, Path):
        return path_picture(path)
    return [_arc_light(table, wall.arc) for wall in table.walls]


def path_picture(path: Path) -> list[ArcLight]:
    """What each space of a path shows at rest, START first, and then the wall and the castle."""
    taken = [(space.color, int(bool(path.at(space)))) for space in path.spaces]
    spaces = [SpaceLight(near=near, wall=False, tower=False, color=color) for color, near in taken]
    return [*spaces, SpaceLight(wall=path.wall, tower=path.castle)]


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

