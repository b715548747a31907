"""The facts of the boxes, and an owner's file on top of them."""

from __future__ import annotations

import pytest

from companion.game.pieces import Token
from companion.owner.library import LibraryError, load_library


def owned(tmp_path, text):
    """An owner's file with this text."""
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_box_of_the_line_has_its_facts():
    library = load_library()
    assert set(library) == {"castle-panic", "wizards-tower", "dark-titan", "my-first"}
    assert all(facts.title for facts in library.values())


def test_kinds_know_their_name_and_box():
    for box, facts in load_library().items():
        for name, kind in facts.tokens.items():
            assert (kind.name, kind.box) == (name, box)
            assert kind.count >= 1


def test_the_base_box_was_read_off_printed_pieces():
    facts = load_library()["castle-panic"]
    assert all(kind.verified and not kind.doubt for kind in facts.tokens.values())
    assert facts.start == {"goblin": 3, "orc": 2, "troll": 1}
    assert facts.supply == {"fortify": 2, "tar": 1}


def test_an_owner_may_change_one_fact_and_the_rest_stays(tmp_path):
    library = load_library(
        owned(tmp_path, "[castle-panic.tokens.orc]\ncount = 12\nverified = false\ndoubt = ['count']\n")
    )
    orc = library["castle-panic"].tokens["orc"]
    assert (orc.count, orc.health, orc.points, orc.verified, orc.doubt) == (12, 2, 2, False, ("count",))
    assert library["castle-panic"].tokens["troll"] == load_library()["castle-panic"].tokens["troll"]


def test_an_owner_may_change_set_up_lists_and_hands(tmp_path):
    facts = load_library(owned(tmp_path, "[castle-panic]\nremove = { troll = 2 }\n[castle-panic.hand]\n4 = 6\n"))[
        "castle-panic"
    ]
    assert facts.remove == {"troll": 2}
    assert (facts.hand[4], facts.hand[2]) == (6, 6)


def test_an_owner_may_add_a_kind(tmp_path):
    text = '[castle-panic.tokens.ettin]\nsort = "monster"\ncount = 1\nhealth = 2\npoints = 4\n'
    kind = load_library(owned(tmp_path, text))["castle-panic"].tokens["ettin"]
    assert (kind.name, kind.box, kind.verified) == ("ettin", "castle-panic", False)


def test_the_packaged_facts_are_not_changed_by_an_owner(tmp_path):
    load_library(owned(tmp_path, "[castle-panic.tokens.orc]\ncount = 1\n"))
    assert load_library()["castle-panic"].tokens["orc"].count == 11


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[castle-panics]\n", "there is no box 'castle-panics'"),
        ("castle-panic = 3\n", "there is no box"),
        ("[castle-panic\n", "not TOML"),
        ("[castle-panic.tokens.orc]\ncuont = 3\n", "cuont"),
        ("[castle-panic.tokens.orc]\ncount = 'many'\n", "Expected `int`"),
        ("[castle-panic.tokens]\norc = 3\n", "Expected `object`"),
        ("[castle-panic]\ntokens = 3\n", "Expected `object`"),
        ("[castle-panic.tokens.ettin]\nhealth = 3\n", "required field"),
        ("[castle-panic.hand]\nmany = 3\n", "Expected `int`"),
        ("[castle-panic]\nhands = 3\n", "hands"),
    ],
)
def test_an_owners_file_that_cannot_be_used_is_refused_with_its_name_and_the_reason(tmp_path, text, says):
    path = owned(tmp_path, text)
    with pytest.raises(LibraryError) as error:
        load_library(path)
    assert says in str(error.value)
    assert str(path) in str(error.value)


def test_an_owners_file_that_cannot_be_read_is_refused(tmp_path):
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(LibraryError, match="cannot be read"):
            load_library(path)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LibraryError, match="cannot be read"):
        load_library(binary)


def test_a_token_is_reset_to_full_health_off_the_board():
    kind = load_library()["castle-panic"].tokens["troll"]
    token = Token(kind, 3)
    token.health, token.flames, token.tarred = 1, 2, True
    token.reset()
    assert (token.name, token.space, token.health, token.flames, token.tarred) == (
        "troll#3",
        None,
        3,
        0,
        False,
    )
