"""What is audited: a method by name, or with its parameters."""

from typing import Any

import numpy as np
import pytest

import setrisk
from setrisk.errors import BadInput
from setrisk.methods import APLKiller, AttributeLinkage, Coat, DiffPart, Identity, PrivBayes
from setrisk.pipelines.histogram.claim import claim_of


def test_a_description_is_audited_with_its_parameters() -> None:
    by_name = setrisk.audit("diffpart", epsilon=0.5, releases=500, seed=3)
    described = DiffPart(epsilon=0.5, c1=0.05, c2=0.05, seed=3)
    assert setrisk.audit(described, releases=500) == by_name
    # Of thresholds that no noise reaches nothing is ever published.
    assert setrisk.audit(DiffPart(epsilon=0.5, c1=400, c2=400, seed=3), releases=500).least_epsilon == 0
    # What it says of the items is about other data.
    with_items = DiffPart(epsilon=0.5, c1=0.05, c2=0.05, seed=3, universe=["tea"], from_data=True)
    assert setrisk.audit(with_items, releases=500) == by_name


def test_a_description_may_have_steps_as_printed() -> None:
    printed = setrisk.audit(APLKiller(epsilon=0.5, c1=0.05, as_printed=True, seed=3), releases=200)
    assert printed == setrisk.audit("aplkiller", epsilon=0.5, as_printed=True, releases=200, seed=3)
    assert printed.method == "aplkiller:as_printed"


def test_by_default_privbayes_is_drawn_less_often() -> None:
    assert claim_of("privbayes", epsilon=1).releases == claim_of(PrivBayes(epsilon=1)).releases == 10_000
    assert claim_of("diffpart", epsilon=1).releases is None


def test_releases_of_a_method_are_those_of_its_draw() -> None:
    from setrisk.udf.histogram.noise import SeededNoise

    histogram = np.array([3, 0, 40, 0, 0, 0, 2], dtype=np.int64)
    for name in ("diffpart", "aplkiller", "privbayes"):
        releases = claim_of(name, epsilon=50).mechanism.releases(histogram, 4, 50, SeededNoise(1))
        assert releases.shape == (4, 7)
        # With so little noise as much is published as there is.
        assert np.abs(releases[:, 2] - 40).max() <= 5


@pytest.mark.parametrize(
    ("method", "given", "message"),
    [
        (
            "median",
            {"epsilon": 1},
            "there is no mechanism 'median' to audit; there are noisy-count, textbook-laplace, ",
        ),
        ("diffpat", {"epsilon": 1}, "did you mean 'diffpart'"),
        ("diffpart", {}, "diffpart needs epsilon: how much the release may reveal"),
        ("noisy-count", {}, "noisy-count needs epsilon: the epsilon that it claims"),
        ("diffpart", {"epsilon": 0}, "epsilon is 0; it must be at least 0.0001"),
        ("diffpart", {"epsilon": 1, "as_printed": True}, "diffpart has no steps as printed to audit"),
        ("noisy-count", {"epsilon": 1, "as_printed": True}, "noisy-count has no steps as printed to audit"),
        ("diffpart", {"epsilon": 1, "seed": -1}, "seed is -1"),
        ("aplkiller", {"epsilon": 11, "as_printed": True}, "ask for 10 at most"),
        (3, {}, "method is 3; give a method of setrisk.methods, or the name of one"),
        (DiffPart, {"epsilon": 1}, r"DiffPart is a class; give DiffPart\(epsilon=1\)"),
        (DiffPart(epsilon=1), {"epsilon": 2}, "diffpart has its parameters already: epsilon cannot be given"),
        (DiffPart(epsilon=1), {"seed": 2}, "diffpart has its parameters already: seed cannot be given"),
        (AttributeLinkage(), {}, r"linkage is an attack on a release; give it to setrisk\.attack"),
        (Coat(k=2), {}, "coat claims no epsilon: there is nothing to audit"),
        (Identity(), {}, "identity claims no epsilon: there is nothing to audit"),
        (DiffPart(epsilon=1, c1="x"), {}, "c1 is 'x'"),
    ],
)
def test_what_cannot_be_audited_is_refused(method: Any, given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        setrisk.audit(method, releases=10, **{"seed": 1, **given} if isinstance(method, str) else given)
