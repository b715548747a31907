"""The PN532: its frames on exact bytes, the conversation with it, and all that can go wrong in that."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.owner import DeviceFault, Reason
from hardware.reader.pn532 import FIRMWARE, LIST_TARGET, RETRY_LIMIT, SAM_CONFIGURATION, Pn532Parser
from hardware.reader.pn532_frames import (
    ACK,
    ERROR,
    NACK,
    FrameDecoder,
    Response,
    Signal,
    command_frame,
    information_frame,
)
from hardware.reader.port import FORMATS, Listener
from hardware.reader.presence import NoRead, TagArrived, TagFlaw, TagLeft, TagPresence, Unusable
from tests.hardware.reader import pn532_chip
from tests.hardware.reader.pn532_chip import LONGEST, NTAG, Chip, framed, target

TAG = "04A1B2C3D4E580"
CLASSIC, LONG = bytes.fromhex("DE AD BE EF"), bytes.fromhex("04 01 02 03 04 05 06 07 08 09")
SAM = bytes.fromhex("00 00 FF 05 FB D4 14 01 14 01 02 00")
WAKING = bytes.fromhex("55 55" + "00" * 14)
RETRIES = bytes.fromhex("00 00 FF 06 FA D4 32 05 FF 01 02 F3 00")
VERSION = bytes.fromhex("00 00 FF 02 FE D4 02 2A 00")
LIST = bytes.fromhex("00 00 FF 04 FC D4 4A 01 00 E1 00")
FOUND = bytes.fromhex("00 00 FF 0F F1 D5 4B 01 01 00 44 00 07 04 A1 B2 C3 D4 E5 80 40 00")
NOTHING = bytes.fromhex("00 00 FF 03 FD D5 4B 00 E0 00")
SAID_TO_SETUP = [
    bytes.fromhex("00 00 FF 02 FE D5 15 16 00"),
    bytes.fromhex("00 00 FF 02 FE D5 33 F8 00"),
    bytes.fromhex("00 00 FF 06 FA D5 03 32 01 06 07 E8 00"),
]
TRIES = 3


def bytewise(data):
    return [data[i : i + 1] for i in range(len(data))]


class Talk:
    """One connection: a parser, its listener and a chip, in a time that jumps to whatever is due next."""

    def __init__(self, *tags, chip=None, presence=None):
        self.chip = chip or Chip(*tags)
        self.parser = Pn532Parser()
        fmt = FORMATS["pn532"]
        self.presence = presence or TagPresence(fmt.presence, fmt.timings)
        self.listener = Listener(self.parser, self.presence)
        self.now = 0.0
        self.sent = []
        self.events = []
        self.pieces = lambda data: [data]

    def step(self):
        """One turn of the reader's loop, and the time to the next."""
        asked = self.listener.ask(self.now)
        if asked:
            self.sent.append((self.now, asked))
        said = self.chip.take(asked) if asked else b""
        for piece in self.pieces(said):
            self.events += self.listener.heard(piece, self.now)
        if not said:
            self.events += self.listener.quiet(self.now)
        due = self.listener.due()
        self.now = min(max(self.now + 0.001, due), self.now + 0.05)
        return self

    def run(self, seconds):
        end = self.now + seconds
        while self.now < end:
            self.step()
        return self

    def until_ready(self):
        while not self.parser.ready:
            assert self.now < LONGEST
            self.step()
        return self

    def until_fault(self):
        with pytest.raises(DeviceFault) as caught:
            self.run(30)
        return caught.value

    def times(self, frame):
        return [at for at, sent in self.sent if sent == frame]

    @property
    def frames(self):
        return [sent for _, sent in self.sent]

    def kinds(self):
        return [type(event) for event in self.events]


