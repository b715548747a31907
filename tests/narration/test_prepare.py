import subprocess
import sys

import pytest
from babel import Locale

from companion.narration import prepare
from companion.narration.catalogue import PREPARED
from companion.narration.prepare import COMMAND, PrepareError, folders, prepared, read
from tests.narration.messages import made


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_the_prepared_file_of_a_language_is_what_its_messages_make(folder):
    path = folder / PREPARED
    fresh = path.is_file() and path.read_bytes() == prepared(folder.name, read(folder))
    assert fresh, f"{folder.name}/{PREPARED} is not made from the messages of now. Run: {COMMAND}"


def test_the_command_is_this_module():
    assert COMMAND.split()[-1] == prepare.__name__


def test_at_run_time_nothing_of_fluent_and_babel_is_imported():
    code = (
        "import sys, companion.commands.parser, companion.talk.desk;"
        "from companion.narration.catalogue import Catalogue;"
        "Catalogue.load().text('event-rolled', 'brief', value=3, arc='arc 3', color='green');"
        "sys.exit(any(name.split('.')[0] in ('fluent', 'babel') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


@pytest.mark.parametrize("language", ["ar", "cs", "de", "fr", "ga", "lt", "mt", "pl", "ru", "sl"])
def test_a_number_has_the_plural_category_that_babel_gives_it(language):
    numerals = made("one = 1", language).numerals
    locale = Locale.parse(language)
    assert {number: numerals.category(number) for number in range(1000)} == {
        number: locale.plural_form(number) for number in range(1000)
    }


def test_a_number_is_written_with_the_sign_of_its_language_between_the_thousands():
    shown = {language: made("n = { $n }", language).phrase("n", "", {"n": 1234}) for language in ("en", "de", "fr")}
    assert shown == {"en": "1,234", "de": "1.234", "fr": "1\u202f234"}


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("one = { 1.5 }", "whole numbers"),
        ('one = { DATETIME($x, month: "long") }', "DATETIME"),
        ('one = { NUMBER($x, type: "ordinal") }', "NUMBER"),
        ('one = { FORM("orc", "the") }', "FORM"),
        ("one = { FORM($x) }", "FORM"),
        ("-t = term\none = { -t($x) }", "must have names"),
        ("one = { $x", "no Fluent message"),
        ("one = { $x ->\n    [1.5] a\n   *[other] b\n }", "whole numbers"),
    ],
)
def test_what_is_not_supported_is_refused_with_its_place(source, reason):
    with pytest.raises(PrepareError, match=f"^xx/a.ftl: one.*{reason}"):
        prepared("xx", {"a.ftl": source})


@pytest.mark.parametrize(
    "source",
    [
        "one = { one }",
        "one = { two.brief }\ntwo =\n    .brief = { $x ->\n        [1] { one }\n       *[other] b\n    }",
        "-one = { -two }\n-two = { -one }",
    ],
)
def test_a_message_that_refers_to_itself_is_refused(source):
    with pytest.raises(PrepareError, match="refers to itself"):
        prepared("en", {"a.ftl": source})


def test_the_command_writes_every_language_or_none(tmp_path, monkeypatch):
    for language, source in (("de", "one = eins\n"), ("en", "one = one\n")):
        (tmp_path / language).mkdir()
        (tmp_path / language / "a.ftl").write_text(source, encoding="utf-8")
    monkeypatch.setattr(prepare, "folders", lambda: [tmp_path / "de", tmp_path / "en"])
    prepare.main()
    written = [(tmp_path / language / PREPARED).read_bytes() for language in ("de", "en")]
    assert written[1] == prepared("en", {"a.ftl": "one = one\n"})
    (tmp_path / "de" / "a.ftl").write_text("one = uno\n", encoding="utf-8")
    (tmp_path / "en" / "a.ftl").write_text("one = { one }\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="en: one refers to itself"):
        prepare.main()
    assert [(tmp_path / language / PREPARED).read_bytes() for language in ("de", "en")] == written
