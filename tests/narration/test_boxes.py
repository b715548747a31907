"""What the further boxes say: single facts, whole games at random, and what must not be heard before its time."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from companion.channels.cues import CUES
from companion.game.board import SPACES
from companion.game.boxes.castle_panic.events import OverlordChose
from companion.game.boxes.dark_titan.agranok import LEVELS as LEVELS_OF_HIM
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
from companion.game.boxes.wizards_tower.events import (
    DoppelgangerReplaced,
    FireBreathed,
    FlamesPassed,
    FlamesShort,
    FortifyMoved,
    ImpsCame,
    MonsterDoused,
    MonsterLit,
    MonsterReturned,
    MonstersFrozen,
    PhaseSkipped,
    PlayerInvited,
    StructureDoused,
    StructureLit,
    TowerBuilt,
    WizardDeckLeft,
    WizardsTowerPlaced,
)
from companion.game.events import (
    BoulderRolled,
    Event,
    HandsTold,
    HarbingerDrawn,
    MonsterMoved,
    MonsterPlaced,
    MonsterSlain,
    Rolled,
    TokenDrawn,
    WallFell,
)
from companion.game.fate import Secret
from companion.game.pieces import Structure
from companion.game.rules.harbingers import MegaBossTap
from companion.game.rules.requests import DONE, OVER, Acknowledge, Choose, Refused, Roll, Tap
from companion.game.session import Game
from companion.narration.answers import QUESTIONS
from companion.narration.phrases import LEVELS, LINE_WIDTH
from tests.game.boxes.dark_titan.titan_games import Table, random_game
from tests.narration import reading, samples
from tests.narration.samples import EVERYTHING, KINDS, Monster
from tests.narration.test_limits import ALERT, LIMITS, SETUP

NARRATOR = samples.narrator()


@pytest.fixture
def game() -> Game:
    return samples.ask(samples.new_game(names=("Ana", "Ben", "Mia"), boxes=EVERYTHING), Tap("draw"))


def texts(events: list[Event], game: Game, words: str = "normal") -> list[str]:
    return [told.text for told in NARRATOR.told(events, game, words)]


def token(kind: str, space: str = "", **more: int) -> Monster:
    return samples.standing(kind, space, **more) if space else Monster(KINDS[kind], 1)


def march(kind: str, origin: str, *spaces: str) -> list[Event]:
    """One token that goes from space to space in one movement."""
    moving = token(kind, spaces[-1])
    steps = zip((origin, *spaces), spaces, strict=False)
    return [MonsterMoved(moving, SPACES[here], SPACES[there], "march") for here, there in steps]


# Single facts

ORC, GARGOYLE = token("orc", "knight-3"), token("gargoyle", "knight-3")
WALL, TOWER = Structure("wall", 2), Structure("tower", 4)
KNIGHT_3 = SPACES["knight-3"]


@pytest.mark.parametrize(
    ("event", "brief", "normal"),
    [
        (WizardsTowerPlaced(TOWER), "Wizard's Tower, arc 4.", "The Wizard's Tower goes to arc 4, green."),
        (
            WizardDeckLeft(),
            "The Wizard deck is gone.",
            "The Wizard's Tower is lost. Take the Wizard deck out of the game.",
        ),
        (TowerBuilt(TOWER, True), "Wizard's Tower up, arc 4.", "Put the Wizard's Tower back in arc 4, green."),
        (TowerBuilt(TOWER, False), "Tower 4 is up.", "Put a tower back in arc 4, green."),
        (PhaseSkipped("discard", 1, token("basilisk")), "No swap. Basilisk.", "No swap now. The Basilisk is in play."),
        (
            StructureLit(WALL, 2),
            "Wall 2, 2 flames.",
            "Fire! Put a flame on wall 2. It has 2 flames.",
        ),
        (StructureDoused(WALL, 2, 0), "Wall 2: fire out.", "Take 2 flames off wall 2. It burns no more."),
        (StructureDoused(WALL, 1, 1), "Wall 2, 1 flame.", "Take 1 flame off wall 2. It still has 1."),
        (
            MonsterLit(GARGOYLE, KNIGHT_3, 1, 2),
            "Gargoyle, flying, arc 3, 2 flames.",
            "On fire: gargoyle, flying, arc 3, green, Knight ring, 2 flames. Put 1 flame on it.",
        ),
        (
            MonsterDoused(ORC, KNIGHT_3, 2),
            "Orc, arc 3: fire out.",
            "Take 2 flames off orc, arc 3, green, Knight ring.",
        ),
        (
            FlamesPassed(WALL, ORC, KNIGHT_3, 2, 3),
            "Orc, arc 3, 3 flames.",
            "The flames of wall 2 go to orc, arc 3, green, Knight ring, 3 flames.",
        ),
        (FlamesShort(1), "No flame tokens are left.", "No flame tokens are left. Use something else for 1."),
        (
            FireBreathed(token("dragon", "archer-2"), SPACES["archer-2"], "wall-2"),
            "Dragon, flying, breathes fire at wall 2.",
            "Dragon, flying, arc 2, red, Archer ring, breathes fire. It hits wall 2.",
        ),
        (
            FireBreathed(token("chimera", "archer-2"), SPACES["archer-2"], ""),
            "Chimera breathes fire.",
            "Chimera, arc 2, red, Archer ring, breathes fire. It hits nothing.",
        ),
        (MonstersFrozen(3), "3 monsters are frozen.", "Rain of Ice. 3 monsters do not move."),
        (
            MonsterReturned(token("troll"), 30),
            "Troll back in the bag.",
            "Put a troll from the monster discard back in the bag.",
        ),
        (
            DoppelgangerReplaced(token("doppelganger"), GARGOYLE, KNIGHT_3),
            "Gargoyle, flying, takes its place.",
            "Gargoyle, flying, takes the place of the Doppelganger.",
        ),
        (PlayerInvited(1, 2), "Ben may play 1 card.", "Ben may play 1 Hit card or 1 Wizard card now."),
        (
            FortifyMoved(WALL, Structure("wall", 5)),
            "Fortify to wall 5.",
            "Move the Fortify token from wall 2 to wall 5.",
        ),
        (
            MonsterSlain(token("imp", "forest-1"), SPACES["forest-1"], 0, 0, "card"),
            "Imp, arc 1, slain.",
            "Imp, arc 1, red, Forest, is slain. Put it back in the imp pile.",
        ),
        (Rolled("dragon-move", 4), "4. Dragon: 1 back.", "Rolled 4. The Dragon: 1 back."),
        (Rolled("warlock-arc", 4), "4.", "Rolled 4."),
        (
            BoulderRolled(token("trebuchet"), 4, "wall-1"),
            "The stone hit wall 1.",
            "The stone came from arc 4, green. It hit wall 1.",
        ),
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
        (
            OverlordChose("one-monster"),
            "Overlord: 1 monster.",
            "The Overlord plays 1 monster, in an arc of choice.",
        ),
        (HandsTold("plague", "blue-plague", 1), "All discard their blue cards.", None),
        (HandsTold("discard-down", "basilisk", 2), "All discard down to 2.", None),
        (HandsTold("draw-cards", "berserk", 1), "Draw 1 card.", None),
        (HandsTold("berserk", "berserk"), "Draw 1 for each Hit card.", None),
        (HandsTold("wizard-card-leaves", "eye-of-the-oracle", 1), "Eye of the Oracle: back in the box.", None),
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


def test_all_players_draw_from_the_wizard_deck_only_while_there_is_one(game):
    assert "Castle or Wizard deck" in texts([HandsTold("reinforce", "reinforce", 1)], game)[0]
    game.table.parts["wizard-deck"].in_play = False
    assert "Wizard" not in texts([HandsTold("reinforce", "reinforce", 1)], game)[0]


# What is told together


@pytest.mark.parametrize("words", LEVELS)
@pytest.mark.parametrize("boss", ["basilisk", "chimera", "dragon", "hydra", "necromancer", "warlock", "dark-sorceress"])
def test_a_mega_boss_is_named_before_anything_is_swapped_placed_or_rolled(game, boss, words):
    """A18."""
    harbinger, mega_boss = token(f"harbinger-{boss}"), token(boss)
    events = [TokenDrawn(harbinger, 30, 1), HarbingerDrawn(harbinger, mega_boss, False)]
    samples.ask(game, MegaBossTap(mega_boss))
    first, *others = [*texts(events, game, words), NARRATOR.prompt(game, words).say]
    name = NARRATOR.names.kind(boss, words)
    assert name.lower() in first.lower()
    assert not re.search(r"(?i)out of|swap|take|find|tap|put|roll|press", first)
    assert others == [NARRATOR.prompt(game, words).say]
    assert name in others[0]
    assert NARRATOR.screen_of(events, game) == ("HARBINGER!", name.upper(), "IS COMING")
    assert NARRATOR.cues(events, game) == [{"cue": "harbinger"}]


def test_a_harbinger_whose_boss_came_before_brings_nobody(game):
    event = HarbingerDrawn(token("harbinger-hydra"), token("hydra"), True)
    assert texts([event], game) == ["Harbinger! The Hydra came before. Take this token out of the game."]


def test_imps_that_come_at_once_are_told_in_one_sentence_and_shown_in_all_their_arcs(game):
    imps = [token("imp", f"forest-{arc}", number=arc) for arc in (1, 2, 3)]
    events = [ImpsCame(3, 15, 0), *(MonsterPlaced(imp, imp.space, 1) for imp in imps)]
    assert texts(events, game, "brief") == ["3 imps: arcs 1, 2 and 3."]
    assert texts(events, game) == ["3 imps come into the Forest of arcs 1, 2 and 3."]
    assert [cue.get("arc") for cue in NARRATOR.cues(events, game)] == [None, 1, 2, 3]


def test_imps_of_a_hydra_come_to_one_arc_and_those_of_all_towers_to_all(game):
    hydras = [token("imp", "forest-5", number=number) for number in (1, 2)]
    events = [ImpsCame(2, 0, 2), *(MonsterPlaced(imp, imp.space, 1) for imp in hydras)]
    assert texts(events, game) == ["2 imps come into the Forest of arc 5. No more are left."]
    towers = [token("imp", f"forest-{arc}", number=arc) for arc in range(1, 7)]
    events = [ImpsCame(6, 12, 0), *(MonsterPlaced(imp, imp.space, 1) for imp in towers)]
    assert texts(events, game, "brief") == ["6 imps: all arcs."]
    assert texts([ImpsCame(0, 0, 4)], game) == ["No imps are left in the pile."]


def test_who_goes_two_spaces_in_a_movement_is_told_of_once(game):
    assert texts(march("goblin-cavalry", "archer-4", "knight-4", "swordsman-4"), game) == [
        "Goblin cavalry goes to arc 4, green, Swordsman ring."
    ]
    assert texts(march("chimera", "archer-4", "archer-3", "knight-3"), game, "brief") == [
        "Chimera, arc 4, to arc 3, Knight."
    ]


def test_brief_names_those_who_do_not_go_with_the_others(game):
    events = [
        *march("goblin-cavalry", "forest-4", "archer-4", "knight-4"),
        *march("orc", "forest-1", "archer-1"),
        *march("troll", "forest-2", "archer-2"),
    ]
    assert texts(events, game, "brief") == ["Goblin cavalry to arc 4, Knight.", "All others move 1 in."]


def test_brief_does_not_say_all_when_a_roll_interrupts_the_movement(game):
    events = [*march("orc", "forest-1", "archer-1"), *march("troll", "forest-2", "archer-2")]
    samples.ask(game, Roll("dragon-move", token("dragon", "forest-4")))
    assert texts(events, game, "brief") == ["2 move 1 in."]
    samples.ask(game, Tap("draw"))
    assert texts([Rolled("dragon-move", 3), *events], game, "brief") == ["3. Dragon: it stays.", "2 move 1 in."]


def test_one_who_catches_fire_on_the_way_does_not_break_the_movement(game):
    climber = token("climbing-troll", "castle-2", flames=1)
    events = [
        MonsterMoved(climber, SPACES["swordsman-2"], SPACES["castle-2"], "march"),
        MonsterLit(climber, SPACES["castle-2"], 1, 1),
        *march("orc", "forest-1", "archer-1"),
        *march("troll", "forest-3", "archer-3"),
    ]
    assert texts(events, game, "brief") == [
        "Climbing troll to arc 2, Castle.",
        "Climbing troll, arc 2, 1 flame.",
        "All others move 1 in.",
    ]


def test_flames_pass_on_before_the_others_are_told_of(game):
    near = token("orc", "swordsman-2")
    events = [
        *march("troll", "forest-3", "archer-3"),
        WallFell(WALL, 5),
        FlamesPassed(WALL, near, near.space, 2, 2),
        *march("orc", "forest-1", "archer-1"),
    ]
    assert texts(events, game)[:2] == [
        "Wall 2 falls. Take it away. 5 walls are left.",
        "The flames of wall 2 go to orc, arc 2, red, Swordsman ring, 2 flames.",
    ]


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


# Whole games

FLYERS = re.compile(r"\b(gargoyle|phoenix|dragon)\b")
LOCATED = re.compile(r"\barc \d|\bforest\b")
SLIPS = re.compile(r"  | [.,;:?]|[.,;:?]{2}|[{}]|^[a-z]")
ABOUT_FLYING = ("what flies", "a flying monster")
FIRST_SEED, GAMES = 100, 12


def told_in_a_game(seed: int) -> Iterator[tuple[str, str, str]]:
    """(sort, level, text) of everything that is said and shown in a random game, and of some answers."""
    luck = random.Random(seed)
    game = random_game(luck, pace=luck.choice(["auto", "guided"]), names=("Ana", "Bartholomew Cubbins")[: seed % 3])
    people = Table(game, luck)
    for turn in range(250):
        events = game.take_events()
        for level in LEVELS:
            for told in NARRATOR.told(events, game, level):
                yield ("alert" if told.priority == "alert" else "told"), level, told.text
            sort = "setup" if game.standing.topic in samples.SETUP_TOPICS else "asked"
            yield sort, level, NARRATOR.prompt(game, level).say
            if turn % 20 == 0:
                for about in QUESTIONS:
                    yield "answer", level, NARRATOR.answer(about, game, level)
        yield from shown(events, game)
        if game.request is OVER:
            return
        game.answer(people.answer())


def shown(events: list[Event], game: Game) -> Iterator[tuple[str, str, str]]:
    words = NARRATOR.prompt(game, "normal")
    assert words.screen[-1].startswith(">")
    assert len({name for name, _ in words.options}) == len(words.options)
    assert {cue["cue"] for cue in [*NARRATOR.cues(events, game), *words.ring]} <= set(CUES)
    for lines in (words.screen[:-1], NARRATOR.screen_of(events, game)):
        if lines:
            assert max(map(len, lines)) <= LINE_WIDTH
            yield "shown", "screen", " ".join(lines).lower().capitalize()
    yield from (("option", "normal", text) for _, text in words.options)


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + GAMES))
def test_whole_games_are_told_briefly_cleanly_and_with_every_flyer_called_so(seed):
    """A12 and A17. (A missing word would be an error.)"""
    limits = LIMITS | {"screen": 16}
    for sort, level, text in told_in_a_game(seed):
        most = ALERT if sort == "alert" else SETUP if sort == "setup" and level == "normal" else limits[level]
        if sort not in ("answer", "option"):
            assert 0 < len(reading.words(text)) <= most, text
        assert not SLIPS.search(text.replace(" >", "")), text
        for sentence in re.split(r"[.;:?!/] ?", text.lower()):
            if FLYERS.search(sentence) and LOCATED.search(sentence):
                assert "flying" in sentence, text
            elif "flying" in sentence and not any(words in sentence for words in ABOUT_FLYING):
                assert FLYERS.search(sentence), text


# What must not be heard before its time


def heard(game: Game) -> list[object]:
    """Everything that a table could hear and see at this moment."""
    events = game.take_events()
    told = [NARRATOR.told(events, game, level) for level in LEVELS]
    asked = [NARRATOR.prompt(game, level) for level in LEVELS]
    answers = [NARRATOR.answer(about, game, level) for about in QUESTIONS for level in LEVELS]
    screens = [NARRATOR.answer_screen(about, game) for about in QUESTIONS]
    return [told, asked, answers, screens, NARRATOR.screen_of(events, game), NARRATOR.cues(events, game)]


def turns_heard(**options: object) -> list[object]:
    """Some turns of a game in which nothing secret comes up."""
    game = samples.new_game(boxes=EVERYTHING, setup="quick", pace="guided", first=1, **options)  # type: ignore[arg-type]
    made, drawn = [heard(game)], ["herald#1", "healer#1", "wither#1", "supply-wagon#1"]
    while drawn:
        if isinstance(game.request, Roll):
            game.answer(3)
        elif isinstance(game.request, Tap):
            game.answer(game.table.pieces[drawn.pop(0)])
        elif isinstance(game.request, Choose):
            game.answer(game.request.options[0])
        else:
            game.answer(None if isinstance(game.request, Acknowledge) else DONE)
        made.append(heard(game))
    return made


def test_nothing_heard_depends_on_the_secret_level_or_on_which_harbingers_are_in_the_bag():
    """A58, as far as words, screens and cues go."""
    secrets = {Secret(seed).number("agranok", len(LEVELS_OF_HIM)): Secret(seed) for seed in range(40)}
    assert len(secrets) == len(LEVELS_OF_HIM)
    levels = [turns_heard(agranok="random", secret=secret) for secret in secrets.values()]
    assert all(level == levels[0] for level in levels)
    assert turns_heard(agranok="facedown") == turns_heard(agranok="facedown", secret=Secret(5))
    bags = [("basilisk", "chimera", "dragon"), ("hydra", "necromancer", "warlock"), ("basilisk", "dragon", "warlock")]
    different = [turns_heard(harbingers=bag) for bag in bags]
    assert all(bag == different[0] for bag in different)


@pytest.mark.parametrize("boss", ["basilisk", "dragon", "warlock"])
def test_a_harbinger_that_is_no_starter_is_not_named(boss):
    refused = Refused("illegal-target", "start-kind", piece=token(f"harbinger-{boss}"))
    assert NARRATOR.refusal(refused, None) == "That is not one of the monsters still to start with."
    wrong = Refused("illegal-target", "wrong-boss", piece=token(boss), boss=token("hydra"))
    assert NARRATOR.refusal(wrong, None) == "That is not the Hydra, so look for the Hydra."
    assert boss.upper() not in " ".join(NARRATOR.refusal_screen(wrong, None))
