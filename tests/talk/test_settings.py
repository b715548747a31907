"""Settings: what is wished is taken whole, or refused whole."""

from __future__ import annotations

import pytest

from companion.game.rules.refusals import Refused
from companion.talk.messages import Set
from companion.talk.settings import Settings, changed

LANGUAGES = ("en", "de")


def test_what_is_wished_changes_and_the_rest_stays():
    before = Settings(words="verbose")
    assert changed(before, Set(quiet=True, language="de"), LANGUAGES) == Settings("verbose", "de", True, "guided")
    assert before == Settings(words="verbose")


@pytest.mark.parametrize(
    "wish, code, reason",
    [
        (Set(), "bad-input", "missing-field"),
        (Set(words="loud"), "bad-value", "no-such-words"),
        (Set(language="xx"), "bad-value", "no-such-language"),
        (Set(pace="fast", words="brief"), "bad-value", "no-such-pace"),
    ],
)
def test_what_cannot_be_is_refused(wish, code, reason):
    with pytest.raises(Refused) as refused:
        changed(Settings(), wish, LANGUAGES)
    assert (refused.value.code, refused.value.reason) == (code, reason)