class TestFrames:
    @pytest.mark.parametrize(
        ("request_", "frame"),
        [(SAM_CONFIGURATION, WAKING + SAM), (RETRY_LIMIT, RETRIES), (FIRMWARE, VERSION), (LIST_TARGET, LIST)],
        ids=lambda part: getattr(part, "name", ""),
    )
    def test_what_is_sent(self, request_, frame):
        assert request_.frame == frame

    def test_signals(self):
        assert bytes.fromhex("00 00 FF 00 FF 00") == ACK
        assert bytes.fromhex("00 00 FF FF 00 00") == NACK
        assert bytes.fromhex("00 00 FF 01 FF 7F 81 00") == ERROR
        assert FrameDecoder().feed(ACK + NACK + ERROR) == [Signal.ACK, Signal.NACK, Signal.ERROR]

    @pytest.mark.parametrize(
        ("frame", "answer"),
        [
            (SAID_TO_SETUP[0], Response(0x15, b"")),
            (SAID_TO_SETUP[1], Response(0x33, b"")),
            (SAID_TO_SETUP[2], Response(0x03, bytes.fromhex("32 01 06 07"))),
            (NOTHING, Response(0x4B, b"\0")),
            (FOUND, Response(0x4B, bytes.fromhex("01 01 00 44 00 07 04 A1 B2 C3 D4 E5 80"))),
            (bytes.fromhex("00 00 FF FF FF 00 03 FD D5 4B 00 E0 00"), Response(0x4B, b"\0")),
        ],
    )
    def test_answers_whole_and_byte_by_byte_and_after_a_signal(self, frame, answer):
        assert FrameDecoder().feed(frame) == [answer]
        decoder = FrameDecoder()
        assert [found for byte in bytewise(ACK + frame) for found in decoder.feed(byte)] == [Signal.ACK, answer]
        assert FrameDecoder().feed(frame[1:]) == [answer]  # the line has swallowed the first byte

    def test_the_longest_frame_and_one_that_is_too_long(self):
        data = b"\xd5\x41" + bytes(range(256)) + b"1234567"
        assert len(data) == 265
        assert FrameDecoder().feed(information_frame(data)) == [Response(0x41, data[2:])]
        assert FrameDecoder().feed(information_frame(data + b"8") + ACK) == [Signal.ACK]

    def test_frames_of_255_bytes_and_of_the_short_ones_as_extended(self):
        data = b"\xd5\x41" + b"x" * 253
        assert information_frame(data)[3:5] == b"\xff\x01"
        assert FrameDecoder().feed(information_frame(data)) == [Response(0x41, data[2:])]
        assert FrameDecoder().feed(information_frame(b"\xd5\x4b\0", extended=True)) == [Response(0x4B, b"\0")]

    def test_any_one_bit_changed_is_no_answer_and_the_next_is_read(self):
        answer = FrameDecoder().feed(FOUND)
        for place in range(1, len(FOUND) - 1):  # the first and the last byte mean nothing
            for bit in range(8):
                changed = bytearray(FOUND)
                changed[place] ^= 1 << bit
                decoder = FrameDecoder()
                found = decoder.feed(bytes(changed))
                decoder.forget()
                assert not any(isinstance(frame, Response) for frame in found)
                assert decoder.feed(FOUND) == answer

    def test_a_wrong_checksum_is_told(self):
        assert FrameDecoder().feed(pn532_chip.broken(FOUND)) == [Signal.BROKEN]
        assert FrameDecoder().feed(pn532_chip.broken(FOUND) + ACK) == [Signal.BROKEN, Signal.ACK]

    def test_our_own_echo_is_no_answer(self):
        assert FrameDecoder().feed(LIST + RETRIES) == []

    def test_a_false_beginning_hides_nothing_for_long(self):
        decoder = FrameDecoder()
        assert decoder.feed(bytes.fromhex("00 FF 10 F0") + NOTHING) == []
        assert decoder.feed(NOTHING) == [Signal.BROKEN, Response(0x4B, b"\0"), Response(0x4B, b"\0")]

    def test_a_frame_of_nobody_hides_nothing_either(self):
        inner = information_frame(b"\xd5\x4b\0")
        assert FrameDecoder().feed(information_frame(b"\x11\x22" + inner)) == [Response(0x4B, b"\0")]

    @settings(deadline=None)
    @given(st.data())
    def test_any_cut_of_a_stream_gives_the_same_frames(self, data):
        bodies = st.binary(min_size=1, max_size=270).map(lambda body: information_frame(b"\xd5" + body))
        parts = data.draw(st.lists(st.one_of(bodies, st.sampled_from([ACK, NACK, ERROR, LIST]), st.binary(max_size=9))))
        stream = b"".join(parts)
        cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=10)))
        whole, cut, single = FrameDecoder(), FrameDecoder(), FrameDecoder()
        pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
        frames = whole.feed(stream)
        assert [frame for piece in pieces for frame in cut.feed(piece)] == frames
        assert [frame for piece in bytewise(stream) for frame in single.feed(piece)] == frames
        assert len(whole._kept) < 275

    @given(st.integers(0, 255), st.binary(max_size=260))
    def test_what_is_written_is_read(self, code, data):
        chips = information_frame(bytes([0xD5, code]) + data)
        assert FrameDecoder().feed(chips) == [Response(code, data)]
        assert command_frame(code, data)[-2] == -sum(bytes([0xD4, code]) + data) % 256


