"""The unit and the files beside it, judged by systemd's own tools."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from companion.checks.ports import OUR_RULES
from companion.checks.site import ACCOUNT, SERVICE_CONFIG, SERVICE_PLACES, UNIT
from companion.commands.exits import EXIT_CONFIG

HERE = Path(__file__).resolve().parents[2] / "systemd"
MOST_EXPOSED = 2.0
KINDS = {"gpiochip", "i2c", "spi", "ttyACM", "ttyUSB", "ttyAMA", "ttyS", "alsa"}
GROUPS = {"gpio", "i2c", "spi", "dialout", "audio"}


def tool(name: str) -> str:
    """Return the path of one of systemd's tools, or skip the test where it is not installed."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed (apt-get install systemd)")
    return found


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """Return the unit with a program that exists on this machine."""
    path = tmp_path / UNIT
    text = (HERE / UNIT).read_text()
    assert "/opt/castle-companion/venv/bin/companion" in text
    path.write_text(text.replace("/opt/castle-companion/venv/bin/companion", "/bin/true"))
    return path


def verified(path: Path) -> str:
    """Return everything that `systemd-analyze verify` prints; its exit status says little."""
    command = [tool("systemd-analyze"), "verify", "--man=no", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return done.stdout + done.stderr


def test_systemd_finds_nothing_wrong_with_it(unit):
    assert verified(unit) == ""


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("WatchdogSec=30", "WatchdogSec=soon"), ("RestartSec=2", "RestrtSec=2"), ("/bin/true", "/opt/nowhere")],
)
def test_systemd_would_find_something_wrong(unit, right, wrong):
    text = unit.read_text()
    assert right in text
    unit.write_text(text.replace(right, wrong))
    assert verified(unit) != ""


def test_it_is_hardly_exposed(unit):
    command = [tool("systemd-analyze"), "security", "--offline=yes", "--no-pager", str(unit)]
    command.insert(3, f"--threshold={MOST_EXPOSED * 10:.0f}")
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
    assert found is not None and float(found[1]) <= MOST_EXPOSED


def settings() -> dict[str, list[str]]:
    """Return every setting of the unit, with all its values in their order."""
    found = defaultdict(list)
    for line in (HERE / UNIT).read_text().splitlines():
        if line and not line.startswith(("#", "[")):
            key, _, value = line.partition("=")
            found[key].append(value)
    return found


def test_it_comes_back_after_seconds_without_a_limit_but_for_a_bad_configuration():
    told = settings()
    assert told["Restart"] == ["always"]
    assert 1 <= int(told["RestartSec"][0]) <= 3
    assert told["StartLimitIntervalSec"] == ["0"]
    assert told["RestartPreventExitStatus"] == [str(EXIT_CONFIG)]


def test_it_is_watched():
    told = settings()
    assert told["Type"] == ["notify"]
    assert int(told["WatchdogSec"][0]) >= 10


def test_it_has_the_devices_of_a_table_and_no_other():
    told = settings()
    assert {line.removeprefix("char-").removesuffix(" rw") for line in told["DeviceAllow"]} == KINDS
    assert told["DevicePolicy"] == ["closed"]
    assert set(told["SupplementaryGroups"][0].split()) == GROUPS
    assert not {"PrivateDevices", "ProcSubset"} & set(told)


def test_it_has_no_network_and_no_root():
    told = settings()
    assert told["PrivateNetwork"] == ["yes"]
    assert told["RestrictAddressFamilies"] == ["AF_UNIX"]
    assert told["User"] == [ACCOUNT]
    assert told["CapabilityBoundingSet"] == told["AmbientCapabilities"] == [""]
    assert told["ProtectSystem"] == ["strict"]


def test_the_gpio_library_works_in_the_runtime_directory():
    told = settings()
    assert told["WorkingDirectory"] == ["%t/castle-companion"]
    assert {"LG_WD=%t/castle-companion", "GPIOZERO_PIN_FACTORY=lgpio"} <= set(told["Environment"])


