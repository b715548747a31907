import pytest

from companion.narration.catalogue import Catalogue
from companion.narration.name import Fact, Name
from companion.narration.voice_catalogue import VoiceCatalogue
from tests.narration.messages import made

ORC = Name("kind-orc", "")
HAG = Name("kind-hag", "")
GERMAN = """
kind-orc = Ork
    .the = der Ork
    .dative = dem Ork
    .gender = masculine
kind-hag = Hexe
    .the = die Hexe
    .dative = der Hexe
    .gender = feminine
kind-imp = Imp
who = { $kind } auf { $spot }
    .the = { FORM($kind, "the") } auf { $spot }
    .dative = { FORM($kind, "dative") } auf { $spot }
    .gender = { FORM($kind, "gender") }
pair = { $one } und { $two }
    .dative = { FORM($one, "dative") } und { FORM($two, "dative") }
plain = { $who }
dative = mit { FORM($who, "dative") }
gender = { FORM($who, "gender") ->
    [feminine] sie
    [masculine] er
   *[other] es
 }
word = { $who ->
    [Ork] Grün
   *[other] bunt
 }
"""


@pytest.fixture
def german() -> Catalogue:
    return made(GERMAN, "de")


def said(source: str, language: str = "en", **facts: Fact) -> str:
    return made(source, language).phrase("one", "", facts)


def who(kind: Name, form: str = "") -> Name:
    return Name("who", form, (("kind", kind), ("spot", "Feld 3")))


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "none"), (1, "few: 1"), (2, "few: 2"), (5, "many"), (22, "few: 22"), (122, "few: 122")]
)
def test_an_exact_number_goes_before_a_plural_category(number, expected):
    source = "one = { $n ->\n    [few] few: { $n }\n    [0] none\n    [1] few: 1\n    [one] one\n   *[many] many\n }"
    assert said(source, "ru", n=number) == expected


def test_a_text_of_digits_is_no_number():
    source = "one = { $n ->\n    [1] exact\n    [one] category\n   *[other] other\n }"
    assert (said(source, n=1), said(source, n="1"), said(source, n="one")) == ("exact", "other", "category")


def test_texts_numbers_and_messages_are_put_in():
    source = 'one = { "{" }{ 7 } { NUMBER($n) } { two.long }{ { $w } }\ntwo = 2\n    .long = two of { $w }'
    assert said(source, n=3, w="x") == "{7 3 two of xx"


def test_selections_nest():
    source = """one = { $sex ->
        [f] { $n ->
            [one] she
           *[other] they ({ $n })
        }
       *[m] he
    }"""
    assert [said(source, sex=sex, n=n) for sex, n in (("f", 1), ("f", 4), ("m", 1))] == ["she", "they (4)", "he"]


def test_a_term_sees_its_parameters_alone():
    source = """
-brand = { $case ->
    [dative] dem Turm { $n }
   *[nominative] der Turm
}
    .gender = masculine
one = { -brand(case: "dative", n: 2) }, { -brand }, { -brand.gender ->
    [masculine] er
   *[other] es
}"""
    assert said(source, case="dative", n=9) == "dem Turm 2, der Turm, er"
    assert list(made(source)) == ["one"]
    with pytest.raises(KeyError, match="n"):
        said('-t = { $n }\none = { -t(case: "dative") }', n=9)


@pytest.mark.parametrize(
    "source",
    ["one = { $gone }", "one = { two }", "one = { two.gone }\ntwo = 2", "one = { -gone }", 'one = { FORM($x, "a") }'],
)
def test_what_is_missing_is_a_key_error_that_names_the_message(source):
    with pytest.raises(KeyError, match="one"):
        said(source)


def test_a_name_is_put_in_in_its_own_form(german):
    facts = [
        {"who": ORC},
        {"who": ORC._replace(form="the")},
        {"who": ORC._replace(form="gone")},
        {"who": who(ORC, "the")},
    ]
    assert [german.phrase("plain", "", fact) for fact in facts] == ["Ork", "der Ork", "Ork", "der Ork auf Feld 3"]


def test_the_sentence_decides_on_the_case_of_a_name_and_of_the_names_in_it(german):
    pair = Name("pair", "", (("one", who(ORC)), ("two", HAG)))
    assert german.phrase("dative", "", {"who": HAG}) == "mit der Hexe"
    assert german.phrase("dative", "", {"who": who(ORC, "the")}) == "mit dem Ork auf Feld 3"
    assert german.phrase("dative", "", {"who": pair}) == "mit dem Ork auf Feld 3 und der Hexe"


def test_a_name_without_that_form_is_as_it_is_by_itself(german):
    assert german.phrase("dative", "", {"who": Name("kind-imp", "")}) == "mit Imp"
    assert german.words(Name("pair", "the", (("one", ORC), ("two", ORC)))) == "Ork und Ork"


def test_texts_and_numbers_have_one_form(german):
    assert [german.phrase("dative", "", {"who": fact}) for fact in ("Ana", 3)] == ["mit Ana", "mit 3"]


def test_a_selection_by_the_gender_of_a_name(german):
    names = (HAG, who(ORC), Name("kind-imp", ""), "Ana")
    assert [german.phrase("gender", "", {"who": name}) for name in names] == ["sie", "er", "es", "es"]


def test_a_selection_on_a_name_is_by_its_words(german):
    assert [german.phrase("word", "", {"who": name}) for name in (ORC, HAG)] == ["Grün", "bunt"]


def test_a_fact_by_itself(german):
    assert [german.words(fact) for fact in ("Ana", 1234, who(HAG, "the"))] == ["Ana", "1.234", "die Hexe auf Feld 3"]
    with pytest.raises(KeyError):
        german.words(Name("kind-gone", ""))


def test_a_voice_has_its_own_words_for_names_but_not_for_what_a_message_refers_to():
    plain = made(
        "kid-kind-orc = monster\n    .the = the monster\nkind-orc = orc\n    .the = the orc\n"
        'where = here\nkid-where = there\none = { $who }, { FORM($who, "the") }, { where }'
    )
    voice = VoiceCatalogue(plain, "kid")
    assert voice.phrase("one", "", {"who": ORC}) == "monster, the monster, here"
    assert plain.phrase("one", "", {"who": ORC}) == "orc, the orc, here"
    assert voice.words(ORC) == "monster"
