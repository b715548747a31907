"""How hard a text is to read: the Flesch-Kincaid grade (Kincaid and others, 1975), with a plain count of syllables."""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Za-z]+|[0-9]+")
_NUMBERS = {"7": 2, "0": 2}
_SILENT = re.compile(r"(?<=[^aeiouyl])e$|(?<=[aeiouy])le$|(?<=[^aeiouydt])ed$|(?<=[^aeiouyszxgc])es$")


def words(text: str) -> list[str]:
    return [word for word in re.split(r"\s+", text) if re.search(r"\w", word)]


def sentences(text: str) -> list[str]:
    return [part for part in re.split(r"[.!?]+(?:\s|$)", text) if part.strip()]


def syllables(word: str) -> int:
    """Groups of vowels, without those that are not heard."""
    if word.isdigit():
        return sum(_NUMBERS.get(digit, 1) for digit in word)
    heard = _SILENT.sub("", word.lower())
    return max(1, len(re.findall(r"[aeiouy]+", heard)))


def grade(text: str) -> float:
    """As textstat 0.7.4 has it, which counts no sentence of one or two words."""
    said = _WORD.findall(text)
    whole = max(1, sum(len(words(sentence)) > 2 for sentence in sentences(text)))
    return 0.39 * len(said) / whole + 11.8 * sum(map(syllables, said)) / len(said) - 15.59
