"""Lines of a microcontroller: the forms that count, all that sketches print besides, and lines that break."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hardware.reader.port import FORMATS, Listener
from hardware.reader.presence import NoRead, PresenceKind, TagArrived, TagFlaw, TagPresence, Unusable
from hardware.reader.text_lines import SETTLING, TextLinesParser
from tests.hardware.reader.test_port import Bench

FOUR, SEVEN, TEN = "DEADBEEF", "04A1B2C3D4E580", "04010203040506070809"
LINE = b"Card UID: DE AD BE EF\r\n"


def settled():
    parser = TextLinesParser()
    parser.ask(0.0)
    parser.ask(SETTLING)
    return parser


def fed(parser, *pieces):
    return [tag for piece in pieces for tag in parser.feed(piece)]


def bytewise(data):
    return [data[i : i + 1] for i in range(len(data))]


def spelled(tag, gap, lower=False):
    text = gap.join(tag[i : i + 2] for i in range(0, len(tag), 2))
    return text.lower() if lower else text


@pytest.mark.parametrize("tag", [FOUR, SEVEN, TEN])
@pytest.mark.parametrize("gap", [" ", ":", "-", ""], ids=["space", "colon", "dash", "none"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", " \r\n"], ids=["LF", "CRLF", "CR", "space CRLF"])
class TestForms:
    @pytest.mark.parametrize(
        "label", ["", "Card UID: ", "Card UID:", "UID=", "UID tag :", " Tag ", "id-", "Reader 0: UID: "]
    )
    def test_with_and_without_a_label(self, tag, gap, end, label):
        for lower in (False, True):
            line = f"{label}{spelled(tag, gap, lower)}{end}".encode()
            assert fed(settled(), line) == [tag]
            assert fed(settled(), *bytewise(line * 2)) == [tag, tag]
            assert fed(settled(), line[:-1], line[-1:]) == [tag]

    def test_a_line_whose_beginning_was_missed_is_read_next_time(self, tag, gap, end):
        line = f"Card UID: {spelled(tag, gap)}{end}".encode()
        for cut in range(1, 9):
            assert fed(settled(), line[cut:] + line)[-1] == tag


class TestLines:
    def test_bytes_marked_as_hexadecimal(self):
        assert fed(settled(), b"  UID Value:  0xDE 0xAD 0xBE 0xEF\r\n") == [FOUR]

    def test_the_exact_bytes_of_the_example(self):
        line = bytes.fromhex("43 61 72 64 20 55 49 44 3A 20 44 45 20 41 44 20 42 45 20 45 46 0D 0A")
        assert line == LINE
        assert fed(settled(), line) == [FOUR]

    def test_after_a_prompt_without_an_end_of_line(self):
        parser = settled()
        for prompt in (b"Approach your card ... ", b"> ", b"Waiting for a card", b"........", b". " * 300):
            parser.feed(b"\n" + prompt)
            parser.fell_silent()
            assert fed(parser, b" DE AD BE EF\n") == [FOUR]
        assert parser.bad_frames == 0

    @pytest.mark.parametrize(
        "text",
        [
            # the example sketch for the MFRC522, with a tag's memory
            "Firmware Version: 0x92 = v2.0",
            "Scan PICC to see UID, SAK, type, and data blocks...",
            "Card SAK: 08",
            "PICC type: MIFARE 1KB",
            "Sector Block   0  1  2  3   4  5  6  7   8  9 10 11  12 13 14 15  AccessBits",
            "  15     63   00 00 00 00  00 00 FF 07  80 69 FF FF  FF FF FF FF  [ 0 0 1 ]",
            "         62   DE AD BE EF  00 00 FF 07  80 69 FF FF  FF FF FF FF",
            "Page  0  1  2  3",
            "  0   04 A1 B2 9F",
            " 10   C3 D4 E5 80",
            "PAGE 04: DE AD BE EF",
            "Key A: FF FF FF FF",
            "PCD_Authenticate() failed: Timeout in communication.",
            # its cousins
            "A new card has been detected.",
            "In dec:  22 17 19 23",
            "In dec:  222 173 190 239",
            "Card read previously.",
            "Found chip PN532",
            "Firmware ver. 1.6",
            "  UID Length: 4 bytes",
            "Found an ISO14443A card",
            "The NUID tag is:",
            # chips that start
            "ets Jun  8 2016 00:22:57",
            "rst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)",
            "clk_drv:0x00,q_drv:0x00,d_drv:0x00,cs0_drv:0x00,hd_drv:0x00,wp_drv:0x00",
            "load:0x3fff0030,len:1184",
            "entry 0x400805f0",
            " ets Jan  8 2013,rst cause:2, boot mode:(3,6)",
            "chksum 0x2d",
            "v3ffe8700",
            "Build 20240102",
            "Compiled on 2024-01-02",
            # words and numbers
            "",
            "   ",
            "ready",
            "7",
            "DE",
            "abcdefgh",
            "12345678901234567890123456",
        ],
    )
    def test_what_else_sketches_print_is_skipped(self, text):
        parser = settled()
        assert fed(parser, f"{text}\r\n".encode(), LINE) == [FOUR]
        assert parser.bad_frames == 0

    @pytest.mark.parametrize(
        "text",
        [
            "Card UID: DE AD BE",
            "Card UID: DE AD BE E",
            "Card UID: DE AD BG EF",
            "Card UID: DE AD BE EF 01",
            "Card UID: DE AD:BE EF",
            "Card UID: 00 00 00 00",
            "Card UID: DE AD \ufffd EF",
            "DE AD BE",
            "DEADBEEF01",
            "Tag: 04 A1 B2 C3 D4 E5",
            "\x00\x01DEADBEEF",
            "\x98\xf8\x86",
        ],
    )
    def test_a_line_that_should_tell_a_tag_and_does_not_is_a_bad_frame(self, text):
        parser = settled()
        assert fed(parser, f"{text}\r\n".encode()) == []
        assert parser.bad_frames == 1
        assert fed(parser, LINE) == [FOUR]

    def test_two_separators_in_one_identifier_are_none(self):
        assert fed(settled(), b"2024-01-02\nDE:AD BE:EF\nDE AD-BE EF\n") == []

    def test_a_digit_changed_into_a_digit_is_what_nobody_can_notice(self):
        assert fed(settled(), LINE.replace(b"DE", b"DF")) == ["DFADBEEF"]

    def test_it_is_asked_nothing_and_ready_at_once(self):
        parser = TextLinesParser()
        assert (parser.ask(5.0), parser.ready, parser.misses) == (b"", True, 0)


class TestOpening:
    def test_nothing_counts_in_the_first_two_seconds(self):
        parser = TextLinesParser()
        for now in (100.0, 100.5, 101.0, 101.999):
            assert parser.ask(now) == b""
            assert parser.due() == 102.0
            assert fed(parser, b"\x00\xf8" + LINE, b"Card UID: DE AD BE\n") == []
        parser.ask(102.0)
        assert (parser.due(), parser.bad_frames) == (None, 0)
        assert fed(parser, LINE) == [FOUR]

    def test_a_greeting_that_ends_later_costs_nothing(self):
        parser = TextLinesParser()
        parser.ask(0.0)
        parser.feed(b"\xf8\xffboot\r\nScan a card ... ")
        parser.ask(2.0)
        assert fed(parser, b"DE AD BE EF\r\n") == [FOUR]

    def test_without_a_clock_nothing_counts(self):
        assert fed(TextLinesParser(), LINE) == []


class TestSilence:
    def test_a_line_that_broke_off_is_a_bad_frame(self):
        for cut in range(len("Card UID: DE"), len(LINE) - 2):
            parser = settled()
            parser.feed(LINE[:cut])
            parser.fell_silent()
            assert parser.bad_frames == 1
            assert fed(parser, LINE) == [FOUR]

    def test_it_is_not_completed_later(self):
        line = b"Card UID: 04 A1 B2 C3 D4 E5 80\r\n"
        for cut in range(len("Card UID: 04"), len(line) - 2):
            parser = settled()
            parser.feed(line[:cut])
            parser.fell_silent()
            assert fed(parser, line[cut:]) == []
            assert fed(parser, line) == [SEVEN]

    def test_the_rest_of_a_line_without_a_label_is_no_tag(self):
        parser = settled()
        parser.feed(b"04 A1 B2")
        parser.fell_silent()
        assert fed(parser, b" C3 D4 E5 80\n") == []
        assert parser.bad_frames == 2
        assert fed(parser, b"04 A1 B2 C3 D4 E5 80\n") == [SEVEN]

    def test_a_greeting_that_broke_off_is_none(self):
        parser = settled()
        parser.feed(b"Card UI")
        parser.fell_silent()
        assert fed(parser, LINE) == [FOUR]
        assert parser.bad_frames == 0

    def test_bytes_at_the_wrong_speed_are_bad_frames_with_and_without_silence(self):
        parser = settled()
        for wanted in (1, 2, 3):
            parser.feed(b"\x98\xf8\x86" * 8)
            parser.fell_silent()
            assert parser.bad_frames == wanted
        parser.feed(b"\x98\xf8\x86" * 300)
        assert parser.bad_frames > 3
        assert len(parser._line) <= 160


class TestListening:
    @pytest.fixture
    def listener(self):
        fmt = FORMATS["text"]
        listener = Listener(fmt.parser(), TagPresence(fmt.presence, fmt.timings))
        listener.ask(0.0)
        listener.ask(SETTLING)
        return listener

    def test_one_line_counts_at_once(self, listener):
        assert listener.heard(LINE, 5.0) == [TagArrived(FOUR, 5.0)]
        assert listener.heard(LINE, 5.1) == []

    def test_the_dump_of_a_tag_is_one_token(self, listener):
        dump = LINE + b"Card SAK: 08\r\nPICC type: MIFARE 1KB\r\n" + b"  3   DE AD BE EF\r\n" * 16
        assert listener.heard(dump, 5.0) == [TagArrived(FOUR, 5.0)]

    def test_a_broken_line_is_a_no_read(self, listener):
        assert listener.heard(b"Card UID: DE AD BE\r\n", 5.0) == []
        assert listener.quiet(5.3) == [NoRead(pytest.approx(5.3))]

    def test_a_card_with_a_random_number_is_refused_once(self, listener):
        assert listener.heard(b"Card UID: 08 12 34 56\r\n", 5.0) == [Unusable(TagFlaw.RANDOM_UID, 5.0)]
        assert listener.heard(b"Card UID: 08 65 43 21\r\n", 5.1) == []

    def test_a_sketch_that_repeats_may_be_taken_as_such(self):
        listener = Listener(settled(), TagPresence(PresenceKind.CONTINUOUS))
        assert listener.heard(LINE, 5.0) == []
        assert listener.heard(LINE, 5.2) == [TagArrived(FOUR, 5.2)]


class TestOnAPort:
    def test_lines_count_two_seconds_after_opening(self, tmp_path):
        bench = Bench(tmp_path / "usb-arduino", FORMATS["text"])
        bench.line.plug()
        bench.start()
        bench.send(b"\x00Firmware Version: 0x92 = v2.0\r\nCard UID: 01 02 03 04\r\n")
        bench.clock.advance(SETTLING)
        bench.send(b"Scan a card\r\n")  # from here on the reader knows the time
        for byte in LINE:
            bench.send(bytes([byte]))
        arrived = bench.events.next()
        assert arrived.tag == FOUR
        assert bench.events.rest() == []
        bench.stop()


tags = st.sampled_from([4, 7, 10]).flatmap(lambda size: st.binary(min_size=size, max_size=size)).filter(any)
lines = st.builds(
    lambda tag, gap, label, end: f"{label}{tag.hex(gap) if gap else tag.hex()}{end}".encode(),
    tags,
    st.sampled_from([" ", ":", "-", ""]),
    st.sampled_from(["", "Card UID: ", "Tag "]),
    st.sampled_from(["\n", "\r\n"]),
)


@settings(deadline=None)
@given(st.data())
def test_any_cut_of_a_stream_gives_the_same_tags(data):
    parts = data.draw(st.lists(st.one_of(lines, st.binary(max_size=20)), max_size=6))
    stream = b"".join(parts)[:160]
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=10)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    whole, cut, single = settled(), settled(), settled()
    assert fed(whole, stream) == fed(cut, *pieces) == fed(single, *bytewise(stream))
    assert whole.bad_frames == cut.bad_frames == single.bad_frames


@settings(deadline=None)
@given(lines, st.binary(max_size=300))
def test_after_any_noise_the_second_line_is_read(line, noise):
    tag = fed(settled(), line)
    parser = settled()
    parser.feed(noise)
    parser.feed(line)
    assert fed(parser, line) == tag
    assert len(tag) == 1


@settings(deadline=None)
@example([LINE, b"noise", LINE])
@given(
    st.lists(
        st.one_of(st.binary(max_size=50), st.text("0123456789ABCDEFx :-\n", max_size=200), st.just(LINE)), max_size=20
    )
)
def test_anything_never_raises_and_never_piles_up(pieces):
    parser = settled()
    for piece in pieces:
        data = piece if isinstance(piece, bytes) else piece.encode()
        assert all(len(tag) in (8, 14, 20) for tag in parser.feed(data))
        parser.fell_silent()
        assert len(parser._line) <= 160


@pytest.mark.parametrize("digits", [b"A" * 4000, b"AB " * 1400, b"0x" * 2000, b"DE:AD " * 700, b"uid tag " * 500])
def test_a_hostile_line_takes_no_long_time(digits):
    """A pattern that tries all ways to cut a line would not come back from these."""
    parser = settled()
    for _ in range(20):
        parser.feed(digits)
        assert len(parser._line) <= 160
        parser.fell_silent()
    assert fed(parser, b"\n", LINE) == [FOUR]
