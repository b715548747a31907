"""Every notice has its words, and no words of a notice are left over."""

from __future__ import annotations

from companion.journal.keeping import News
from companion.narration.catalogue import Catalogue
from companion.service.notices import Notice
from hardware.reader.presence import TagFlaw

OF_THE_ANNOUNCER = {"again", "no-game", "quiet", "resumed"}
"""Notices that `companion.channels.announcer` itself gives."""
PART_NAMES = {"part"}
"""The message that names a part inside of other notices."""


def test_every_notice_has_its_message_and_every_message_its_notice():
    messages = {name.removeprefix("notice-") for name in Catalogue.load("en") if name.startswith("notice-")}
    assert messages == {*map(str, Notice), *map(str, News)} | OF_THE_ANNOUNCER | PART_NAMES


def test_every_flaw_of_a_tag_has_its_notice():
    assert [Notice(flaw) for flaw in TagFlaw] == [Notice.RANDOM_UID]
