"""Whether the parts of a table work: what their owners report, what people are told, and what makes up for a loss."""

from __future__ import annotations

import asyncio
import logging

from companion.channels.announcer import Announcer
from companion.channels.controls import Controls, ControlSettings
from companion.channels.speech import Priority
from companion.channels.timing import Scheduler, Timer
from companion.service.devices import BUTTON, READER, SPEAKER, Devices
from companion.service.health import Parts, PatientMouth
from companion.service.notices import Notice, Notices
from hardware.owner import DeviceState, Status

_log = logging.getLogger(__name__)

LATE_SECONDS = 8.0
"""Seconds. A part that has neither opened nor failed by then is taken for lost."""


class PartWatch:
    """Watches the parts of one table.

    `guard` is the buttons' guard time in seconds; `mouth` waits for the loudspeaker.
    """

    def __init__(
        self,
        devices: Devices,
        announcer: Announcer,
        controls: Controls,
        guard: float,
        mouth: PatientMouth | None,
        notices: Notices,
        loop: Scheduler,
    ) -> None:
        self.settled = asyncio.Event()
        """Set once every device has reported whether it works."""
        self.parts = Parts(self._tell, loop)
        self._devices = devices
        self._desk = announcer.desk
        self._controls = controls
        self._guard = guard
        self._speech = announcer.speech
        self._mouth = mouth
        self._notices = notices
        self._loop = loop
        self._late_timer: Timer | None = None
        self._make_up()

    def start(self) -> None:
        """Begin to watch; the devices start at the same time."""
        self._late_timer = self._loop.call_later(LATE_SECONDS, self._look_for_late)

    def close(self) -> None:
        """Cancel all timers."""
        if self._late_timer:
            self._late_timer.cancel()
        self.parts.close()

    def noticed(self, status: Status) -> None:
        """Take the report of a device's owner."""
        detail = status.detail
        _log.info("%s at %s: %s %s %s", status.device, detail.where, status.state, status.reason or "", detail.text)
        if all(owner.status and owner.status.state is not DeviceState.OPENING for owner in self._devices.owners):
            self.settled.set()
        if status.state is not DeviceState.OPENING:
            self._decided(status.device, status.state is DeviceState.READY)

    def _look_for_late(self) -> None:
        """Take every part for lost that has not reported by now, whatever it is busy with."""
        for owner in self._devices.owners:
            if owner.status is None or owner.status.state is DeviceState.OPENING:
                self._decided(owner.name, False)

    def _decided(self, part: str, works: bool) -> None:
        if part == SPEAKER and self._mouth:
            self._mouth.decided()
        (self.parts.there if works else self.parts.gone)(part)

    def _tell(self, part: str, lost: bool) -> None:
        """Tell that a part is lost or works again."""
        self._make_up()
        if part == READER:
            notice = Notice.READER_LOST if lost else Notice.READER_BACK
        else:
            notice = Notice.PART_LOST if lost else Notice.PART_BACK
        self._notices.tell(notice, Priority.ALERT, good=not lost, part=part)
        if part == SPEAKER and not lost and self._speech.offer_heard_at is None:
            self._speech.say_offer()

    def _make_up(self) -> None:
        """Make up for lost helper buttons: without next and back, the main button alone must do."""
        helpers = set(self._devices.buttons) - {BUTTON} - self.parts.lost
        self._desk.has_one_button(not helpers)
        self._controls.settings = ControlSettings(self._guard, one_button=not helpers)
