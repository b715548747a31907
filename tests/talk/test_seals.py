"""Secrets at rest: what is sealed shows nothing, opens with its key alone, and takes a game up again."""

from __future__ import annotations

import pytest

from companion.game.fate import Secret
from companion.game.rules.refusals import Refused
from companion.owner.library import load_library
from companion.talk.beginnings import closed, opened
from companion.talk.messages import NewGameMessage, decode, encode
from companion.talk.seals import KEY_BYTES, NONCE_BYTES, Seal, Sealed, SealError, new_seal

LIBRARY = load_library()
BOSSES = ["basilisk", "chimera", "dragon", "hydra", "necromancer", "warlock"]


def wish(**parts):
    return NewGameMessage(**{"game": "castle-panic", "players": 2, "boxes": ["wizards-tower", "dark-titan"]} | parts)


def test_what_is_sealed_opens_again():
    seal = new_seal()
    for content in (Sealed(0), Sealed(2**63 - 1, BOSSES), Sealed(-(2**63) + 1, ["hydra"])):
        assert seal.open(seal.close(content)) == content


def test_every_seal_is_as_long_as_any_other_and_names_nothing():
    seal = new_seal()
    texts = [seal.close(Sealed(seed, BOSSES[:count])) for seed in (0, 5, 2**60) for count in range(7)]
    assert len({len(text) for text in texts}) == 1
    assert len(set(texts)) == len(texts)
    for text in texts:
        assert all(boss.encode() not in bytes.fromhex(text) for boss in BOSSES)


def test_with_equal_nonces_equal_contents_are_equal_and_others_are_not():
    nonce = iter([b"n" * NONCE_BYTES] * 3)
    seal = Seal(b"k" * KEY_BYTES, lambda: next(nonce))
    one, same, other = seal.close(Sealed(1)), seal.close(Sealed(1)), seal.close(Sealed(2))
    assert one == same != other


@pytest.mark.parametrize("place", [0, 20, -1])
def test_a_damaged_seal_is_not_opened(place):
    seal = new_seal()
    whole = bytearray.fromhex(seal.close(Sealed(7)))
    whole[place] ^= 1
    for text in (bytes(whole).hex(), "", "zz", whole.hex()[:-2], new_seal().close(Sealed(7))):
        with pytest.raises(SealError):
            seal.open(text)


def test_there_is_only_so_much_room():
    with pytest.raises(ValueError, match="too much"):
        new_seal().close(Sealed(1, BOSSES * 9))


def test_no_text_form_shows_a_key_or_a_secret():
    assert repr(Seal(b"k" * KEY_BYTES)) == "Seal()"
    assert str(Secret(99)) == "Secret()"


def test_a_new_game_is_kept_with_its_secrets_sealed_and_taken_up_with_them():
    seal = new_seal()
    begun = opened(wish(secret_seed=77, harbingers=["hydra", "dragon", "basilisk"], agranok="random"), seal)
    kept = closed(begun, seal, LIBRARY)
    line = encode(kept)
    assert (kept.secret_seed, kept.harbingers) == (None, [])
    assert not any(word in line for word in (b"hydra", b"77,", b"secret_seed"))
    again = opened(decode(line), seal)
    assert (again.secret_seed, again.harbingers) == (77, ["hydra", "dragon", "basilisk"])
    assert closed(again, seal, LIBRARY).sealed == kept.sealed


def test_without_a_secret_seed_each_game_has_its_own():
    seal = new_seal()
    assert opened(wish(), seal).secret_seed != opened(wish(), seal).secret_seed


def test_the_base_box_alone_has_nothing_to_seal():
    seal = new_seal()
    kept = closed(opened(wish(boxes=[]), seal), seal, LIBRARY)
    assert (kept.sealed, kept.secret_seed) == (None, None)


def test_a_seal_of_somebody_else_is_refused():
    with pytest.raises(Refused) as refusal:
        opened(wish(sealed="00"), new_seal())
    assert (refusal.value.code, refusal.value.reason) == ("bad-value", "sealed")


def test_what_the_owner_has_had_remembered_is_kept_with_the_game():
    seal = new_seal()
    kept = closed(opened(wish(agranok_effects={3: {1: "back"}}), seal), seal, LIBRARY)
    assert decode(encode(kept)).agranok_effects == {3: {1: "back"}}
    assert closed(opened(wish(), seal), seal, LIBRARY).agranok_effects == {}
