"""The installer and the uninstaller, on a made-up system: what they do, in which order, once, again, and back.

The tree is a directory, and every command that changes a system is a stand-in that writes down how it was called. No
real system is touched, and none was: that the packages, the service manager and a board do what is expected of them is
not shown here.
"""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.owner.config import load
from tests.checks.fake import PI_4, PI_5
from tests.wiring.test_boot import CMDLINE, STOCK
from wiring.boot import BACKUP, in_force

PROJECT = Path(__file__).resolve().parents[2]
INSTALL, UNINSTALL = PROJECT / "systemd/install.sh", PROJECT / "systemd/uninstall.sh"
COMMANDS = ("apt-get", "apt-cache", "apt-mark", "dpkg-query", "systemctl", "systemd-sysusers", "systemd-tmpfiles")
COMMANDS += ("udevadm", "usermod", "gpasswd", "userdel", "groupdel", "getent", "id", "python3")
LOOKS = ("apt-cache policy", "dpkg-query", "systemctl is-", "getent", "id -", "python3 -c", "python3 ")
"""What a dry run may call: it changes nothing."""

ARCHIVE = ("python3-lgpio", "python3-gpiozero", "python3-spidev", "python3-smbus2", "python3-pil", "python3-msgspec")
STEPS = Path("var/lib/castle-companion-install/steps")
SETTINGS = Path("etc/castle-companion/companion.toml")
UNIT = "castle-companion.service"


