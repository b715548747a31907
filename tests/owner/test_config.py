"""The configuration: what it accepts, what it refuses, and that a refusal says where and what to write instead."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.narration.phrases import LEVELS
from companion.owner.config import Config, ReaderFormat, decoded, load, places
from companion.owner.strict_toml import MAX_BYTES, ConfigError, Document, _wanted, parse
from companion.owner.toml_lines import key_lines
from hardware.reader.port import FORMATS
from tests.owner.configurations import from_text

EXAMPLE = files("wiring").joinpath("companion.toml").read_text(encoding="utf-8")
MOCK = '[button]\nfactory = "mock"\n'
SIM_RING = '[ring]\ndevice = "sim:"\n'


def refused(text: str) -> str:
    """The sentence of a refusal, without the name of the file."""
    with pytest.raises(ConfigError) as caught:
        from_text(text, name="table.toml")
    sentence = str(caught.value)
    assert sentence.isprintable()
    assert sentence.endswith(".")
    return sentence.removeprefix("table.toml, ")


# What it accepts


def test_the_empty_file_is_a_simulated_table() -> None:
    config = from_text("")
    assert config == Config()
    devices = (config.reader, config.button, config.display, config.ring)
    assert all(device.simulated for device in devices)
    assert (config.display.frames, config.ring.bytes_file) == (None, None)
    assert config.speaker.alsa_device is None
    assert config.button.pins() == {"pin": 17}


def test_the_defaults_are_those_of_the_design() -> None:
    config = Config()
    assert (config.game.words, config.game.pace, config.game.setup) == ("normal", "guided", "guided")
    assert (config.button.hold_ms, config.button.long_hold_ms, config.button.guard_ms) == (800, 3000, 600)
    assert (config.ring.limit_ma, config.ring.count, config.ring.offset) == (800, 60, 0)
    assert (config.speaker.rate, config.display.address) == (175, 0x3C)


def test_how_much_is_said_is_a_word_that_the_talk_knows() -> None:
    assert [from_text(f'[game]\nwords = "{words}"').game.words for words in LEVELS] == list(LEVELS)
    assert " or ".join(f'"{words}"' for words in LEVELS) in refused('[game]\nwords = "whispered"')


def test_a_section_that_is_there_names_its_device_and_is_real() -> None:
    config = from_text(
        '[reader]\ndevice = "/dev/serial/by-id/usb-FTDI-if00"\nformat = "id12"\n[button]\nfactory = "lgpio"\nchip = 4\n'
        '[display]\nbus = 1\n[ring]\ndevice = "/dev/spidev0.0"\n[speaker]\nsink = "alsa:plughw:CARD=MAX98357A"\n'
    )
    devices = (config.reader, config.button, config.display, config.ring)
    assert not any(device.simulated for device in devices)
    assert config.speaker.alsa_device == "plughw:CARD=MAX98357A"
    assert config.reader.format is ReaderFormat.ID12
    assert config.button.chip == 4


@pytest.mark.parametrize(
    ("keys", "presence", "baud"),
    [
        ("", "continuous", 9600),
        ('format = "id12"', "pulse", 9600),
        ('format = "id12"\npresence = "continuous"\nbaud = 115200', "continuous", 115200),
        ('format = "pn532"', "continuous", 115200),
        ('format = "pn532"\nbaud = 9600', "continuous", 9600),
        ('format = "text"', "pulse", 9600),
        ('format = "text"\npresence = "continuous"\nbaud = 115200', "continuous", 115200),
    ],
)
def test_a_format_brings_its_presence_and_speed(keys: str, presence: str, baud: int) -> None:
    reader = from_text(f'[reader]\ndevice = "sim:"\n{keys}').reader
    assert (reader.actual_presence, reader.actual_baud) == (presence, baud)


def test_every_format_is_one_that_the_hardware_reads_just_so() -> None:
    assert {str(fmt): (fmt.presence, fmt.baud) for fmt in ReaderFormat} == {
        name: (fmt.presence.value, fmt.baudrate) for name, fmt in FORMATS.items()
    }


def test_an_sh1106_may_have_an_offset() -> None:
    assert from_text('[display]\nbus = 1\ndriver = "sh1106"\noffset = 0').display.offset == 0


@pytest.mark.parametrize(
    "device",
    [
        "/dev/serial0",
        "/dev/ttyUSB12",
        "/dev/ttyAMA0",
        "/dev/pts/7",
        "/dev/castle-reader",
        "/tmp/x/reader",
        "sim:",
        "sim:a",
    ],
)
def test_ports_that_are_ports(device: str) -> None:
    assert from_text(f'[reader]\ndevice = "{device}"').reader.device == device


def test_paths_start_at_the_directory_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "boxes.toml").write_text("")
    text = (
        '[game]\nfacts = "boxes.toml"\n[display]\nbus = "sim:frames"\n[ring]\ndevice = "sim:ring.bin"\n'
        '[speaker]\nsink = "wav:said"\ncache = "/abs"\n[state]\ndirectory = "state"\n[socket]\npath = "a.sock"\n'
        '[button]\nfactory = "mock"\nfifo = "~/pipe"\n'
    )
    (tmp_path / "table.toml").write_text(text)
    config = load(tmp_path / "table.toml")
    assert config.game.facts == tmp_path / "boxes.toml"
    assert config.display.frames == tmp_path / "frames"
    assert config.ring.bytes_file == tmp_path / "ring.bin"
    assert config.speaker.sink == f"wav:{tmp_path / 'said'}"
    assert config.speaker.cache == Path("/abs")
    assert config.state.directory == tmp_path / "state"
    assert config.socket.path == tmp_path / "a.sock"
    assert config.button.fifo == Path.home() / "pipe"


def test_a_file_from_another_system_is_read(tmp_path: Path) -> None:
    """Windows writes a byte order mark and other line ends."""
    path = tmp_path / "table.toml"
    path.write_bytes(b'\xef\xbb\xbf[ring]\r\ndevice = "sim:"\r\ncount = 24\r\n')
    assert load(path).ring.count == 24


# The example


def test_the_example_is_a_whole_table_with_every_default() -> None:
    config = from_text(EXAMPLE)
    assert not any(device.simulated for device in (config.reader, config.button, config.display, config.ring))
    devices = {"reader": "device", "button": "factory", "display": "bus", "ring": "device", "speaker": "sink"}
    for section, key in devices.items():
        default = msgspec.structs.replace(getattr(config, section), **{key: getattr(getattr(Config(), section), key)})
        assert default == getattr(Config(), section)
    others = set(Config.__struct_fields__) - set(devices)
    assert all(getattr(config, section) == getattr(Config(), section) for section in others)


def test_the_example_shows_every_key() -> None:
    keys = key_lines(EXAMPLE.replace("#: ", "")).lines
    sections = get_type_hints(Config)
    shown = {path for path in keys if len(path) == 2}
    assert shown == {(name, key) for name, kind in sections.items() for key in kind.__struct_fields__}


def test_the_examples_hidden_keys_are_accepted_too(tmp_path: Path) -> None:
    (tmp_path / "my-boxes.toml").write_text("")
    text = EXAMPLE.replace("#: ", "").replace('"lgpio"', '"mock"')
    config = from_text(text, base=tmp_path)
    assert config.button.pins() == {"pin": 17, "next_pin": 27, "back_pin": 22}
    assert config.socket.path == Path("/run/castle-companion/companion.sock")


# What it refuses


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        # unknown keys
        ("\n[rng]\n", 'line 2: there is no section or key "rng"; the nearest is [ring].'),
        ("pin = 3\n", 'line 1: there is no section or key "pin"; pin belongs in [button].'),
        (f"{SIM_RING}cuont = 5", 'line 3: [ring] has no key "cuont"; the nearest is count.'),
        (f"{SIM_RING}COUNT = 5", 'line 3: [ring] has no key "COUNT"; the nearest is count.'),
        (f"{SIM_RING}baud = 9600", 'line 3: [ring] has no key "baud"; baud belongs in [reader].'),
        ("[log]\nzzz = 1", 'line 2: [log] has no key "zzz"; there are level.'),
        ('button.factory = "mock"\n# dotted\nbutton.pni = 4', 'line 3: [button] has no key "pni"; the nearest is pin.'),
        ('ring = { device = "sim:", cnt = 4 }', 'line 1: [ring] has no key "cnt"; the nearest is count.'),
        ('speaker = { sink = "none", command = [\n "a",\n], vioce = "b" }', 'line 3: [speaker] has no key "vioce"'),
        # wrong types
        (f'{SIM_RING}count = "many"', 'line 3: count in [ring] must be a whole number from 24 to 320, not "many".'),
        (f"{SIM_RING}clockwise = 1", "line 3: clockwise in [ring] must be true or false, not 1."),
        (f"{MOCK}pin = true", "line 3: pin in [button] must be a GPIO number from 0 to 27, not true."),
        (f"{MOCK}hold_ms = 0.8", "line 3: hold_ms in [button] must be a whole number from 0 to 60000, not 0.8."),
        ("reader = 5", "line 1: reader must be a section, [reader], not 5."),
        ('\n[[reader]]\ndevice = "sim:"', "line 2: reader must be a section, [reader], not a list."),
        ("[state.directory]\n", "line 1: directory in [state] must be a path in quotes, not a section."),
        ('[speaker]\nsink = "none"\ncommand = "espeak"', "line 3: command in [speaker] must be a command as a list of"),
        # impossible values
        (f"{SIM_RING}count = 3", "line 3: count in [ring] must be a whole number from 24 to 320, not 3."),
        (
            f"{SIM_RING}count = 0x{'f' * 900}",
            "line 3: count in [ring] must be a whole number from 24 to 320, not a num",
        ),
        ("[game]\nplayers = 7", "line 2: players in [game] must be a whole number from 1 to 6, not 7."),
        ('[log]\nlevel = "warn"', 'not "warn"; the nearest is "warning".'),
        ("[display]\nbus = 1\noffset = 0", 'line 3: offset in [display] is for the driver "sh1106", not "ssd1306".'),
        ("[display]\nbus = 1\nrotate = 90", "line 3: rotate in [display] must be 0 or 180, not 90."),
        (
            "[display]\nbus = 1\naddress = 0x99",
            "line 3: address in [display] must be an I2C address from 0x08 to 0x77,",
        ),
        ('[display]\nbus = 1\ndriver = "sh1160"', 'not "sh1160"; the nearest is "sh1106".'),
        ('[reader]\ndevice = "sim:"\nformat = "rdm630"', 'must be "rdm6300" or "id12" or "pn532" or "text", not'),
        ('[reader]\ndevice = "sim:"\nformat = "pn523"', 'not "pn523"; the nearest is "pn532".'),
        ('[reader]\ndevice = "sim:"\nbaud = 9601', "line 3: baud in [reader] must be 9600 or 19200 or 38400 or 57600"),
        (
            '[speaker]\nsink = "none"\nvoice = "-x"',
            'line 3: voice in [speaker] must be a voice such as "en-gb", not "-x".',
        ),
        (
            '[speaker]\nsink = "none"\nvoice = "en\\n"',
            'line 3: voice in [speaker] must be a voice such as "en-gb", not',
        ),
        (
            '[speaker]\nsink = "none"\nrate = 450',
            "line 3: rate in [speaker] must be a whole number from 80 to 449, not",
        ),
        ('[game]\nlanguage = "english"', 'line 2: language in [game] must be a language such as "en", not "english".'),
        # what belongs together
        (f"{SIM_RING}count = 24\noffset = 24", "line 4: offset in [ring] is 24, but the 24 LEDs end at 23."),
        (f"{MOCK}hold_ms = 4000", "line 3: hold_ms (4000) in [button] must be less than long_hold_ms (3000)."),
        (f"{MOCK}hold_ms = 3000", "line 3: hold_ms (3000) in [button] must be less than long_hold_ms (3000)."),
        (f"{MOCK}hold_ms = 30", "line 3: debounce_ms (30) in [button] must be less than hold_ms (30)."),
        (f"{MOCK}long_hold_ms = 500", "line 3: hold_ms (800) in [button] must be less than long_hold_ms (500)."),
        (
            '[button]\nfactory = "lgpio"\nfifo = "x"',
            'line 3: fifo in [button] presses mock pins and needs factory = "mo',
        ),
        # a device that is not named
        (
            "\n[ring]\ncount = 24",
            'line 2: [ring] needs the key device, an SPI device such as "/dev/spidev0.0", or "sim:".',
        ),
        ("[button]\n", 'line 1: [button] needs the key factory, "lgpio" or "mock".'),
        # pins
        (
            f"{MOCK}pin = 10",
            "line 3: pin in [button]: GPIO 10 (pin 19) is reserved for LED data (SPI0 MOSI); 17 is planned",
        ),
        (
            f"{MOCK}next_pin = 3",
            "line 3: next_pin in [button]: GPIO 3 (pin 5) is reserved for I2C1 SCL; 27 is planned for",
        ),
        (f"{MOCK}next_pin = 17", "line 3: next_pin in [button]: GPIO 17 is already the pin of [button]; 27 is planned"),
        (
            f"{MOCK}back_pin = 23\nnext_pin = 23",
            "line 3: back_pin in [button]: GPIO 23 is already the next_pin of [butt",
        ),
        (f"{MOCK}pin = 27\nnext_pin = 27", "GPIO 27 is already the pin of [button]; free are 16, 23, 24, 25, 26."),
        (f"{MOCK}pin = 28", "line 3: pin in [button] must be a GPIO number from 0 to 27, not 28."),
        # names of devices
        (
            '[reader]\ndevice = "ttyUSB0"',
            'line 2: "ttyUSB0" is no port for the device of [reader]; the nearest is "/dev/t',
        ),
        ('[reader]\ndevice = "/dev/ttyUSBO"', 'the nearest is "/dev/ttyUSB0".'),
        ('[reader]\ndevice = "/dev/ttyusb0"', 'the nearest is "/dev/ttyUSB0".'),
        ('[reader]\ndevice = "/dve/serial0"', 'the nearest is "/dev/serial0".'),
        ('[reader]\ndevice = "COM3"', 'it is a whole path such as "/dev/serial0", or "sim:".'),
        ('[reader]\ndevice = ""', 'it is a whole path such as "/dev/serial0", or "sim:".'),
        ('[reader]\ndevice = "/dev/"', 'it is a whole path such as "/dev/serial0", or "sim:".'),
        ('[display]\nbus = "/dev/i2c-3"', 'line 2: "/dev/i2c-3" is no bus for [display]; the nearest is 3.'),
        ('[display]\nbus = "one"', 'line 2: "one" is no bus for [display]; it is a number such as 1, or "sim:".'),
        (
            '[ring]\ndevice = "/dev/spi0"',
            'line 2: "/dev/spi0" is no SPI device for [ring]; the nearest is "/dev/spidev0.0".',
        ),
        ('[speaker]\nsink = "plughw:CARD=X"', 'the nearest is "alsa:plughw:CARD=X".'),
        ('[speaker]\nsink = "nnoe"', 'line 2: "nnoe" is no sink for [speaker]; the nearest is "none".'),
        ('[speaker]\nsink = "wav:"', 'it is "alsa:DEVICE", "wav:DIR" or "none".'),
        ('[speaker]\nsink = "xyzzy"', 'it is "alsa:DEVICE", "wav:DIR" or "none".'),
        # paths
        ('[game]\nfacts = "/nowhere/b.toml"', "line 2: there is no file /nowhere/b.toml for facts in [game]."),
        (
            f'[socket]\npath = "/{"x" * 200}"',
            "line 2: path in [socket] is longer than the 107 bytes that a socket's name",
        ),
        ('[state]\ndirectory = "~nobody-here/x"', "line 2: directory in [state] must be a path in quotes, not"),
        ('[state]\ndirectory = ""', 'line 2: directory in [state] must be a path in quotes, not "".'),
        ('[state]\ndirectory = "a\\u0000b"', "line 2: directory in [state] must be a path in quotes, not"),
        ('[speaker]\nsink = "wav:~nobody-here/x"', 'line 2: "~nobody-here/x" for sink in [speaker] is no path.'),
        # no TOML
        (
            "[reader]\ndevice = /dev/ttyUSB0",
            "line 2: the value of device is not TOML (Invalid value; text needs quotes",
        ),
        (
            '[ring]\ndevice = "sim:\n',
            "line 2: the value of device is not TOML (Illegal character '\\n'; the quotes are",
        ),
        (f'{SIM_RING}device = "sim:"', "line 3: device in [ring] is given twice, first in line 2."),
        ("[ring]\n\n[ring]\n", "line 3: [ring] is given twice, first in line 1."),
        ("\n[ring", "line 2: this line is not TOML (Expected ']'"),
        ("a = " + "[\n" * 5000, "table.toml is nested too deeply to be read."),
        ("x" * 1001, "line 1: the line is longer than 1000 characters."),
        ('"a\\nb" = 1', 'line 1: there is no section or key "a\\nb"; there are game, reader, button,'),
        ('"a\\u202Eb" = 1', 'line 1: there is no section or key "a\N{REPLACEMENT CHARACTER}b";'),
        ('"a\\u0085b" = 1', 'line 1: there is no section or key "a\N{REPLACEMENT CHARACTER}b";'),
    ],
)
def test_a_mistake_is_named_with_its_line_and_what_is_right(text: str, sentence: str) -> None:
    assert sentence in refused(text)


def test_the_line_is_counted_where_values_run_over_lines() -> None:
    text = '[speaker]\nsink = """\\\n   none"""\ncommand = [ # one\n  "a", # ]\n  "b",\n]\n\nrate = 9\n'
    assert refused(text).startswith("line 9: rate in [speaker]")


def test_every_key_has_words_for_what_it_wants() -> None:
    kinds = [field.type for section in get_type_hints(Config).values() for field in msgspec.structs.fields(section)]
    assert all(_wanted(kind) for kind in kinds)


def test_the_owners_file_has_a_bound(tmp_path: Path) -> None:
    (tmp_path / "boxes.toml").write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(ConfigError, match="line 2: .*boxes.toml for facts in .game. is larger than 1000 kB"):
        from_text('[game]\nfacts = "boxes.toml"', base=tmp_path)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"#" * (MAX_BYTES + 1), "is larger than 1000 kB and was not read."),
        (b"# one\n# two \xff", "table.toml, line 2: this is not UTF-8 text."),
        (
            b"[ring]\ncount=",
            "table.toml, line 2: the value of count is not TOML (Invalid value; text needs quotes around it).",
        ),
    ],
)
def test_files_that_are_refused_unread(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=re.escape(sentence)):
        load(path)


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none.toml cannot be read: No such file or directory\."):
        load(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match=r"cannot be read: Is a directory\."):
        load(tmp_path)


VALUES: st.SearchStrategy[Any] = st.one_of(
    st.integers(),
    st.booleans(),
    st.floats(),
    st.text("sim:\0~/é x", max_size=8),
    st.just([]),
    st.just({}),
    st.sampled_from(["sim:", "mock"]),
)
SECTIONS = [*Config.__struct_fields__, "x"]
KEYS = sorted({key for section in get_type_hints(Config).values() for key in section.__struct_fields__} | {"x"})
TREES = st.dictionaries(
    st.sampled_from(SECTIONS), st.one_of(VALUES, st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4))
)


@given(TREES)
def test_any_values_are_accepted_or_refused_in_a_sentence(data: dict[str, Any]) -> None:
    try:
        config = decoded(Document("table.toml", Path("/nowhere"), data, ""))
    except ConfigError as error:
        assert re.fullmatch(r"table.toml, line 1: .+\.", str(error))
    else:
        assert isinstance(config, Config)


@given(st.text(alphabet=st.sampled_from("[]{}=,.\"'#\n\\ringcount15-:T é\x00"), max_size=60))
def test_any_text_is_read_or_refused_as_toml_would(text: str) -> None:
    try:
        document = parse(text, "table.toml", Path("/nowhere"))
    except ConfigError:
        with pytest.raises(tomllib.TOMLDecodeError):
            tomllib.loads(text)
    else:
        assert document.data == tomllib.loads(text)


# Where things are kept

HOME = Path("/home/me")


def test_places_of_a_service() -> None:
    environ = {
        "STATE_DIRECTORY": "/var/lib/cc:/var/lib/other",
        "RUNTIME_DIRECTORY": "/run/cc",
        "XDG_RUNTIME_DIR": "/run/user/1",
    }
    found = places(Config(), environ, HOME)
    assert found.state == Path("/var/lib/cc")
    assert found.journal.parent == found.tags.parent == found.phrases.parent == found.state
    assert found.socket == Path("/run/cc/companion.sock")


def test_places_on_a_laptop() -> None:
    found = places(Config(), {"XDG_RUNTIME_DIR": "/run/user/1"}, HOME)
    assert found.state == HOME / ".local/state/castle-companion"
    assert found.socket == Path("/run/user/1/castle-companion/companion.sock")
    bare = places(Config(), {"XDG_STATE_HOME": "/s"}, HOME)
    assert bare.socket.parent == bare.state == Path("/s/castle-companion")


def test_what_is_configured_goes_first() -> None:
    text = '[state]\ndirectory = "/a"\n[socket]\npath = "/b/c.sock"\n[speaker]\nsink = "none"\ncache = "/d"'
    found = places(from_text(text), {"STATE_DIRECTORY": "/var/lib/cc", "RUNTIME_DIRECTORY": "/run/cc"}, HOME)
    assert (found.state, found.socket, found.phrases) == (Path("/a"), Path("/b/c.sock"), Path("/d"))
