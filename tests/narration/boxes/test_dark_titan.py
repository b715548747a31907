"""What The Dark Titan says: single facts, what a question says itself, the ring, answers."""

from __future__ import annotations

import re

import pytest

from companion.game.board import SPACES
from companion.game.boxes.dark_titan.events import (
    AgranokEffect,
    AttackMissed,
    BarrageBegan,
    CardBanished,
    CavalierFought,
    CavalierLost,
    HeraldPlaced,
    SupportArrived,
    SupportFought,
    SupportMoved,
    TrollBurst,
    TrollStruck,
)
from companion.game.boxes.wizards_tower.events import FireBreathed, StructureLit
from companion.game.events import Event, HandsTold
from companion.game.pieces import Structure
from companion.game.rules.requests import Acknowledge
from tests.narration import samples
from tests.narration.telling import NARRATOR, answer, texts, token

GARGOYLE = token("gargoyle", "knight-3")
WALL = Structure("wall", 2)
KNIGHT_3 = SPACES["knight-3"]


@pytest.mark.parametrize(
    ("event", "brief", "normal"),
    [
        (
            HeraldPlaced(token("herald"), 2),
            "Herald 2 of 3.",
            "Herald 2 of 3. Put it on space 2 of the Agranok card.",
        ),
        (AgranokEffect(token("agranok"), 3, 4, ""), "Read line 4.", "Read line 4 of his level 3 card."),
        (
            AgranokEffect(token("agranok"), 3, 4, "back"),
            "He moves 1 back.",
            "Line 4 of level 3: he moves 1 back.",
        ),
        (CardBanished("nice-shot", 1), "Banish Nice Shot.", "Nice Shot is banished. Put it in the box."),
        (
            AttackMissed(token("elite-orc", "knight-3"), KNIGHT_3, 2),
            "Elite orc dodged. Discard the card.",
            "Elite orc, arc 3, green, Knight ring, dodged. Discard the card and what went with it.",
        ),
        (
            TrollBurst(token("boom-troll"), KNIGHT_3),
            "Boom Troll, arc 3, blows up.",
            "Boom Troll, arc 3, green, Knight ring, blows up. All monsters there take 1 damage.",
        ),
        (
            TrollStruck(token("boom-troll"), KNIGHT_3, (3, 4)),
            "Boom Troll blows up arcs 3 and 4.",
            "The Boom Troll blows up. All walls and towers in arcs 3 and 4 fall.",
        ),
        (
            SupportMoved(token("supply-wagon"), SPACES["archer-3"], KNIGHT_3, "green"),
            "Supply Wagon to arc 3, Knight.",
            "Move the Supply Wagon to arc 3, green, Knight ring.",
        ),
        (
            SupportFought(token("supply-wagon"), GARGOYLE, KNIGHT_3, 2),
            "Supply Wagon fights gargoyle, flying.",
            "The Supply Wagon fights gargoyle, flying, arc 3, green, Knight ring. It has 2 left.",
        ),
        (
            SupportArrived(token("stonemasons-cart"), SPACES["castle-3"], 2),
            "Stonemason's Cart is in with 2.",
            "The Stonemason's Cart reaches the castle with 2 health. Take it off the board.",
        ),
        (
            CavalierFought(token("cavalier"), GARGOYLE, KNIGHT_3, 2),
            "Cavalier fights gargoyle, flying.",
            "The Cavalier fights gargoyle, flying, arc 3, green, Knight ring. He takes 2.",
        ),
        (
            CavalierLost(token("cavalier"), KNIGHT_3, "boulder"),
            "Cavalier lost.",
            "The boulder gets him. The Cavalier is lost. Take him off the board.",
        ),
        (
            BarrageBegan(2, "archer", ""),
            "Barrage: Archer.",
            "Barrage. All may play Hit cards: Archer ring. Ben goes first.",
        ),
        (BarrageBegan(2, "", "red"), "Barrage: red.", "Barrage. All may play Hit cards: red. Ben goes first."),
        (HandsTold("plague", "blue-plague", 1), "All discard their blue cards.", None),
        (HandsTold("banish", "wither", 1), "Banish the top card.", None),
        (HandsTold("banish", "agranok", 1), "Banish that card.", None),
        (HandsTold("wagon-draw", "supply-wagon", 3), "All draw 3 cards.", None),
    ],
    ids=lambda value: value.kind if isinstance(value, Event) else "",
)
def test_single_facts_in_plain_words(game, event, brief, normal):
    assert texts([event], game, "brief") == [brief]
    if normal:
        assert texts([event], game) == [normal]