class System:
    """A made-up system: `root` is its tree, `fake` what the stand-ins keep."""

    def __init__(self, directory: Path, model: str = PI_4, offered: tuple[str, ...] = ARCHIVE) -> None:
        self.root, self.fake, path = directory / "root", directory / "fake", directory / "bin"
        self.environ = os.environ | {
            "PATH": f"{path}:/usr/bin:/bin",
            "FAKE": str(self.fake),
            "PYTHON": sys.executable,
            "PYTHONPATH": str(PROJECT),
            "CASTLE_COMPANION_ROOT": str(self.root),
            "SUDO_USER": "anna",
        }
        if not self.fake.exists():
            self._set_up(path, model, offered)

    def _set_up(self, path: Path, model: str, offered: tuple[str, ...]) -> None:
        for name in ("packages", "offered", "masked", "groups"):
            (self.fake / name).mkdir(parents=True)
        path.mkdir()
        for name in COMMANDS:
            shutil.copy(PROJECT / "tests/systemd/fake_commands.sh", path / name)
            (path / name).chmod(0o755)
        for name in offered:
            (self.fake / "offered" / name).touch()
        for name in ("gpio", "i2c", "spi"):
            (self.fake / "groups" / name).touch()
        (self.root / "run/systemd/system").mkdir(parents=True)
        if model:
            self.write("proc/device-tree/model", model + "\0")
            self.write("boot/firmware/config.txt", STOCK)
            self.write("boot/firmware/cmdline.txt", CMDLINE)

    def write(self, name: str, text: str) -> None:
        """Write a file into the tree."""
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    def read(self, name: str | Path) -> str:
        """Return the text of a file of the tree."""
        return (self.root / name).read_text()

    def run(self, script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a script with nobody at the keyboard."""
        return subprocess.run(
            [str(script), *arguments],
            env=self.environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def install(self, *arguments: str) -> list[str]:
        """Install, and return the lines that were printed."""
        done = self.run(INSTALL, *(arguments or ("--yes",)))
        assert done.returncode == 0, done.stdout + done.stderr
        assert not done.stderr
        return done.stdout.splitlines()

    def uninstall(self, *arguments: str) -> list[str]:
        """Uninstall, and return the lines that were printed."""
        done = self.run(UNINSTALL, *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        assert not done.stderr
        return done.stdout.splitlines()

    def tree(self) -> dict[str, str | bytes]:
        """Return every file and link of the tree, with what is in it."""
        found = sorted(path for path in self.root.rglob("*") if path.is_symlink() or path.is_file())
        return {
            str(path.relative_to(self.root)): str(path.readlink()) if path.is_symlink() else path.read_bytes()
            for path in found
        }

    def changes(self) -> list[str]:
        """Return the commands that were called since the last time and that change something."""
        log = self.fake / "log"
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return [self.plain(line) for line in lines if not line.startswith(LOOKS) or "-m venv" in line]

    def plain(self, line: str) -> str:
        """Return a line without the paths that change from run to run."""
        return line.replace(str(self.root), "ROOT").replace(str(PROJECT), "PROJECT")


@pytest.fixture
def system(tmp_path: Path) -> System:
    """A fresh Pi 4."""
    return System(tmp_path)


@pytest.fixture(scope="module")
def done_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a Pi 4 lies on which the companion was installed."""
    place = tmp_path_factory.mktemp("installed")
    system = System(place)
    system.install()
    system.changes()
    return place


@pytest.fixture
def installed(done_once: Path, tmp_path: Path) -> System:
    """A Pi 4 on which the companion was just installed."""
    shutil.copytree(done_once, tmp_path, symlinks=True, dirs_exist_ok=True)
    return System(tmp_path)


@pytest.fixture
def fresh(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str | bytes]:
    """The tree of a Pi 4 before."""
    return System(tmp_path_factory.mktemp("fresh")).tree()


PACKAGES = "python3-venv espeak-ng alsa-utils python3-spidev python3-smbus2 python3-pil python3-msgspec python3-lgpio"
PLAN = f"""\
apt-get update
apt-get install -y --no-install-recommends {PACKAGES} python3-gpiozero
systemd-sysusers ROOT/etc/sysusers.d/castle-companion.conf
systemd-tmpfiles --create ROOT/etc/tmpfiles.d/castle-companion.conf
usermod -aG castle-companion anna
python3 -m venv --system-site-packages ROOT/opt/castle-companion/venv
python -m pip install --quiet --upgrade PROJECT[pi]
udevadm control --reload
udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=spidev --subsystem-match=tty
systemctl mask --now serial-getty@ttyS0.service
systemctl mask --now serial-getty@ttyAMA0.service
systemctl daemon-reload
systemctl enable {UNIT}
systemctl restart {UNIT}
companion doctor --no-sound --config ROOT/etc/castle-companion/companion.toml
""".splitlines()
"""Every command that changes a fresh Pi 4, in order."""

AGAIN = [line for line in PLAN if not line.startswith(("apt-get install", "usermod", "python3 -m venv", "udevadm"))]
AGAIN = [line for line in AGAIN if "mask" not in line]
AGAIN.insert(AGAIN.index("python -m pip install --quiet --upgrade PROJECT[pi]"), f"systemctl stop {UNIT}")


@pytest.mark.parametrize("script", [INSTALL, UNINSTALL], ids=["install", "uninstall"])
def test_the_scripts_are_sound(script):
    if (shellcheck := shutil.which("shellcheck")) is None:
        pytest.skip("shellcheck is not installed (apt-get install shellcheck)")
    done = subprocess.run([shellcheck, str(script)], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout
    assert os.access(script, os.X_OK)


# Once


def test_a_fresh_system_becomes_a_companion(system):
    system.install()
    assert system.changes() == PLAN
    tree = system.tree()
    for name, source in {
        f"etc/systemd/system/{UNIT}": UNIT,
        "etc/sysusers.d/castle-companion.conf": "castle-companion.sysusers.conf",
        "etc/tmpfiles.d/castle-companion.conf": "castle-companion.tmpfiles.conf",
        "etc/udev/rules.d/99-castle-companion.rules": "99-castle-companion.rules",
        "opt/castle-companion/uninstall.sh": "uninstall.sh",
    }.items():
        assert tree[name] == (PROJECT / "systemd" / source).read_bytes()
    assert tree["usr/local/bin/companion"] == "/opt/castle-companion/venv/bin/companion"
    assert tree["etc/modules-load.d/castle-companion.conf"] == b"i2c-dev\n"
    assert os.access(system.root / "opt/castle-companion/uninstall.sh", os.X_OK)


def test_the_boot_files_say_what_the_parts_need_and_are_kept_as_they_were(system):
    shown = system.install()
    wanted = {"dtparam=i2c_arm=on", "dtparam=spi=on", "enable_uart=1", "core_freq=500", "core_freq_min=500"}
    assert wanted <= set(in_force(system.read("boot/firmware/config.txt")))
    assert "console=serial0" not in system.read("boot/firmware/cmdline.txt")
    assert system.read(f"boot/firmware/config.txt{BACKUP}") == STOCK
    assert system.read(f"boot/firmware/cmdline.txt{BACKUP}") == CMDLINE
    assert "      +enable_uart=1" in shown
    assert shown.index("      +enable_uart=1") < next(
        i for i, line in enumerate(shown) if "config.txt is changed" in line
    )
    assert " ! reboot now: the boot files have changed" in shown


@pytest.mark.parametrize(("model", "port"), [(PI_4, "/dev/serial0"), (PI_5, "/dev/ttyAMA0")])
def test_the_configuration_names_the_places_of_the_service_and_the_port_of_the_board(tmp_path, model, port):
    system = System(tmp_path, model)
    system.install()
    config = load(system.root / SETTINGS)
    assert config.state.directory == Path("/var/lib/castle-companion")
    assert config.socket.path == Path("/run/castle-companion/companion.sock")
    assert config.reader.device == port
    line = "dtparam=uart0=on" if model == PI_5 else "enable_uart=1"
    assert line in in_force(system.read("boot/firmware/config.txt"))


def test_a_configuration_of_ones_own_is_taken_or_kept(system, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('[display]\nbus = 1\n[state]\ndirectory = "/srv/castle"\n')
    system.install("--yes", "--config", str(mine))
    assert system.read(SETTINGS) == mine.read_text()
    assert "dtparam=spi=on" not in in_force(system.read("boot/firmware/config.txt"))
    assert "console=serial0" in system.read("boot/firmware/cmdline.txt")
    assert not any("serial-getty" in line for line in system.changes())
    mine.write_text("[rings]\n")
    system.install("--yes", "--config", str(mine))
    assert "[rings]" not in system.read(SETTINGS)


def test_what_speaks_silences_the_boards_own_sound(system):
    system.install("--yes", "--sound", "amplifier")
    assert in_force(system.read("boot/firmware/config.txt"))[-2:] == ["dtoverlay=max98357a", "dtparam=audio=off"]
    system.install("--yes", "--sound", "usb")
    lines = in_force(system.read("boot/firmware/config.txt"))
    assert lines[-1] == "dtparam=audio=off" and "dtoverlay=max98357a" not in lines


def test_plain_debian_gets_everything_but_pins_and_buses(tmp_path):
    system = System(tmp_path, model="", offered=("python3-smbus2", "python3-spidev", "python3-pil"))
    system.install()
    changes = system.changes()
    assert not any("lgpio" in line or "gpiozero" in line for line in changes)
    assert "python -m pip install --quiet --upgrade PROJECT" in changes
    assert not any("mask" in line for line in changes)
    assert "etc/modules-load.d/castle-companion.conf" not in system.tree()


def test_a_tree_in_which_a_system_is_built_is_not_started(system):
    shutil.rmtree(system.root / "run")
    system.install()
    changes = system.changes()
    assert f"systemctl enable {UNIT}" in changes
    assert not any(line.startswith(("systemctl restart", "systemctl daemon-reload", "udevadm")) for line in changes)


def test_somebody_elses_command_of_that_name_stays(system):
    system.write("usr/local/bin/companion", "mine")
    assert any("is something else and stays" in line for line in system.install())
    assert system.read("usr/local/bin/companion") == "mine"
    assert "link" not in system.read(STEPS)


def test_older_systems_have_their_boot_files_elsewhere(system):
    for name in ("config.txt", "cmdline.txt"):
        (system.root / "boot/firmware" / name).rename(system.root / "boot" / name)
    system.install()
    assert "dtparam=spi=on" in in_force(system.read("boot/config.txt"))
    system.uninstall("--purge")
    assert (system.read("boot/config.txt"), system.read("boot/cmdline.txt")) == (STOCK, CMDLINE)


# Nothing at all


def test_a_dry_run_prints_every_action_and_does_none(system):
    before = system.tree()
    shown = system.install("--dry-run")
    assert system.changes() == []
    assert system.tree() == before
    printed = [system.plain(line.removeprefix(" + ").replace("\\", "")) for line in shown if line.startswith(" + ")]
    files = [line for line in printed if line.startswith(("install ", "chmod ", "ln "))]
    commands = [line for line in printed if line not in files]
    dressed = ("env DEBIAN_FRONTEND=noninteractive ", "ROOT/opt/castle-companion/venv/bin/")
    assert [line.removeprefix(dressed[0]).removeprefix(dressed[1]) for line in commands] == PLAN
    assert [line.split()[-1] for line in files] == [
        "ROOT/etc/sysusers.d/castle-companion.conf",
        "ROOT/etc/tmpfiles.d/castle-companion.conf",
        "ROOT/opt/castle-companion/README.md",
        "ROOT/opt/castle-companion/uninstall.sh",
        "ROOT/opt/castle-companion/uninstall.sh",
        "ROOT/usr/local/bin",
        "ROOT/usr/local/bin/companion",
        "ROOT/etc/castle-companion",
        "ROOT/etc/udev/rules.d/99-castle-companion.rules",
        "ROOT/etc/modules-load.d/castle-companion.conf",
        f"ROOT/etc/systemd/system/{UNIT}",
    ]
    assert "      +enable_uart=1" in shown


def test_nobody_to_ask_is_found_out_before_anything_is_done(system):
    before = system.tree()
    done = system.run(INSTALL)
    assert done.returncode == 1
    assert "give --yes" in done.stderr
    assert system.tree() == before
    assert system.changes() == []


@pytest.mark.parametrize(("answer", "changed"), [(b"n\n", False), (b"y\n", True)])
def test_the_boot_files_are_changed_only_with_consent(system, answer, changed):
    main, terminal = pty.openpty()
    os.write(main, answer)
    done = subprocess.run(
        [str(INSTALL)], env=system.environ, stdin=terminal, capture_output=True, text=True, check=False, timeout=60
    )
    os.close(terminal)
    os.close(main)
    assert done.returncode == 0, done.stderr
    assert (system.read("boot/firmware/config.txt") != STOCK) is changed
    assert ("left alone" in done.stdout) is not changed


@pytest.mark.parametrize("words", [("--wrong",), ("--sound", "loud"), ("--config", "/no/such/file")])
def test_a_wrong_call_does_nothing(system, words):
    before = system.tree()
    assert system.run(INSTALL, *words).returncode in (1, 2)
    assert system.tree() == before


# Again


def test_a_second_run_changes_nothing_that_is_as_it_should_be(installed):
    installed.changes()
    before, steps = installed.tree(), installed.read(STEPS)
    shown = installed.install()
    assert installed.changes() == AGAIN
    assert installed.tree() == before
    assert installed.read(STEPS) == steps
    assert "   the boot files in /boot/firmware are as they should be" in shown
    assert not any("reboot" in line for line in shown)
    installed.write(f"etc/systemd/system/{UNIT}", "changed by somebody")
    installed.install()
    assert installed.tree() == before


# And back


def test_the_uninstaller_takes_back_every_step_and_keeps_games_and_configuration(installed, fresh):
    installed.write("var/lib/castle-companion/journal.sqlite", "games")
    installed.changes()
    shown = installed.uninstall("--keep")
    left = {name: content for name, content in installed.tree().items() if name not in fresh}
    assert set(left) == {str(SETTINGS), "var/lib/castle-companion/journal.sqlite", str(STEPS)}
    assert {name: content for name, content in installed.tree().items() if name in fresh} == fresh
    assert installed.changes() == [
        f"systemctl disable --now {UNIT}",
        "systemctl unmask serial-getty@ttyAMA0.service",
        "systemctl unmask serial-getty@ttyS0.service",
        "gpasswd -d anna castle-companion",
        *(f"apt-mark auto {name}" for name in reversed([*PACKAGES.split(), "python3-gpiozero"])),
        "systemctl daemon-reload",
        "udevadm control --reload",
    ]
    assert "   /var/lib/castle-companion is kept" in shown


def test_everything_goes_when_that_is_wished_also_later(installed, fresh):
    installed.write("var/lib/castle-companion/journal.sqlite", "games")
    installed.uninstall("--keep")
    installed.changes()
    installed.uninstall("--purge")
    assert installed.tree() == fresh
    assert installed.changes() == ["userdel castle-companion", "systemctl daemon-reload", "udevadm control --reload"]


def test_only_what_the_installer_did_is_taken_back(tmp_path):
    system = System(tmp_path)
    (system.fake / "packages/espeak-ng").touch()
    (system.fake / "masked/serial-getty@ttyS0.service").touch()
    (system.fake / "groups/spi").unlink()
    (system.fake / "member").write_text("anna castle-companion\n")
    system.write(str(SETTINGS), '[state]\ndirectory = "/var/lib/castle-companion"\n[reader]\ndevice = "/dev/serial0"\n')
    system.install()
    system.changes()
    system.uninstall("--purge")
    changes = system.changes()
    assert "apt-mark auto espeak-ng" not in changes and "apt-mark auto alsa-utils" in changes
    assert "systemctl unmask serial-getty@ttyS0.service" not in changes
    assert "systemctl unmask serial-getty@ttyAMA0.service" in changes
    assert "groupdel spi" in changes and "groupdel gpio" not in changes
    assert not any("gpasswd" in line for line in changes)
    assert (system.root / SETTINGS).exists()


def test_an_installation_that_broke_off_is_taken_back_too(system):
    before = system.tree()
    (system.fake / "no-network").touch()
    done = system.run(INSTALL, "--yes")
    assert done.returncode != 0
    assert any(name.startswith("opt/castle-companion/venv") for name in system.tree())
    system.uninstall("--purge")
    assert system.tree() == before


def test_the_installed_uninstaller_works_without_the_project(installed, fresh):
    done = installed.run(installed.root / "opt/castle-companion/uninstall.sh", "--purge")
    assert done.returncode == 0, done.stderr
    assert installed.tree() == fresh


def test_a_dry_run_of_the_uninstaller_does_nothing(installed):
    installed.changes()
    before = installed.tree()
    shown = installed.uninstall("--dry-run", "--purge")
    assert installed.tree() == before
    assert installed.changes() == []
    assert f" + systemctl disable --now {UNIT}" in shown
    assert any(line.startswith(" + rm -rf -- ") and line.endswith("/opt/castle-companion") for line in shown)


def test_nothing_to_take_back(system):
    done = system.run(UNINSTALL)
    assert done.returncode == 1
    assert "nothing is installed" in done.stderr
