"""The cells of a grid: which releases are tried."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from setrisk.errors import BadInput, UnknownMethod
from setrisk.methods import Coat, Disassociation, RandomReassociation, RedistributedElimination
from setrisk.pipelines.methods.choice import list_methods
from setrisk.pipelines.methods.description import AttackMethod, ReleaseMethod
from setrisk.pipelines.whatif.grid import cells, missing_needs


def given(method: Any = "coat", attack: Any = None, **parameters: Any) -> list[Any]:
    attacks = None if attack is None else list_methods(attack, AttackMethod, "attacks")
    found = cells(list_methods(method, ReleaseMethod, "method"), attacks, parameters)
    return [(cell.method.name, cell.parameters, cell.attack_names) for cell in found]


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
    on_chunks = ["random", "aba", "rga", "mra", "assignment", "cover"]
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
    ((_, parameters, _),) = given(k=2, privacy_constraints=[["a", "b"], ["c"]])
    assert parameters["privacy_constraints"] == [["a", "b"], ["c"]]


def test_booleans() -> None:
    found = [p["refine"] for _, p, _ in given("disassociation", k=2, refine="true,false")]
    assert found == [True, False]


def test_all_are_the_methods_with_a_preset_and_what_they_need() -> None:
    def methods(**parameters: Any) -> dict[str, int]:
        return dict(Counter(method for method, _, _ in given("all", **parameters)))

    always = {"coat": 2, "km": 1, "disassociation": 2}
    assert methods() == always
    assert methods(k=7) == {"coat": 1, "km": 1, "disassociation": 1}
    noisy = {"diffpart": 1, "aplkiller": 1, "privbayes": 1, "mixture": 1}
    assert methods(from_data="true") == always | noisy
    assert methods(universe="a,b", epsilon="1,2") == always | dict.fromkeys(noisy, 2)
    of_sensitive = {"anony": 1, "sanony": 1, "rho": 1}
    assert methods(taxonomy="tree", sensitive="a") == always | of_sensitive | {"diffpart": 1, "aplkiller": 1}
    assert methods(privacy_constraints="all") == always | {"pcta": 1}
    assert missing_needs({"taxonomy": "tree", "sensitive": "a", "random_constraints": 0.1}) == {
        "privbayes": ("universe", "from_data"),
        "mixture": ("universe", "from_data"),
    }
    assert [parameters for method, parameters, _ in given("all") if method == "coat"] == [{"k": 5}, {"k": 10}]


def test_attacks_are_each_on_the_releases_of_its_family() -> None:
    found = given(["coat", "disassociation"], ["rga", "gba", "rba"], k=2, random_constraints=0.1)
    assert [attacks for _, _, attacks in found] == [["ra", "gba", "rba"], ["random", "rga"]]
    assert given("coat", ["ra"], k=2, random_constraints=0.1)[0][2] == ["ra"]
    (_, _, every), *_ = given("disassociation", ["all"], k=2)
    assert set(every) == {"random", "aba", "rga", "mra", "assignment", "cover"}


def test_a_description_fixes_what_is_not_its_default_and_the_grid_varies_the_rest() -> None:
    coat = Coat(k=3, privacy_constraints=Path("rare.csv"), max_suppression="50%")  # type: ignore[arg-type]
    found = given([coat, Disassociation(k=4), Disassociation(k=4), Disassociation(k=6)], m="1..2")
    fixed = {"k": 3, "privacy_constraints": "rare.csv", "max_suppression": 0.5}
    assert [(method, parameters) for method, parameters, _ in found] == [
        ("coat", fixed), *(("disassociation", {"k": k, "m": m}) for k in (4, 6) for m in (1, 2))
    ]  # fmt: skip
    alone = given(Coat(k=3, random_constraints=0.1), seed=[7, 8])
    assert [parameters["seed"] for _, parameters, _ in alone] == [7, 8]


def test_an_attack_may_be_described() -> None:
    near = RedistributedElimination(context=1)
    attacks = [near, RedistributedElimination(), "rba", RandomReassociation(draws=3), "aba"]
    found = given(["coat", "disassociation"], attacks, k=2, random_constraints=0.1)
    assert [names for _, _, names in found] == [["ra", "rba", "rba:context=1"], ["random:draws=3", "aba"]]
    assert [each.fixed for each in cells([Coat(k=2, random_constraints=0.1)], [near], {})[0].attacks] == [
        {}, {"context": 1}
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("method", "attack", "message"),
    [
        (Coat(k=6), None, "k has values for the whole grid, and coat is described with k=6; give one of them"),
        (["disassociation", Coat(k=6)], None, "k has values for the whole grid, and coat is described with k=6"),
        (Coat, None, r"Coat is a class; give Coat\(\)"),
        (3, None, "method is 3; name one or several methods to protect with"),
        (["coat", 3], None, "name one or several methods to protect with"),
        (RedistributedElimination(), None, r"rba is an attack on a release; .* setrisk\.whatif as attacks"),
        ("coat", Disassociation(k=2), r"disassociation makes a release; .* setrisk\.whatif as method"),
        (
            "coat",
            ["ra", RandomReassociation()],
            "random attacks releases of another family; the methods that were given make releases of generalisation:",
        ),
    ],
)
def test_descriptions_in_the_wrong_place(method: Any, attack: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        given(method, attack, k=[2, 3])


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"k": 2, "epsilon": 1}, "coat has no parameter 'epsilon'; there are "),
        ({"k": "x"}, "k is 'x'; it must be a whole number"),
        ({"k": "4..2"}, "k is '4..2'; give a range of up to 1,000 numbers"),
        ({"k": "1..5000"}, "k is '1..5000'; give a range of up to 1,000 numbers"),
        ({"k": f"2..{'9' * 5000}"}, "k is '2..9999"),
        ({"k": "2..901", "seed": "1..900", "max_suppression": "0,1"}, "the grid has 1,620,000 releases"),
        ({"k": []}, "k: no value is given"),
        ({"k": 2, "privacy_constraints": object()},
         "privacy_constraints is a object; here it must be a number, a text or lists of them"),
        ({"k": 2, "privacy_constraints": [[b"x"]]}, "privacy_constraints is a list; here it must be"),
        ({"method": "diffpart"}, "diffpart needs epsilon"),
        ({"k": "2..101", "max_suppression": "0,0.01,0.02,0.03,0.04,0.05,0.06,0.07,0.08,0.09,0.1"},
         "the grid has 1,100 releases; it may have at most 1,000"),
        ({"k": 2, "attack": ["aba"]}, "none of the attacks that were given is for releases made by coat: name"),
        ({"k": 2, "attack": ["rba", "aba"]},
         "aba attacks releases of another family; the methods that were given make releases of generalisation:"),
        ({"k": 2, "method": ["coat", "disassociation"], "attack": ["rba"]},
         "none of the attacks that were given is for releases made by disassociation: name one or several of random"),
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
