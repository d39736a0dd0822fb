"""The generated records and corpus: what the arguments promise, and that semantic scores can learn from the corpus."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.errors import BadInput
from setrisk.udf.transactions import themes as module
from setrisk.udf.transactions.themes import Generated, generate

VOCABULARY = {
    f"{domain}: {theme}": items.split(", ")
    for domain, themes in module._VOCABULARY.items()
    for theme, items in themes.items()
}
ITEMS = [item for items in VOCABULARY.values() for item in items]


def words(text: str) -> str:
    """The words of a text, so that `words(a) in words(b)` asks whether b holds the phrase a."""
    return f" {' '.join(re.findall(r'[a-z]+', text.lower()))} "


def distances(made: Generated) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The normalised Google distances of all pairs (CONTEXT (1)); which pairs share a theme; which share a domain."""
    items = [item for of_theme in made.themes.values() for item in of_theme]
    theme = np.array([name for name, of_theme in made.themes.items() for _ in of_theme])
    domain = np.array([name.split(":")[0] for name in theme])
    holds = np.array([[words(item) in document for item in items] for document in map(words, made.documents)], float)
    both = np.log(np.maximum(holds.T @ holds, 0.5))
    single = np.log(holds.sum(axis=0))
    table = (np.maximum.outer(single, single) - both) / (np.log(len(holds)) - np.minimum.outer(single, single))
    a, b = np.triu_indices(len(items), 1)
    return table[a, b], theme[a] == theme[b], domain[a] == domain[b]


def test_vocabulary():
    assert all(len(items) == 12 for items in VOCABULARY.values())
    assert len(module._VOCABULARY) >= 3
    assert all(len(themes) >= 4 for themes in module._VOCABULARY.values())
    assert len(set(ITEMS)) == len(ITEMS)
    assert all(item == " ".join(re.findall("[a-z]+", item)) for item in ITEMS)
    # A phrase inside another one, or in a sentence of the corpus, would be counted where it was not meant.
    assert [(a, b) for a in ITEMS for b in ITEMS if a != b and words(a) in words(b)] == []
    sentences = [sentence for of_domain in module._SENTENCES.values() for sentence in of_domain]
    assert all(sentence.count("{}") == 2 for sentence in sentences)
    assert [(a, b) for a in ITEMS for b in (*sentences, *module._BACKGROUND) if words(a) in words(b)] == []
    assert all(len(of_domain) == module._FORMS for of_domain in module._SENTENCES.values())


def test_defaults():
    made = generate()
    assert len(made.records) == 400
    assert len(made.documents) == 1200
    assert list(made.themes) == [
        "medicine: heart",
        "cooking: baking",
        "travel: beach",
        "medicine: lungs",
        "cooking: grill",
        "travel: mountains",
    ]
    assert all(type(item) is str for record in made.records for item in record)
    for record in made.records:
        # Four items of each of two themes, the items of a theme together.
        for half in (record[:4], record[4:]):
            assert sum(set(half) <= set(of_theme) for of_theme in made.themes.values()) == 1
    supports = {item: sum(item in record for record in made.records) for item in ITEMS}
    used = [supports[item] for of_theme in made.themes.values() for item in of_theme]
    assert min(used) > 0
    assert max(used) > 2 * min(used)


def test_same_seed_same_data_and_other_seed_other_data():
    assert generate(seed=3) == generate(seed=3)
    assert generate(seed=3).records != generate(seed=4).records
    assert generate(seed=3).documents != generate(seed=4).documents


@st.composite
def arguments(draw) -> dict[str, float]:
    domains = draw(st.integers(1, 4))
    n_themes = draw(st.integers(domains, 6 * domains))
    items_per_theme = draw(st.integers(2, 12))
    return {
        "n_records": draw(st.integers(0, 20)),
        "n_themes": n_themes,
        "items_per_theme": items_per_theme,
        "items_per_record": draw(st.integers(1, n_themes * items_per_theme)),
        "density": draw(st.floats(0, 1)),
        "domains": domains,
        "n_documents": draw(st.integers(0, 20)),
        "seed": draw(st.integers(0, 2**63)),
    }


@settings(max_examples=120)
@given(arguments())
def test_properties(given_arguments):
    made = generate(**given_arguments)
    n_items, length = given_arguments["items_per_theme"], given_arguments["items_per_record"]
    assert len(made.themes) == given_arguments["n_themes"]
    assert all(len(items) == n_items and set(items) <= set(VOCABULARY[name]) for name, items in made.themes.items())
    per_domain = [sum(name.startswith(domain) for name in made.themes) for domain in module._VOCABULARY]
    used = per_domain[: given_arguments["domains"]]
    assert max(used) - min(used) <= 1
    assert sum(used) == given_arguments["n_themes"]
    assert len(made.records) == given_arguments["n_records"]
    known = {item: name for name, items in made.themes.items() for item in items}
    visit = max(1, round(given_arguments["density"] * n_items))
    for record in made.records:
        assert len(record) == len(set(record)) == length
        visited = len({known[item] for item in record})
        assert visited == min(len(made.themes), -(-length // visit))
    assert len(made.documents) == given_arguments["n_documents"]
    for document in made.documents:
        mentioned = [item for item in known if words(item) in words(document)]
        assert 2 <= len(mentioned) <= 2 * module._SENTENCES_PER_DOCUMENT
        assert "{" not in document


def test_density_makes_records_of_a_theme_more_alike():
    """Mean Jaccard similarity of records that share a theme, by rising density."""
    alike = []
    for density in (0.0, 0.25, 0.5, 1.0):
        made = generate(density=density, n_records=120, items_per_record=12, n_documents=0)
        records = [set(record) for record in made.records]
        first = [next(name for name, items in made.themes.items() if record[0] in items) for record in made.records]
        alike.append(
            np.mean(
                [
                    len(a & b) / len(a | b)
                    for i, a in enumerate(records)
                    for j, b in enumerate(records[:i])
                    if first[i] == first[j]
                ]
            )
        )
    assert alike == sorted(alike)
    assert alike[-1] == 1


def test_distances_tell_themes_apart_but_not_perfectly():
    distance, same_theme, same_domain = distances(generate())
    kin, strangers = same_domain & ~same_theme, ~same_domain
    assert distance[same_theme].mean() < distance[kin].mean() < distance[strangers].mean()
    # The chance that a pair of one theme is nearer than another pair; 1 would be perfect.
    right = (distance[same_theme][:, None] < distance[~same_theme]).mean()
    assert 0.9 < right < 0.995


def test_one_domain_is_harder_than_several():
    def right(domains: int) -> float:
        distance, same_theme, _ = distances(generate(domains=domains, n_themes=4, n_documents=800))
        return float((distance[same_theme][:, None] < distance[~same_theme]).mean())

    assert right(domains=1) < right(domains=4)


def test_numbers_may_be_zero():
    made = generate(n_records=0, n_documents=0)
    assert (made.records, made.documents) == ([], [])


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("n_records", -1),
        ("n_themes", 2),  # fewer than the domains
        ("n_themes", 19),
        ("items_per_theme", 1),
        ("items_per_theme", 13),
        ("items_per_record", 0),
        ("items_per_record", 73),
        ("density", -0.1),
        ("density", 1.1),
        ("density", float("nan")),
        ("domains", 0),
        ("domains", 5),
        ("n_documents", -1),
        ("seed", -1),
    ],
)
def test_bad_input(argument, value):
    with pytest.raises(BadInput, match=f"{argument} is {value}"):
        generate(**{argument: value})
