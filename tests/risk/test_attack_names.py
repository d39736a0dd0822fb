"""The names under which attacks are stored, and that users require."""

from hypothesis import given
from hypothesis import strategies as st

from setrisk.pipelines.methods.description import method_of_attack
from setrisk.pipelines.methods.registry import method


@given(
    knowledge=st.sampled_from([None, "self", "tea, milk", "self:context=1"]),
    other=st.sampled_from([None, "self", "my texts"]),
    context=st.integers(1, 20),
    threshold=st.none() | st.floats(0, 50),
    scaled=st.booleans(),
)
def test_the_name_of_an_attack_is_read_as_it_is_written(
    knowledge: str | None, other: str | None, context: int, threshold: float | None, scaled: bool
) -> None:
    chosen = method("gba", "attack")
    name = chosen.attack_name(
        knowledge, chosen.arguments({"context": context, "threshold": threshold, "scaled": scaled})
    )
    assert chosen.is_attack_name(name, knowledge)
    assert method_of_attack(name) == chosen.name
    assert not chosen.is_attack_name(f"{name}:", knowledge)
    assert not chosen.is_attack_name(f"{name}:depth=1", knowledge)
    if other != knowledge and knowledge != "self:context=1":
        assert not chosen.is_attack_name(name, other)
