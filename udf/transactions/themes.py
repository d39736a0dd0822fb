"""Generated data for demonstrations, tests and benchmarks: set-valued records with themes, and a corpus that fits.

The data sets of THESIS 5.1.1 are not free to pass on, and none of them comes with the knob that the experiments turn:
density (CONTEXT 6.2.2) and the number of domains (I2B2 has one, AOL many; CONTEXT Table II). This generator has both.
Its records are not a model of anybody's data: they say how a method behaves when it is given what it expects.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import BadInput

# domain -> theme -> items; every item is there once, and none is a part of another one.
_VOCABULARY = {
    "medicine": {
        "heart": "angina, heart attack, blood pressure, palpitation, cholesterol, pacemaker, arrhythmia, beta blocker, "
        "bypass surgery, chest pain, statin, stent",
        "lungs": "asthma, bronchitis, cough, inhaler, oxygen mask, pneumonia, sputum, wheezing, emphysema, "
        "lung capacity, steroid spray, pleurisy",
        "bones": "fracture, plaster cast, osteoporosis, hip replacement, arthritis, knee brace, crutch, "
        "calcium tablet, sprain, spinal disc, bone density, physiotherapy",
        "digestion": "ulcer, heartburn, antacid, colonoscopy, gallstone, gastritis, laxative, stomach cramp, hernia, "
        "appendix, celiac disease, liver enzyme",
        "nerves": "migraine, epilepsy, seizure, stroke, dizziness, tremor, neuropathy, memory loss, brain scan, "
        "sciatica, numbness, concussion",
        "skin": "eczema, psoriasis, acne, rash, melanoma, sunburn, itching, skin graft, wart, dermatitis, "
        "blister, burn dressing",
    },
    "cooking": {
        "baking": "flour, yeast, rolling pin, sourdough, cake tin, baking powder, icing sugar, pastry, vanilla pod, "
        "oven glove, muffin, cinnamon roll",
        "grill": "barbecue, charcoal, marinade, rib eye, skewer, burger bun, coleslaw, tongs, smoked paprika, "
        "corn cob, sausage, hickory chip",
        "fish": "salmon, oyster, lemon wedge, fish stock, prawn, mussel, squid ring, tartar sauce, anchovy, dill, "
        "sea bass, crab claw",
        "breakfast": "porridge, omelette, maple syrup, toast, marmalade, granola, poached egg, bacon, pancake, "
        "orange juice, waffle iron, yoghurt",
        "wok": "soy sauce, ginger, rice noodle, tofu, sesame oil, bamboo shoot, bok choy, chilli paste, spring roll, "
        "coconut milk, lemongrass, fish sauce",
        "dessert": "chocolate, caramel, ice cream, meringue, custard, raspberry coulis, whipped cream, truffle, "
        "cheesecake, sorbet, praline, gelatine",
    },
    "travel": {
        "beach": "sunscreen, snorkel, hammock, deck chair, lagoon, surfboard, parasol, sandcastle, beach towel, "
        "coral reef, lifeguard, flip flop",
        "mountains": "hiking boot, rucksack, chairlift, glacier, climbing rope, mountain hut, compass, summit cross, "
        "avalanche, trekking pole, ridge walk, ice axe",
        "city": "museum, cathedral, street map, tram ticket, guided tour, flea market, art gallery, opera house, "
        "rooftop bar, souvenir shop, old town, observation deck",
        "flying": "passport, boarding pass, suitcase, airport lounge, window seat, jet lag, customs officer, "
        "departure gate, hand luggage, stopover, flight attendant, visa",
        "camping": "tent, sleeping bag, campfire, gas stove, headlamp, caravan, air mattress, mosquito net, "
        "pocket knife, water canister, picnic table, campsite",
        "sailing": "harbour, anchor, lighthouse, life jacket, ship cabin, captain, ferry, mainsail, tide table, "
        "mooring, sextant, porthole",
    },
    "household": {
        "garden": "lawn mower, flower bed, watering can, compost, wheelbarrow, hedge, tulip bulb, greenhouse, rake, "
        "garden hose, rose bush, birdhouse",
        "workshop": "screwdriver, power drill, hammer, spirit level, sandpaper, toolbox, wood glue, tape measure, "
        "pliers, saw blade, workbench, chisel",
        "cleaning": "vacuum cleaner, mop, bucket, detergent, sponge, feather duster, window cloth, bleach, broom, "
        "laundry basket, stain remover, rubber glove",
        "pets": "dog lead, cat litter, aquarium, hamster wheel, vet visit, flea collar, parrot, rabbit hutch, "
        "chew toy, puppy, kitten, goldfish",
        "desk": "printer, keyboard, desk lamp, paper clip, stapler, swivel chair, notebook, webcam, filing cabinet, "
        "whiteboard, invoice, calendar",
        "music": "violin, piano stool, guitar string, sheet music, metronome, drum kit, trumpet, choir, amplifier, "
        "flute, tuning fork, cello",
    },
}

_SENTENCES = {
    "medicine": (
        "The report of the ward mentions {} and {} on the same page.",
        "Asked about {}, the doctor talked about {} first.",
        "Among the cases with {} there were some with {}.",
        "A nurse wrote down {}, then {}, and signed the form.",
    ),
    "cooking": (
        "The recipe begins with {} and ends with {}.",
        "In our kitchen {} never comes without {}.",
        "She bought {} for Sunday and looked for {} in vain.",
        "The cook swears by {}, his brother by {}.",
    ),
    "travel": (
        "The guide book praises {} and warns of {}.",
        "We came for {} and stayed for {}.",
        "Nobody in the group had thought of {}, let alone of {}.",
        "The last postcard shows {} next to {}.",
    ),
    "household": (
        "The neighbour lent us {} and asked for {} in return.",
        "Between {} and {} there was no room left.",
        "The old list says {}, the new one says {}.",
        "Without {} there is little use in {}.",
    ),
}
_BACKGROUND = (
    "It rained for most of that week.",
    "Nobody could say afterwards how long it had taken.",
    "The rest is a matter of taste.",
    "More about this in the next issue.",
    "Opinions differ, as they always do.",
    "There was a long pause, and then everybody laughed.",
)

_N_THEMES = 6  # of each domain
_N_ITEMS = 12  # of each theme
_FORMS = 4  # sentences of each domain
_SENTENCES_PER_DOCUMENT = 3
# An item of a sentence belongs to the theme of the document, to any theme of its domain, or to any theme at all.
_MENTIONS = (0.5, 0.2, 0.3)
# The popularity of the i-th item of a theme is 1 / i^_SKEW: data without rare items would need no protection.
_SKEW = 0.7


@dataclass(frozen=True)
class Generated:
    """What `generate` returns.

    Attributes:
        records: set-valued records, each a list of distinct items; the items of a theme are together.
        documents: plain English text, some sentences each.
        themes: "domain: theme" -> its items, the popular ones first. The truth behind both, for tests and examples.
    """

    records: list[list[str]]
    documents: list[str]
    themes: dict[str, list[str]]


def generate(
    *,
    n_records: int = 400,
    n_themes: int = 6,
    items_per_theme: int = 12,
    items_per_record: int = 8,
    density: float = 0.3,
    domains: int = 3,
    n_documents: int = 1200,
    seed: int = 7,
) -> Generated:
    """Generate set-valued records with themes, and a corpus of documents in which items of a theme meet.

    A record visits themes in random order. From each it takes `density` of the theme's items, until it is full: with
    the defaults 4 items of each of two themes, at density 1 items of one theme alone, at density 0 one item of each of
    many themes. The higher the density, the more items do records of one theme share.

    A document is about one theme. Its sentences pair two items, mostly of that theme, at times of another one of the
    same domain or of any theme: items of a theme meet most often, items of a domain more often than the rest, and no
    pair is ruled out. Similarities of terms by this corpus tell themes apart, but make mistakes.

    Both favour some items of each theme over others.

    Args:
        n_records: number of records, >= 0.
        n_themes: number of themes, from `domains` to 6 * `domains`; they are spread evenly over the domains.
        items_per_theme: 2 to 12.
        items_per_record: length of every record, 1 to `n_themes` * `items_per_theme`.
        density: share of a theme's items that a record takes when it visits the theme, in [0, 1]; rounded to whole
            items, one at least, `items_per_record` at most.
        domains: 1 to 4: medicine, cooking, travel, household, in this order. One domain makes all themes related; more
            make most of them strangers (I2B2 and AOL in CONTEXT 6.1).
        n_documents: number of documents, >= 0.
        seed: of numpy's PCG64, >= 0. The same arguments give the same data.

    Raises:
        BadInput: an argument is out of its range.
    """
    _check_range("n_records", n_records, 0, None)
    _check_range("domains", domains, 1, len(_VOCABULARY))
    _check_range("n_themes", n_themes, domains, domains * _N_THEMES)
    _check_range("items_per_theme", items_per_theme, 2, _N_ITEMS)
    _check_range("items_per_record", items_per_record, 1, n_themes * items_per_theme)
    _check_range("density", density, 0, 1)
    _check_range("n_documents", n_documents, 0, None)
    _check_range("seed", seed, 0, None)
    rng = np.random.Generator(np.random.PCG64(seed))
    themes = _themes(rng, n_themes, items_per_theme, domains)
    names = np.array(list(themes.values()), dtype=object)
    visit = max(1, round(density * items_per_theme))
    return Generated(
        records=_records(rng, names, n_records, items_per_record, visit),
        documents=_documents(rng, names, n_documents, domains),
        themes=themes,
    )


def _check_range(name: str, value: float, least: float, most: float | None) -> None:
    if not (value >= least and (most is None or value <= most)):
        wanted = f"at least {least}" if most is None else f"{least} to {most}"
        raise BadInput(f"{name} is {value}; it must be {wanted}")


def _themes(rng: np.random.Generator, n_themes: int, items_per_theme: int, domains: int) -> dict[str, list[str]]:
    """Return the themes in turns from each domain, with their items in a random order of popularity."""
    themes = {}
    for i in range(n_themes):
        domain = list(_VOCABULARY)[i % domains]
        theme, items = list(_VOCABULARY[domain].items())[i // domains]
        themes[f"{domain}: {theme}"] = [str(item) for item in rng.permutation(items.split(", ")[:items_per_theme])]
    return themes


def _popularity(n_items: int) -> NDArray[np.float64]:
    """Return the probability of each item of a theme to be the one that is picked."""
    weights: NDArray[np.float64] = np.arange(1.0, n_items + 1) ** -_SKEW
    weights /= weights.sum()
    return weights


def _records(rng: np.random.Generator, names: NDArray[np.object_], n: int, length: int, visit: int) -> list[list[str]]:
    """Draw n records: `visit` items of one theme after the other, and once more around if that is not enough."""
    n_themes, n_items = names.shape
    # What is in a record's i-th place is the same for all: an item, by rank, of the record's own order of themes.
    slots = [
        (place, rank)
        for first in range(0, n_items, visit)
        for place in range(n_themes)
        for rank in range(first, min(first + visit, n_items))
    ]
    place, rank = np.array(slots[:length]).T
    theme = rng.permuted(np.tile(np.arange(n_themes), (n, 1)), axis=1)[:, place]
    # Ordered by logarithm + Gumbel noise, items are as if drawn one by one without replacement.
    drawn = np.argsort(-np.log(_popularity(n_items)) - rng.gumbel(size=(n, n_themes, n_items)), axis=2)
    item = drawn[np.arange(n)[:, None], theme, rank]
    records: list[list[str]] = names[theme, item].tolist()
    return records


def _documents(rng: np.random.Generator, names: NDArray[np.object_], n: int, domains: int) -> list[str]:
    n_themes, n_items = names.shape
    shape = (n, _SENTENCES_PER_DOCUMENT, 2)
    about = rng.integers(n_themes, size=n)
    theme = _mentioned_themes(rng, about, n_themes, domains, shape)
    item = rng.choice(n_items, size=shape, p=_popularity(n_items))
    twice = (theme[..., 0] == theme[..., 1]) & (item[..., 0] == item[..., 1])
    item[twice, 1] = (item[twice, 1] + 1) % n_items
    form = rng.integers(_FORMS, size=shape[:2])
    background = rng.integers(len(_BACKGROUND), size=n)
    forms = list(_SENTENCES.values())
    documents = []
    for t, used, items, last in zip(about, form, names[theme, item], background, strict=True):
        sentences = [forms[t % domains][f].format(*pair) for f, pair in zip(used, items, strict=True)]
        documents.append(" ".join([*sentences, _BACKGROUND[last]]))
    return documents


def _mentioned_themes(
    rng: np.random.Generator, about: NDArray[np.int64], n_themes: int, domains: int, shape: tuple[int, int, int]
) -> NDArray[np.int64]:
    """Return the theme of each mention, of the given shape: the document's own, one of its domain, or any."""
    own = np.broadcast_to(about[:, None, None], shape)
    domain = own % domains
    of_domain = (n_themes - domain - 1) // domains + 1
    kin = domain + domains * (rng.random(shape) * of_domain).astype(np.int64)
    anything = rng.integers(n_themes, size=shape)
    return np.choose(rng.choice(3, size=shape, p=_MENTIONS), [own, kin, anything])
