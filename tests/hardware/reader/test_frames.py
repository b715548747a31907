"""The parsers of tag frames, on exact bytes."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hardware.reader.id12 import Id12Parser
from hardware.reader.port import FORMATS
from hardware.reader.rdm6300 import Rdm6300Parser

RDM_62 = bytes.fromhex("02 36 32 45 33 30 38 36 43 45 44 30 38 03")
RDM_0A = bytes.fromhex("02 30 41 30 30 42 31 43 32 44 33 41 41 03")
RDM_04 = b"\x0204006FEBD151\x03"
ID12_62 = b"\x0262E3086CED08\r\n\x03"
ID12_0A = b"\x020A00B1C2D3AA\r\n\x03"
ID12_04 = b"\x0204006FEBD151\r\n\x03"

KINDS = pytest.mark.parametrize("parser_class", [Rdm6300Parser, Id12Parser])
tag_ids = st.binary(min_size=5, max_size=5).filter(any).map(lambda data: data.hex().upper())


def fed(parser, *pieces):
    return [tag for piece in pieces for tag in parser.feed(piece)]


def bytewise(data):
    return [data[i : i + 1] for i in range(len(data))]


@pytest.mark.parametrize(
    ("parser_class", "frame", "tag"),
    [
        (Rdm6300Parser, RDM_62, "62E3086CED"),
        (Rdm6300Parser, RDM_0A, "0A00B1C2D3"),
        (Rdm6300Parser, RDM_04, "04006FEBD1"),
        (Id12Parser, ID12_62, "62E3086CED"),
        (Id12Parser, ID12_0A, "0A00B1C2D3"),
        (Id12Parser, ID12_04, "04006FEBD1"),
    ],
)
class TestOneFrame:
    def test_whole(self, parser_class, frame, tag):
        assert fed(parser_class(), frame) == [tag]
        assert parser_class.frame(tag) == frame

    def test_byte_by_byte(self, parser_class, frame, tag):
        parser = parser_class()
        assert fed(parser, *bytewise(frame)) == [tag]
        assert parser.bad_frames == 0

    def test_the_tag_comes_with_the_last_byte(self, parser_class, frame, tag):
        parser = parser_class()
        assert fed(parser, frame[:-1]) == []
        assert fed(parser, frame[-1:]) == [tag]

    def test_merged_with_others(self, parser_class, frame, tag):
        assert fed(parser_class(), frame * 3) == [tag] * 3

    def test_the_end_of_one_before_the_line_was_opened(self, parser_class, frame, tag):
        for cut in range(1, len(frame)):
            assert fed(parser_class(), frame[cut:] + frame) == [tag]

    def test_broken_off_and_begun_anew(self, parser_class, frame, tag):
        for cut in range(1, len(frame)):
            parser = parser_class()
            assert fed(parser, frame[:cut] + frame) == [tag]
            assert parser.bad_frames == 1

    def test_noise_between(self, parser_class, frame, tag):
        noise = [
            b"\x00",
            b"\x03",
            b"\r\n",
            b"\xff\xfe",
            b"\x02",
            b"\x02\x02",
            b"\x0212",
            b"\x02" + b"0" * 12,
            b"AB" * 40,
        ]
        for piece in noise:
            assert fed(parser_class(), frame + piece + frame) == [tag, tag]
            assert fed(parser_class(), *bytewise(frame + piece + frame)) == [tag, tag]

    def test_any_one_byte_changed_is_no_tag_and_one_bad_frame_and_the_next_is_read(self, parser_class, frame, tag):
        for place in range(len(frame)):
            for value in range(256):
                if value == frame[place]:
                    continue
                parser = parser_class()
                broken = frame[:place] + bytes([value]) + frame[place + 1 :]
                assert fed(parser, broken + frame) == [tag]
                assert parser.bad_frames == 1 + (value == 2)  # a false beginning of its own

    def test_a_byte_lost_is_no_tag_and_a_bad_frame_and_the_next_is_read(self, parser_class, frame, tag):
        for place in range(len(frame)):
            parser = parser_class()
            assert fed(parser, frame[:place] + frame[place + 1 :] + frame) == [tag]
            assert parser.bad_frames == 1


@KINDS
def test_lower_case_is_not_what_the_data_sheet_says(parser_class):
    assert fed(parser_class(), parser_class.frame("62E3086CED").lower()) == []


@KINDS
def test_ten_zeros_are_no_tag(parser_class):
    parser = parser_class()
    assert fed(parser, parser_class.frame("0000000000")) == []
    assert parser.bad_frames == 1


def test_the_two_formats_do_not_pass_for_each_other():
    assert fed(Rdm6300Parser(), ID12_62 * 2) == []
    assert fed(Id12Parser(), RDM_62 * 2) == []


@KINDS
def test_half_a_frame_and_then_silence_is_a_bad_frame(parser_class):
    parser = parser_class()
    parser.feed(parser_class.frame("62E3086CED")[:9])
    parser.fell_silent()
    assert parser.bad_frames == 1
    assert fed(parser, parser_class.frame("62E3086CED")) == ["62E3086CED"]
    parser.fell_silent()
    assert parser.bad_frames == 1


@KINDS
def test_what_was_begun_before_a_silence_is_not_completed_after_it(parser_class):
    parser, frame = parser_class(), parser_class.frame("62E3086CED")
    parser.feed(frame[:9])
    parser.fell_silent()
    assert fed(parser, frame[9:]) == []


@KINDS
def test_a_spike_and_then_silence_is_none(parser_class):
    parser = parser_class()
    for _ in range(100):
        parser.feed(b"\x02\x30")
        parser.fell_silent()
    assert parser.bad_frames == 0


@KINDS
def test_bytes_at_the_wrong_speed_are_bad_frames(parser_class):
    parser = parser_class()
    assert fed(parser, *[b"\x98\xf8\x86" * 10] * 3) == []
    assert parser.bad_frames >= 1


@KINDS
def test_a_reader_that_speaks_by_itself_is_asked_nothing(parser_class):
    parser = parser_class()
    assert (parser.ask(0.0), parser.due()) == (b"", None)


@KINDS
@settings(deadline=None)
@given(data=st.data())
def test_any_cut_of_a_stream_gives_the_same_tags(parser_class, data):
    parts = data.draw(st.lists(st.one_of(tag_ids.map(parser_class.frame), st.binary(max_size=20)), max_size=8))
    stream = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=10)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    whole, cut, single = parser_class(), parser_class(), parser_class()
    assert fed(whole, stream) == fed(cut, *pieces) == fed(single, *bytewise(stream))


@KINDS
@settings(deadline=None)
@given(noise=st.binary(max_size=200), tag=tag_ids)
def test_after_any_noise_the_second_frame_is_read(parser_class, noise, tag):
    parser, frame = parser_class(), parser_class.frame(tag)
    parser.feed(noise)
    assert tag in fed(parser, frame, frame)
    assert fed(parser, frame) == [tag]


@KINDS
@settings(deadline=None)
@example(pieces=[b"\x02", "62E3086CED", "62E3086CED"])
@given(pieces=st.lists(st.one_of(st.binary(max_size=50), tag_ids), max_size=20))
def test_noise_never_raises_and_never_piles_up(parser_class, pieces):
    """Among the noise there are whole frames: the numbers of tags stand for those."""
    parser = parser_class()
    for piece in pieces:
        data = piece if isinstance(piece, bytes) else parser_class.frame(piece)
        assert all(len(tag) == 10 for tag in parser.feed(data))
        assert len(parser._kept) < 16


@KINDS
def test_a_million_random_bytes_are_no_tag(parser_class):
    noise = random.Random(6300).randbytes(1_000_000)
    parser = parser_class()
    assert fed(parser, *(noise[i : i + 1000] for i in range(0, len(noise), 1000))) == []
    assert parser.bad_frames > 1000


def test_every_format_has_a_name_and_a_speed():
    speeds = {name: fmt.baudrate for name, fmt in FORMATS.items()}
    assert speeds == {"rdm6300": 9600, "id12": 9600, "pn532": 115200, "text": 9600}


@KINDS
def test_a_reader_that_only_speaks_is_ready_at_once_and_misses_nothing(parser_class):
    assert (parser_class().ready, parser_class().misses) == (True, 0)
