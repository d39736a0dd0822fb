"""The cells of a grid: which releases are tried."""

from typing import Any

import pytest

from setrisk.errors import BadInput, UnknownMethod
from setrisk.pipelines.whatif.grid import cells


def given(method: str | list[str] = "coat", attack: list[str] | None = None, **parameters: Any) -> list[Any]:
    found = cells([method] if isinstance(method, str) else method, attack, parameters)
    return [(cell.method.name, cell.parameters, cell.attacks) for cell in found]


def ks(values: Any) -> list[Any]:
    return [parameters["k"] for _, parameters, _ in given(k=values, random_constraints=0.1)]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (3, [3]),
        ("3", [3]),
        ("2..4", [2, 3, 4]),
        (" 2 .. 4 , 9", [2, 3, 4, 9]),
        ("5,3,5", [5, 3]),
        (range(2, 5), [2, 3, 4]),
        ([2, "4..5"], [2, 4, 5]),
        ((2,), [2]),
    ],
)
def test_values_of_numbers(values: Any, expected: list[int]) -> None:
    assert ks(values) == expected


def test_all_combinations_in_order_and_each_method_takes_what_it_has() -> None:
    found = given(["disassociation", "coat"], k=[3, 2], m="1..2", max_suppression="0,0.5", random_constraints=0.1)
    on_chunks = ["random", "aba", "rga", "mra", "assignment"]
    in_chunks = [("disassociation", {"k": k, "m": m}, on_chunks) for k in (3, 2) for m in (1, 2)]
    generalised = [
        (
            "coat",
            {"k": k, "max_suppression": share, "random_constraints": 0.1},
            ["ra", "mda", "tba", "wba", "gba", "rba"],
        )
        for k in (3, 2)
        for share in (0.0, 0.5)
    ]
    assert [(method, dict(sorted(p.items())), attacks) for method, p, attacks in found] == in_chunks + generalised


def test_text_is_one_value_and_a_list_of_texts_several() -> None:
    def fan_outs(values: Any) -> list[Any]:
        return [p["fan_out"] for _, p, _ in given("aplkiller", epsilon=1, from_data="true", fan_out=values)]

    assert fan_outs("2,3") == ["2,3"]
    assert fan_outs(["2,3", "5"]) == ["2,3", "5"]


def test_constraints_are_one_value() -> None:
    ((_, parameters, _),) = given(k=2, privacy=[["a", "b"], ["c"]])
    assert parameters["privacy"] == [["a", "b"], ["c"]]


def test_booleans() -> None:
    found = [p["refine"] for _, p, _ in given("disassociation", k=2, refine="true,false")]
    assert found == [True, False]


def test_attacks_are_each_on_the_releases_of_its_family() -> None:
    found = given(["coat", "disassociation"], ["rga", "gba", "rba"], k=2, random_constraints=0.1)
    assert [attacks for _, _, attacks in found] == [["ra", "gba", "rba"], ["random", "rga"]]
    assert given("coat", ["ra"], k=2, random_constraints=0.1)[0][2] == ["ra"]
    (_, _, every), *_ = given("disassociation", ["all"], k=2)
    assert set(every) == {"random", "aba", "rga", "mra", "assignment"}


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"k": 2, "epsilon": 1}, "coat: no parameter 'epsilon'; there are "),
        ({"k": "x"}, "k is 'x'; it must be a whole number"),
        ({"k": "4..2"}, "k is '4..2'; give a range of up to 1,000 numbers"),
        ({"k": "1..5000"}, "k is '1..5000'; give a range of up to 1,000 numbers"),
        ({"k": f"2..{'9' * 5000}"}, "k is '2..9999"),
        ({"k": "2..901", "seed": "1..900", "max_suppression": "0,1"}, "the grid has 1,620,000 releases"),
        ({"k": []}, "k: no value is given"),
        ({"k": 2, "privacy": object()}, "privacy is a object; here it must be a number, a text or lists of them"),
        ({"k": 2, "privacy": [[b"x"]]}, "privacy is a list; here it must be"),
        ({}, "coat needs k: least support"),
        ({"k": "2..101", "max_suppression": "0,0.01,0.02,0.03,0.04,0.05,0.06,0.07,0.08,0.09,0.1"},
         "the grid has 1,100 releases; it may have at most 1,000"),
        ({"k": 2, "attack": ["aba"]}, "aba attacks none of the families of the grid|no attack on the releases of coat"),
        ({"k": 2, "attack": ["rba", "aba"]}, "aba attacks none of the families of the grid: generalisation"),
        ({"k": 2, "method": ["coat", "disassociation"], "attack": ["rba"]},
         "no attack on the releases of disassociation is named, of the family disassociation: there are random, aba"),
        ({"k": 2, "method": []}, "name one or several methods to protect with"),
    ],
)  # fmt: skip
def test_what_is_no_grid(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        given(**parameters)


@pytest.mark.parametrize(("name", "given_"), [("method", "rba"), ("method", "nope"), ("attack", ["rba", "nope"])])
def test_methods_and_attacks_that_are_not_known(name: str, given_: Any) -> None:
    with pytest.raises(UnknownMethod):
        given(**{name: given_}, k=2)