def test_after_the_cards_a_banished_card_is_the_top_one_of_the_deck(game):
    game.table.phase = "move"
    assert texts([HandsTold("banish", "agranok", 1)], game, "brief") == ["Banish the top card."]


def test_what_a_question_asks_to_do_with_cards_is_not_told_before(game):
    for topic, event in (
        ("all-discard", HandsTold("discard-down", "basilisk", 2)),
        ("all-discard", HandsTold("discard-wizard-card", "warlock", 1)),
        ("herald-1", HandsTold("herald-1", "herald", 1)),
        ("wagon-draw", HandsTold("wagon-draw", "supply-wagon", 3)),
        ("table-effect", HandsTold("all-draw", "agranok", 1)),
    ):
        samples.ask(game, Acknowledge(topic, piece=token(event.source), count=event.count))
        assert texts([event], game) == []
        assert re.search("card|draw|discard", NARRATOR.prompt(game, "normal").say)


def test_the_ring_marks_heralds_the_cavalier_breath_and_misses(game):
    elite = token("elite-orc", "knight-3")
    assert NARRATOR.cues([HeraldPlaced(token("herald"), 2)], game) == [{"cue": "herald-2"}]
    assert NARRATOR.cues([AttackMissed(elite, KNIGHT_3, 1)], game) == [{"arc": 3, "cue": "miss"}]
    assert NARRATOR.cues([FireBreathed(elite, KNIGHT_3, "")], game) == [{"arc": 3, "cue": "breath"}]
    assert NARRATOR.cues([StructureLit(WALL, 1)], game) == [{"arc": 2, "cue": "flame"}]
    game.table.parts["cavalier"].piece.space = SPACES["castle-5"]
    assert {"arc": 5, "cue": "cavalier"} in NARRATOR.prompt(game, "normal").ring


# Answers


def test_the_cavalier_is_located_or_said_to_be_away(big):
    assert answer(big, "cavalier") == "The Cavalier is in arc 4, green, Swordsman ring."
    assert answer(big, "cavalier", "brief") == "Cavalier, arc 4, Swordsman."
    assert NARRATOR.answer_screen("cavalier", big) == ("CAVALIER", "ARC 4 GREEN", "SWORDSMAN RING")
    big.table.parts["cavalier"].piece.reset()
    assert answer(big, "cavalier") == "The Cavalier is not on the board."


def test_who_is_on_the_side_of_the_people_is_told_with_the_arc_and_the_board(big):
    samples.put(big, "gargoyle", "archer-4")
    assert answer(big, "arc-4") == (
        "Arc 4, green: gargoyle, flying, Archer ring, 2 health. Wall up. Tower up. "
        "On your side: Supply Wagon, Knight ring, 3 health; Cavalier, Swordsman ring, 2 health."
    )
    assert answer(big, "board").endswith(
        "On your side: Supply Wagon, arc 4, green, Knight ring, 3 health; "
        "Cavalier, arc 4, green, Swordsman ring, 2 health."
    )
    assert "side" not in answer(big, "arc-3")


def test_heralds_are_counted_until_agranok_comes(big):
    card = big.table.parts["agranok"]
    assert answer(big, "heralds") == "No Herald is on the card yet. Agranok is not here yet."
    card.heralds = [big.table.pieces["herald#1"]]
    assert answer(big, "heralds") == "1 of 3 Heralds is on the card. Agranok is not here yet."
    assert answer(big, "heralds", "verbose").endswith("The next makes each player discard 1 special card.")
    card.heralds = []
    card.token.space = SPACES["forest-2"]
    assert answer(big, "heralds") == "Agranok is here. Each Herald makes him act."
    card.token.space, card.destroyed = None, True
    assert answer(big, "heralds") == "Agranok is gone. A Herald is now a plain monster."
