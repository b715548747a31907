"""Settings: what is wished is taken whole, or refused whole."""

from __future__ import annotations

import pytest

from companion.game.rules.refusals import Refused
from companion.talk.messages import SetMessage
from companion.talk.settings import Settings, changed

LANGUAGES = ("en", "de")


def test_what_is_wished_changes_and_the_rest_stays():
    before = Settings(words="verbose")
    assert changed(before, SetMessage(quiet=True, language="de"), LANGUAGES) == Settings(
        "verbose", "de", True, "guided"
    )
    assert before == Settings(words="verbose")


@pytest.mark.parametrize(
    "wish, code, reason",
    [
        (SetMessage(), "bad-input", "missing-field"),
        (SetMessage(words="loud"), "bad-value", "no-such-words"),
        (SetMessage(language="xx"), "bad-value", "no-such-language"),
        (SetMessage(pace="fast", words="brief"), "bad-value", "no-such-pace"),
    ],
)
def test_what_cannot_be_is_refused(wish, code, reason):
    with pytest.raises(Refused) as refused:
        changed(Settings(), wish, LANGUAGES)
    assert (refused.value.code, refused.value.reason) == (code, reason)
