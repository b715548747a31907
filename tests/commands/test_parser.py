"""The command: what everybody tries first, and how it finds its subcommands."""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from typing import get_type_hints

import pytest

from companion.commands.parser import COMMANDS, main
from tests.commands.process import PATIENCE


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"{version('castle-companion')}\n"


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "attach" in capsys.readouterr().out


# The subcommands


@pytest.mark.parametrize("name", COMMANDS)
def test_every_subcommand_has_its_module_with_its_flags_and_its_body(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    module = import_module(f"companion.commands.{name}")
    flags = argparse.ArgumentParser()
    module.add(flags)
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert told.startswith(f"usage: companion {name} ")
    shown = [action for action in flags._actions if action.help is not argparse.SUPPRESS]
    assert all(flag in told for action in shown for flag in action.option_strings)
    assert get_type_hints(module.add) == {"parser": argparse.ArgumentParser, "return": type(None)}
    assert get_type_hints(module.run) == {"arguments": argparse.Namespace, "return": int}


def test_the_help_names_every_subcommand_and_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert all(f" {name} {does}" in told for name, does in COMMANDS.items())


@pytest.mark.parametrize("words", [["juggle"], ["juggle", "stdio"], ["parser"], ["-1", "stdio"], ["stdio", "--juggle"]])
def test_what_is_no_subcommand_or_no_flag_is_a_wrong_call(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: companion ")


def test_a_flag_before_the_name_of_a_subcommand_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version", "stdio"]) == 0
    assert capsys.readouterr().out == f"{version('castle-companion')}\n"


@pytest.mark.parametrize("name", ["stdio", "play", "export", "replay"])
@pytest.mark.parametrize("words", [["--boxes", "FILE"], ["--boxes=FILE"], ["--boxes"]])
def test_the_former_name_of_a_flag_is_answered_with_the_new_one_and_nothing_is_done(
    name: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, *words])
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "The owner's file of box facts is named with --facts now, not with --boxes.\n"
    with pytest.raises(SystemExit):
        main([name, "--help"])
    shown = capsys.readouterr().out
    assert "--facts FILE" in shown and "--boxes" not in shown


# What a start imports


def imported(*words: str) -> set[str]:
    """The modules that are there when the command ends; it reads no input."""
    code = f"""if True:
        import sys
        from companion.commands.parser import COMMANDS, main
        main({list(words)!r})
        sys.stderr.write(" ".join(sys.modules))
    """
    done = subprocess.run(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines()[-1].split())


def rooms(modules: set[str]) -> set[str]:
    """The rooms of the project in which they stand."""
    return {".".join(module.split(".")[:2]) for module in modules if module.startswith("companion.")}


def commands(modules: set[str]) -> set[str]:
    """The subcommands among them."""
    return {name for name in COMMANDS if f"companion.commands.{name}" in modules}


def test_help_and_version_import_no_subcommand() -> None:
    assert rooms(imported()) == rooms(imported("--version")) == {"companion.commands"}
    assert commands(imported()) == set()


def test_the_protocol_on_standard_input_needs_no_device_no_window_and_no_journal() -> None:
    modules = imported("stdio")
    assert commands(modules) == {"stdio"}
    assert "companion.talk.protocol" in modules
    assert not rooms(modules) & {"companion.play", "companion.checks", "companion.service", "companion.channels"}
    assert not {"hardware", "wiring", "textual", "asyncio", "sqlite3", "companion.journal.record"} & modules
    assert not {"gpiozero", "lgpio", "spidev", "smbus2", "serial", "luma", "PIL"} & modules


def test_the_daemon_imports_no_device_that_may_be_simulated_and_nothing_that_only_a_fault_needs() -> None:
    code = "import sys, companion.commands.run; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    modules = set(done.stdout.split())
    assert "companion.service.daemon" in modules
    assert not {"gpiozero", "lgpio", "luma", "serial", "smbus2", "spidev"} & modules
    assert not {"csv", "dataclasses", "difflib", "importlib.metadata", "json", "tomli_w"} & modules


def test_a_lines_table_needs_no_window() -> None:
    modules = imported("play", "--auto", "--fast", "--plain", "--seed", "1")
    assert commands(modules) == {"play"}
    assert "companion.play.plain" in modules and "textual" not in modules


@pytest.mark.parametrize("name", ["stdio", "juggle"])
def test_what_a_subcommand_imports_is_set_apart_and_the_search_for_garbage_goes_on(name: str) -> None:
    code = f"""if True:
        import contextlib, gc
        from companion.commands.parser import _imported
        with contextlib.suppress(ModuleNotFoundError):
            _imported({name!r})
        assert gc.isenabled() and gc.get_freeze_count() > 1_000
    """
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)
