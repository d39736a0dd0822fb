"""Numbers of things in words."""

from collections.abc import Sequence


def quantity(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun, in the singular if it is one: `1 itemset`, `1,000 copies`."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def size_range(least: int, most: int, noun: str) -> str:
    """The least and the most of something: `3 to 5 records`, or `3 records` if both are the same."""
    return quantity(most, noun) if least == most else f"{least:,} to {quantity(most, noun)}"


def numbers_of_items(numbers: Sequence[int]) -> str:
    """Numbers of items, of which any may be meant: `1 or 2 items`."""
    return f"{word_list([*map(str, numbers)], 'or')} {'item' if list(numbers) == [1] else 'items'}"


def word_list(names: Sequence[str], last: str = "and") -> str:
    """Words one after the other, with a word before the last: `a`, `a and b`, `a, b and c`."""
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