def test_the_places_are_those_that_the_other_commands_look_in():
    told = settings()
    assert told["StateDirectory"] == [Path(SERVICE_PLACES["STATE_DIRECTORY"]).name] == [ACCOUNT]
    assert told["RuntimeDirectory"] == [Path(SERVICE_PLACES["RUNTIME_DIRECTORY"]).name]
    assert told["ExecStart"][0].endswith(f" run --config {SERVICE_CONFIG}")


# The files beside it


def test_the_account_is_made_with_its_groups(tmp_path):
    (tmp_path / "etc/sysusers.d").mkdir(parents=True)
    (tmp_path / "etc/passwd").write_text("root:x:0:0::/root:/bin/sh\n")
    (tmp_path / "etc/group").write_text("root:x:0:\ndialout:x:20:\naudio:x:29:\n")
    shutil.copy(HERE / "castle-companion.sysusers.conf", tmp_path / "etc/sysusers.d/castle-companion.conf")
    command = [tool("systemd-sysusers"), f"--root={tmp_path}", "castle-companion.conf"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    if "Operation not permitted" in done.stderr:
        pytest.skip("only root may write another root's accounts here")
    assert done.returncode == 0, done.stderr
    groups = dict(line.split(":")[::3] for line in (tmp_path / "etc/group").read_text().splitlines())
    assert {group for group, members in groups.items() if ACCOUNT in members.split(",")} == GROUPS
    (entry,) = [line for line in (tmp_path / "etc/passwd").read_text().splitlines() if line.startswith(ACCOUNT)]
    assert entry.split(":")[5:] == ["/var/lib/castle-companion", "/usr/sbin/nologin"]


def test_the_directories_are_there_before_the_first_start(tmp_path):
    (tmp_path / "etc/tmpfiles.d").mkdir(parents=True)
    me = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True, timeout=60).stdout.strip()
    group = subprocess.run(["id", "-gn"], capture_output=True, text=True, check=True, timeout=60).stdout.strip()
    text = (HERE / "castle-companion.tmpfiles.conf").read_text()
    assert "castle-companion castle-companion -" in text
    text = text.replace("castle-companion castle-companion -", f"{me} {group} -").replace("root root", f"{me} {group}")
    (tmp_path / "etc/tmpfiles.d/castle-companion.conf").write_text(text)
    for name in ("passwd", "group"):
        shutil.copy(f"/etc/{name}", tmp_path / "etc")
    command = [tool("systemd-tmpfiles"), f"--root={tmp_path}", "--create", "castle-companion.conf"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "var/lib/castle-companion").stat().st_mode & 0o777 == 0o750
    assert (tmp_path / "etc/castle-companion").stat().st_mode & 0o777 == 0o755


RULE = re.compile(r'[A-Z]+(\{[^}]+\})?(==|!=|=|\+=|:=)"[^"]*"')


def rules() -> list[str]:
    """The udev rules without their comments."""
    lines = (HERE / Path(OUR_RULES).name).read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_the_udev_rules_are_well_formed():
    assert all(RULE.fullmatch(part) for line in rules() for part in line.split(", "))


def test_the_udev_rules_by_udevs_own_judgement():
    if not (udevadm := shutil.which("udevadm")):
        pytest.skip("udevadm is not installed (apt-get install udev)")
    done = subprocess.run(
        [udevadm, "verify", str(HERE / Path(OUR_RULES).name)], capture_output=True, text=True, check=False, timeout=60
    )
    if "Unknown command" in done.stderr:
        pytest.skip("this udevadm is older than 254 and cannot verify")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_rules_come_after_those_of_brltty_and_speak_of_the_same_adapters():
    assert Path(OUR_RULES).name > "90-brltty-usb-generic.rules"
    modem, braille = (line for line in rules() if "idVendor" in line)
    vendors = [re.search(r'idVendor\}=="([^"]+)"', line) for line in (modem, braille)]
    assert vendors[0] and vendors[1] and vendors[0][1] == vendors[1][1]
    assert 'ENV{ID_MM_PORT_IGNORE}="1"' in modem
    assert 'ENV{SYSTEMD_WANTS}=""' in braille


def test_the_buses_have_the_groups_of_the_account():
    named = {found[1] for line in rules() if (found := re.search(r'GROUP="([^"]+)"', line))}
    assert named == {"gpio", "i2c", "spi"} < GROUPS