class TestConversation:
    @pytest.mark.parametrize("cut", [lambda data: [data], bytewise], ids=["whole", "bytewise"])
    def test_exact_bytes_from_waking_to_the_tag(self, cut):
        parser, now, tags = Pn532Parser(), 0.0, []
        script = [*zip([WAKING + SAM, RETRIES, VERSION], SAID_TO_SETUP, strict=True), (LIST, NOTHING), (LIST, FOUND)]
        for sent, said in script:
            while not (asked := parser.ask(now)):
                assert now < LONGEST
                now = max(now + 0.001, parser.due())
            assert asked == sent
            assert not parser.ready or sent == LIST
            tags += [tag for piece in cut(ACK + said) for tag in parser.feed(piece)]
        assert tags == [TAG]
        assert (parser.misses, parser.bad_frames, parser.ready) == (1, 0, True)

    @pytest.mark.parametrize("identifier", [CLASSIC, NTAG, LONG])
    def test_identifiers_of_all_lengths(self, identifier):
        talk = Talk(identifier).run(0.5)
        assert [event.tag for event in talk.events] == [identifier.hex().upper()]

    def test_a_card_that_says_more_after_its_identifier(self):
        parser = Talk().until_ready().parser
        ask_again(parser)
        assert parser.feed(ACK + target(CLASSIC, b"\x05\x78\x80\x70\x02")) == ["DEADBEEF"]

    def test_it_asks_five_to_ten_times_a_second(self):
        asked = Talk(NTAG).run(10).times(LIST)
        gaps = [b - a for a, b in zip(asked, asked[1:], strict=False)]
        assert len(asked) == pytest.approx(80, abs=2)
        assert all(0.1 <= gap <= 0.2 for gap in gaps)

    def test_it_leaves_a_gap_after_what_the_chip_says(self):
        parser = Pn532Parser()
        assert parser.ask(0.0)
        parser.feed(ACK + SAID_TO_SETUP[0])
        assert parser.ask(0.002) == b""
        assert parser.due() == pytest.approx(0.012)
        assert parser.ask(0.0119) == b""
        assert parser.ask(0.012) == RETRIES

    def test_two_answers_make_a_token_within_a_quarter_of_a_second(self):
        talk = Talk().run(1.0)
        talk.chip.tags.append(NTAG)
        laid = talk.now
        talk.run(0.5)
        assert talk.events == [TagArrived(TAG, talk.events[0].at)]
        assert talk.events[0].at - laid <= 0.26

    def test_what_comes_unasked_is_no_tag(self):
        talk = Talk().until_ready()
        assert talk.parser.feed(FOUND + FOUND) == []
        ask_again(talk.parser)
        assert talk.parser.feed(SAID_TO_SETUP[2] + FOUND) == [TAG]

    def test_another_chip_is_no_reader_for_us(self):
        talk = Talk()
        talk.chip.firmware = bytes.fromhex("33 01 06 07")
        fault = talk.until_fault()
        assert fault.reason is Reason.FAILED
        assert "33 01 06 07" in str(fault)


def ask_again(parser):
    now = 100.0
    while not parser.ask(now):
        assert now < 100.0 + LONGEST
        now += 0.01


