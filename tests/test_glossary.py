"""The glossary: short, whole sentences, one meaning a term."""

import pytest

from semeai.glossary import PARTS, meaning

TERMS = [(part, term) for part, table in PARTS.items() for term in table]


def test_every_term_has_one_meaning() -> None:
    terms = [term for _, term in TERMS]
    assert len(terms) == len(set(terms))


@pytest.mark.parametrize("part", PARTS)
def test_a_meaning_is_one_short_sentence(part: str) -> None:
    for term, words in PARTS[part].items():
        assert words[0].isupper(), term
        assert words.endswith("."), term
        assert len(words) <= 140, term
        assert ". " not in words, term
        assert meaning(term) == words


@pytest.mark.parametrize("part", PARTS)
def test_terms_are_in_order(part: str) -> None:
    assert list(PARTS[part]) == sorted(PARTS[part], key=str.lower)
