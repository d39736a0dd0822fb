"""The files that the pages load, of baskets and of visits; drawn from seeds, so that answers stay the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from setrisk.udf.transactions.themes import generate

if TYPE_CHECKING:
    from pathlib import Path

# The popular first; what many buy, whatever else they need.
_WEEKLY = [
    "milk",
    "bread",
    "eggs",
    "butter",
    "apples",
    "tomatoes",
    "coffee",
    "cheese",
    "pasta",
    "rice",
    "chicken",
    "yoghurt",
]
# Reasons to buy -> the fraction of baskets with that reason, and the items, of which each is bought or not.
_REASONS = {
    "breakfast": (0.5, "oats, jam, honey, tea"),
    "dinner": (0.35, "basil, parmesan, olive oil, garlic"),
    "party": (0.3, "beer, crisps, wine, olives"),
    "baby": (0.2, "nappies, baby food, wet wipes, formula milk"),
    "cold": (0.2, "aspirin, plasters, vitamins, cough syrup"),
    "diabetes": (0.04, "test strips, sugar substitute, insulin needles"),
    "pregnancy": (0.03, "pregnancy test, folic acid"),
}


def groceries() -> str:
    """A file of baskets, a line each, items separated by commas. A few people buy what nobody should learn of."""
    random = np.random.default_rng(3)
    popularity = 0.6 * np.arange(1, len(_WEEKLY) + 1) ** -0.7
    lines = []
    for _ in range(500):
        basket = [item for item, likely in zip(_WEEKLY, popularity, strict=True) if random.random() < likely]
        for likely, items in _REASONS.values():
            if random.random() < likely:
                basket += [item for item in items.split(", ") if random.random() < 0.5]
        lines += [",".join(basket)] if basket else []
    return "\n".join(lines) + "\n"


# Few items for many people, which noise leaves something of -> the fraction of people with each.
_HABITS = {
    "coffee": 0.7,
    "tea": 0.4,
    "alcohol": 0.5,
    "tobacco": 0.2,
    "cycling": 0.35,
    "running": 0.25,
    "sleeping pills": 0.05,
    "insulin": 0.03,
}


def habits() -> str:
    """A file of what each of 3,000 people does or takes, as baskets."""
    random = np.random.default_rng(5)
    draws = random.random((3000, len(_HABITS))) < list(_HABITS.values())
    rows = [[item for item, is_held in zip(_HABITS, draw, strict=True) if is_held] for draw in draws]
    return "\n".join(",".join(row) for row in rows if row) + "\n"


def write(folder: Path, limits: str) -> None:
    """Write each file that a page names into a folder.

    Args:
        folder: where.
        limits: the page with the limits of a gate.
    """
    (folder / "groceries.csv").write_text(groceries(), encoding="utf-8")
    (in_toml,) = re.findall(r"^```toml\n(.*?)^```", limits, re.DOTALL | re.MULTILINE)
    (folder / "limits.toml").write_text(in_toml, encoding="utf-8")
    made = generate(n_records=60, n_documents=0, seed=1)
    numbers = {item: n for n, item in enumerate(sorted({item for record in made.records for item in record}))}
    lines = [" ".join(str(numbers[item]) for item in record) for record in made.records]
    (folder / "retail.dat").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "habits.csv").write_text(habits(), encoding="utf-8")
    (folder / "items.txt").write_text("\n".join(_HABITS) + "\n", encoding="utf-8")
    visits = [f"p{n},{item}" for n, record in enumerate(made.records) for item in record]
    dated = [f"{visit},2024-0{n % 3 + 1}-1{n % 7},2024-0{n % 3 + 1}" for n, visit in enumerate(visits)]
    (folder / "visits.csv").write_text("\n".join(["patient,diagnosis,day,month", *dated]) + "\n", encoding="utf-8")
    for n, month in enumerate(("january", "february", "march")):
        stays = [visit for visit in visits if 10 * n <= int(visit.split(",")[0][1:]) < 10 * n + 40]
        (folder / f"{month}.csv").write_text("\n".join(["patient,diagnosis", *stays]) + "\n", encoding="utf-8")