class TestPresence:
    def test_a_tag_that_stays_counts_once(self):
        assert Talk(NTAG).run(60).kinds() == [TagArrived]

    @pytest.mark.parametrize(("misses", "kinds"), [(1, []), (2, []), (3, []), (4, []), (5, [TagLeft, TagArrived])])
    def test_it_has_left_after_three_misses_and_700_ms(self, misses, kinds):
        talk = Talk(NTAG).run(1)
        lifted = len(talk.times(LIST))
        talk.chip.tags.clear()
        while len(talk.times(LIST)) < lifted + misses:
            assert talk.now < LONGEST
            talk.step()
        talk.chip.tags.append(NTAG)
        talk.run(3)
        assert talk.kinds()[1:] == kinds

    def test_a_board_that_misses_every_second_read(self):
        talk = Talk()
        talk.chip.misses_every_second = True
        talk.run(1)
        talk.chip.tags.append(NTAG)
        assert talk.run(20).kinds() == [TagArrived]
        talk.chip.tags.clear()
        assert talk.run(2).kinds() == [TagArrived, TagLeft]

    def test_a_line_that_stands_still_lifts_no_token(self):
        talk = Talk(NTAG).run(1)
        talk.now += 20
        assert talk.run(3).kinds() == [TagArrived]

    def test_a_line_that_stands_still_while_the_token_is_lifted(self):
        talk = Talk(NTAG).run(1)
        talk.chip.tags.clear()
        talk.now += 20
        talk.run(3)
        assert talk.kinds() == [TagArrived, TagLeft]
        assert 21 < talk.events[1].at < 21.5  # the third miss, not the moment that nobody saw

    def test_a_card_with_a_random_number_is_refused_once(self):
        talk = Talk().until_ready()
        dice = iter(range(1 << 24))
        for _ in range(100):
            talk.chip.tags[:] = [b"\x08" + next(dice).to_bytes(3, "big")]
            talk.run(0.1)
        assert talk.events == [Unusable(TagFlaw.RANDOM_UID, talk.events[0].at)]
        talk.chip.tags[:] = [NTAG]
        talk.run(3)
        talk.chip.tags[:] = [b"\x08\x01\x02\x03"]
        assert talk.run(3).kinds() == [Unusable, TagArrived, Unusable, TagLeft]

    def test_seven_bytes_that_begin_with_08_are_a_tag(self):
        assert Talk(b"\x08" + NTAG[1:]).run(1).kinds() == [TagArrived]

    @pytest.mark.parametrize(
        "data",
        [
            "01 01 00 44 00 07 04 A1 B2",  # breaks off
            "01 01 00 44 00 05 04 A1 B2 C3 D4",  # no length of an identifier
            "01 01 00 04 08 04 00 00 00 00",  # no tag has this number
            "02 01 00 04 08 04 01 02 03 04 02 00 04 08 04 05 06 07 08",  # we asked for one
            "01 02 00 04 08 04 01 02 03 04",
            "01",
            "",
        ],
    )
    def test_an_answer_that_can_be_no_tag_is_a_bad_frame(self, data):
        talk = Talk().until_ready()
        talk.chip.spoil.extend([lambda said: ACK + framed(b"\xd5\x4b" + bytes.fromhex(data))] * 4)
        talk.run(1)
        assert talk.parser.bad_frames == 4
        assert talk.kinds() == [NoRead]


REQUESTS = pytest.mark.parametrize(
    ("before", "frame"),
    [(0, WAKING + SAM), (1, RETRIES), (2, VERSION), (3, LIST), (5, LIST)],
    ids=["SAM", "retries", "version", "first list", "list"],
)
FAULTS = pytest.mark.parametrize(
    "fault",
    [
        pn532_chip.lost,
        pn532_chip.only_ack,
        pn532_chip.refused,
        pn532_chip.asked_again,
        pn532_chip.cut,
        pn532_chip.broken,
    ],
)


def spoilt(before, *faults):
    """A talk with a chip that answers so many requests well and then has faults."""
    talk = Talk(NTAG)
    talk.chip.spoil.extend([lambda said: said] * before + list(faults))
    return talk


