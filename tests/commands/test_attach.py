"""`companion attach`: where it looks for the daemon."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.parser import main


def test_attach_finds_the_socket_of_a_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(f'[socket]\npath = "{tmp_path / "s"}"')
    assert main(["attach", "--config", str(path)]) == 1
    assert capsys.readouterr().err == f"{tmp_path / 's'}: no companion answers: No such file or directory.\n"