class TestTrouble:
    @REQUESTS
    @FAULTS
    @pytest.mark.parametrize("times", [1, 2])
    def test_a_request_that_fails_is_tried_again(self, before, frame, fault, times):
        talk = spoilt(before, *[fault] * times)
        while len(talk.chip.spoil):
            assert talk.now < LONGEST
            talk.step()
        talk.run(2)
        assert talk.kinds() == [TagArrived]
        asked = talk.frames[before : before + times + 1]
        again = frame if fault is not pn532_chip.broken else NACK
        assert asked == [frame] + [again] * times
        assert talk.now < 4

    @REQUESTS
    @FAULTS
    def test_every_request_has_a_number_of_tries(self, before, frame, fault):
        talk = spoilt(before, *[fault] * 1000)
        reason = talk.until_fault().reason
        assert reason is Reason.SILENT
        in_service = before > 3
        revival = [WAKING + SAM] * TRIES if in_service else []
        if fault is not pn532_chip.broken:
            assert talk.frames[before:] == [frame] * TRIES + revival
        assert len(talk.frames) == before + TRIES * (1 + in_service)

    def test_a_chip_that_says_nothing_is_silent_within_two_seconds(self):
        talk = Talk()
        talk.chip.powered = False
        fault = talk.until_fault()
        assert fault.reason is Reason.SILENT
        assert "SAMConfiguration" in str(fault)
        assert talk.now < 0.6

    def test_a_chip_that_falls_silent_is_told_within_two_seconds(self):
        talk = Talk(NTAG).run(5)
        talk.chip.powered = False
        since = talk.now
        assert talk.until_fault().reason is Reason.SILENT
        assert talk.now - since < 2

    def test_a_chip_that_loses_its_power_is_set_up_anew_and_its_token_does_not_count_again(self):
        talk = Talk(NTAG).run(2)
        for _ in range(5):
            talk.chip.cut_power()
            talk.run(3)
        assert talk.kinds() == [TagArrived]
        assert talk.times(WAKING + SAM)[1:] == pytest.approx([2.5, 5.4, 8.3, 11.3, 14.2], abs=0.5)
        talk.chip.tags.clear()
        assert talk.run(2).kinds() == [TagArrived, TagLeft]

    def test_a_chip_that_wakes_but_never_tells_is_not_revived_for_ever(self):
        talk = Talk(NTAG).run(1)
        talk.chip.take = lambda data, take=talk.chip.take: b"" if data == LIST else take(data)
        assert talk.until_fault().reason is Reason.SILENT
        assert len(talk.times(WAKING + SAM)) == 2
        assert talk.now < 3.5

    def test_a_lost_acknowledgement_is_no_trouble(self):
        talk = spoilt(0, *[pn532_chip.without_ack] * 1000)
        assert talk.run(5).kinds() == [TagArrived]
        assert talk.times(NACK) == []

    def test_noise_before_an_answer_costs_at_most_a_try(self):
        talk = spoilt(0, *[pn532_chip.noisy] * 1000)
        assert talk.run(5).kinds() == [TagArrived]

    def test_line_trouble_alone_is_not_told_as_a_tag_that_cannot_be_read(self):
        talk = Talk()
        talk.chip.spoil.extend([lambda said: said, pn532_chip.broken, lambda said: said, pn532_chip.cut] * 50)
        assert talk.run(10).events == []

    def test_silence_drops_what_has_begun(self):
        parser = Talk().until_ready().parser
        ask_again(parser)
        parser.feed(ACK + FOUND[:9])
        parser.fell_silent()
        assert parser.feed(FOUND[9:]) == []


any_fault = st.sampled_from(
    [
        pn532_chip.lost,
        pn532_chip.only_ack,
        pn532_chip.without_ack,
        pn532_chip.refused,
        pn532_chip.asked_again,
        pn532_chip.cut,
        pn532_chip.broken,
        pn532_chip.noisy,
        lambda said: said + said,
    ]
)
noise = st.binary(max_size=40).map(lambda junk: lambda said: junk + said)
flips = st.tuples(st.integers(0, 1000), st.integers(1, 255)).map(
    lambda flip: lambda said: bytes(b ^ flip[1] if i == flip[0] % max(len(said), 1) else b for i, b in enumerate(said))
)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.one_of(any_fault, noise, flips, st.just(lambda said: said)), max_size=60), st.booleans())
def test_whatever_happens_on_the_line_there_is_no_phantom_and_the_tag_is_read_afterwards(faults, bytes_alone):
    """The reader is taken up again after a fault, as its owner does it."""
    chip = Chip(NTAG)
    chip.spoil.extend(faults)
    talk = Talk(chip=chip)
    arrived = []
    for _ in range(200):
        talk.pieces = bytewise if bytes_alone else lambda data: [data]
        try:
            talk.run(0.3)
        except DeviceFault as fault:
            assert fault.reason in (Reason.SILENT, Reason.FAILED)
            later = talk.now + 0.2
            talk = Talk(chip=chip, presence=talk.presence)
            talk.now = later
            talk.presence.resume(later)
        arrived += [event for event in talk.events if isinstance(event, TagArrived)]
        talk.events = []
        if not chip.spoil and arrived:
            break
    assert {event.tag for event in arrived} == {TAG}


@settings(deadline=None)
@given(st.lists(st.binary(max_size=60), max_size=30))
def test_any_bytes_never_raise_and_never_pile_up(pieces):
    parser = Talk().until_ready().parser
    ask_again(parser)
    for piece in pieces:
        parser.feed(piece)
        assert len(parser._decoder._kept) < 275
