"""What a report says first: a verdict that is green only where all was looked at, and the three risks."""

from collections.abc import Iterator

import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.pipelines.report.assessed import Measurements, assessment_of, measurements, opening_of_release
from setrisk.pipelines.report.commands import Commands, commands_on
from setrisk.pipelines.report.curves import Curves
from setrisk.pipelines.report.meanings import meanings_section
from setrisk.pipelines.report.parts import Opening, share_text
from setrisk.pipelines.risk.limits import Limits

COMMANDS = Commands("my data.duckdb", "r", "out/r 1.html")
RISKS = ("singling_out", "linkability", "inference")


@pytest.fixture(scope="module")
def shop() -> Iterator[DuckDBPyConnection]:
    """A release, and the data as they are; neither is assessed."""
    with setrisk.connect() as con:
        setrisk.load(
            con, "d", con.sql("SELECT ['a', 'b', 'c', 'd', 'e'][1 + n % 2:2 + n % 4] AS items FROM range(60) AS r(n)")
        )
        setrisk.protect(con, "d", "r", method="disassociation", k=5)
        setrisk.protect(con, "d", "raw", method="identity")
        yield con


@pytest.fixture
def con(shop: DuckDBPyConnection) -> Iterator[DuckDBPyConnection]:
    """The shop, in which whatever a test says was measured is forgotten after it."""
    cursor = shop.cursor()
    cursor.execute("BEGIN")
    yield cursor
    cursor.execute("ROLLBACK")


def say_assessed(
    con: DuckDBPyConnection, release: str, successes: dict[str, tuple[int, int, int]], known: tuple[int, ...] = (1, 2)
) -> None:
    """Store that of 100 attempts of main, control and naive so many were right."""
    con.execute(
        "INSERT INTO setrisk_private.release_assessment SELECT $1, [1, 2, 3, 4], NULL, NULL, 100, 10, 10 "
        "ON CONFLICT DO NOTHING",
        [release],
    )
    con.executemany(
        "INSERT INTO setrisk_private.assessed_attack BY NAME SELECT $1 AS release, $2 AS criterion, $3 AS known, "
        "'random' AS choice, 'uniform' AS adversary, $4 AS variant, 100 AS attempts, $5 AS successes, $6 AS k, "
        "1 AS scale",
        [
            [release, criterion, number, variant, count + number - known[0] if variant == "main" else count, k]
            for criterion, counts in successes.items()
            for number in known
            for k in [7 if criterion == "narrowing" else None]
            for variant, count in zip(("main", "control", "naive"), counts, strict=True)
            if k is None or variant == "main"
        ],
    )


NO_LIMITS = Limits()


def opening_of(
    con: DuckDBPyConnection, release: str = "r", limits: Limits = NO_LIMITS, *, passes: bool = True
) -> Opening:
    found = assessment_of(con, release, limits)
    return opening_of_release(con, release, found, passes, "What the gate says.", limits, COMMANDS)


def measured_of(con: DuckDBPyConnection) -> Measurements:
    return measurements(con, "r", "d", assessment_of(con, "r", Limits()), Limits(), COMMANDS)


@pytest.mark.parametrize(("given", "is_green"), [(RISKS, True), (RISKS[:2], False)])
def test_it_is_green_only_if_each_risk_is_known_and_has_a_limit(
    con: DuckDBPyConnection, given: tuple[str, ...], *, is_green: bool
) -> None:
    say_assessed(con, "r", dict.fromkeys(RISKS, (50, 20, 10)))
    limits = Limits(**{f"max_{criterion}": 0.9 for criterion in given})  # type: ignore[arg-type]
    opening = opening_of(con, limits=limits)
    assert opening.is_green == is_green
    assert [number.interval.endswith("; limit 90 %") for number in opening.numbers] == [c in given for c in RISKS]
    assert [missing.sentence.split(":")[0] for missing in opening.missing] == (
        [] if is_green else ["No limit was given for inference (up to 51.4 %). Choose how much you accept, for example"]
    )


def dots_in(measured: Measurements) -> dict[str, bool]:
    """What the numbers of the picture say, and whether they are those of weak attacks."""
    (picture,) = measured.charts
    assert isinstance(picture, Curves)
    return {dot.text: dot.is_weak for panel in picture.panels for line in panel.lines for dot in line.dots}


@pytest.mark.parametrize("passes", [True, False])
def test_what_was_not_assessed_is_red_and_says_what_to_do(con: DuckDBPyConnection, *, passes: bool) -> None:
    opening = opening_of(con, passes=passes)
    assert not opening.is_green
    assert opening.verdict.startswith(
        "Not yet: what was looked at gives no reason against it" if passes else "What the gate says."
    )
    assert [number.value for number in opening.numbers] == ["not measured"] * 3
    assert [missing.command for missing in opening.missing] == [
        "setrisk assess 'my data.duckdb' r",
        "setrisk report 'my data.duckdb' r 'out/r 1.html' --replace --max-singling-out 0.05 --max-linkability 0.02 "
        "--max-inference 0.1",
    ]
    picture = measured_of(con)
    assert all(text.startswith("before: ") for text in dots_in(picture))


def test_the_three_risks_are_the_highest_with_their_sentences(con: DuckDBPyConnection) -> None:
    say_assessed(con, "r", {"narrowing": (9, 0, 0), **dict.fromkeys(RISKS, (50, 20, 10))})
    highest = con.execute(
        "SELECT round(100 * r.risk, 1) || ' %', r.sentence FROM setrisk.assessed_risk('r') AS r "
        "WHERE r.known = 2 AND r.criterion <> 'narrowing' ORDER BY r.criterion DESC"
    ).fetchall()
    found = [(number.value, number.sentence) for number in opening_of(con).numbers]
    assert found == [(risk, f"{said[0].upper()}{said[1:]}.") for risk, said in highest]
    # The picture has what was counted in the data, by the same k.
    measured = measured_of(con)
    dots = dots_in(measured)
    ((before,),) = con.execute(
        "SELECT u.unicity FROM setrisk.unicity('d', known := 2, k := 7, choice := 'rarest') AS u"
    ).fetchall()
    assert [text for text in dots if text.startswith(f"before: the data as they are, 2 known: {100 * before:.1f} %")]
    assert [text for text in dots if text.startswith("after: release r, 2 known: 10.0 % (")]
    assert not any(dots.values())
    assert "the length of the description" in " ".join(measured.charts[0].notes)
    assert "The three risks before were not measured" in " ".join(measured.charts[0].notes)
    assert [panel.title for panel in measured.charts[0].panels] == [
        "Narrowed down to fewer than 7 records", "Singling out", "Linkability", "Inference",
    ]  # fmt: skip


def test_a_risk_of_few_guesses_hides_no_higher_one(con: DuckDBPyConnection) -> None:
    """The number is the highest risk; the highest that it may be stands beside it, since limits hold for that."""
    say_assessed(con, "r", dict.fromkeys(RISKS, (50, 20, 10)))
    con.execute(
        "INSERT INTO setrisk_private.assessed_attack BY NAME SELECT a.* REPLACE (3 AS known, "
        "CASE a.variant WHEN 'main' THEN 1 ELSE 100 END AS attempts, 0 AS successes) "
        "FROM setrisk_private.assessed_attack AS a WHERE a.release = 'r' AND a.known = 2 AND a.choice = 'random'"
    )
    ((risk, high),) = con.execute(
        "SELECT max(r.risk), max(r.risk_high) FROM setrisk.assessed_risk('r') AS r WHERE r.criterion = 'singling_out'"
    ).fetchall()
    singling_out = opening_of(con).numbers[0]
    assert singling_out.value == share_text(risk)
    assert singling_out.interval.endswith(f"; up to {share_text(high)} with 3 known")
    # A lucky guess is not the headline either, if guesses without what is known are often right, too.
    con.execute(
        "UPDATE setrisk_private.assessed_attack SET successes = CASE variant WHEN 'main' THEN 1 ELSE 40 END "
        "WHERE release = 'r' AND known = 3 AND variant IN ('main', 'naive')"
    )
    assert opening_of(con).numbers[0].value == share_text(risk)


def test_an_assessed_data_set_is_what_was_before(con: DuckDBPyConnection) -> None:
    for release, right in (("r", 30), ("raw", 90)):
        say_assessed(con, release, dict.fromkeys(RISKS, (right, 20, 10)))
    con.execute(
        "INSERT INTO setrisk_private.assessed_dataset BY NAME SELECT 'd' AS dataset, a.* EXCLUDE (release) "
        "FROM setrisk_private.assessed_attack AS a WHERE a.release = 'raw'"
    )
    measured = measured_of(con)
    assert "not measured" not in " ".join(measured.charts[0].notes)
    assert [text for text in dots_in(measured) if text.startswith("before: the data as they are, 1 known: 87.5 %")]


def test_what_is_only_weakly_attacked_is_unknown(con: DuckDBPyConnection) -> None:
    say_assessed(con, "r", {"inference": (20, 20, 50), "linkability": (50, 20, 10), "singling_out": (50, 20, 10)})
    opening = opening_of(con)
    assert [number.value == "unknown" for number in opening.numbers] == [False, False, True]
    assert opening.numbers[-1].interval.startswith("measured: 1.2 % (")
    assert opening.missing[0].sentence.startswith("Nothing is known of inference: ")
    assert sum(dots_in(measured_of(con)).values()) == 2


def test_what_cannot_be_guessed_is_no_dead_end(con: DuckDBPyConnection) -> None:
    """By fewer known items there may be something to guess; by one known item there is nothing at all, and it says so.
    No limit is proposed on what nobody can measure.
    """
    say_assessed(con, "r", dict.fromkeys(RISKS[:2], (50, 20, 10)))
    opening = opening_of(con)
    assert [number.value for number in opening.numbers][2] == "no guess"
    assert opening.missing[0].sentence.startswith("No guess of inference could be made, however little is known: ")
    assert opening.missing[0].command is None
    assert "--max-inference" not in str(opening.missing[1].command)
    con.execute("UPDATE setrisk_private.release_assessment SET asked_known = [2, 3, 4]")
    limits = Limits(known=(2, 3))
    opening = opening_of(con, limits=limits)
    assert [number.value for number in opening.numbers] == ["unknown", "unknown", "no guess"]
    assert opening.missing[1].sentence.startswith("No guess of singling out could be made by 3 items. Go by fewer")
    opening = opening_of(con, limits=Limits(known=(2,)))
    assert opening.missing[0].command == "setrisk assess 'my data.duckdb' r --known 1,2,3,4"
    assert str(opening.missing[1].command).endswith("--max-inference 0.1 --known 2")


def test_k_counts_records_and_promises_nobody_to_be_alone() -> None:
    points = meanings_section("disassociation", {"k": 5}, [], set()).points
    assert [point for point in points if point.startswith("k = 5: ")] == [
        "k = 5: somebody is at risk if fewer than 5 records of the release may be the person's. It says nothing of "
        "singling out, linkability and inference."
    ]


def test_proposed_commands_say_what_is_meant_if_several_things_have_the_name(con: DuckDBPyConnection) -> None:
    con.execute("INSERT INTO setrisk.series VALUES ('r', 1, 'raw')")
    limits = {"max_inference": 0.1}
    typed = [commands_on(con, "r", found, None, None).report(limits) for found in ("release", "series")]
    # Without it, the name means the release.
    assert ["--object-type series" in command for command in typed] == [False, True]
    assert commands_on(con, "r", "release", None, None).assess("r") == "setrisk assess DATABASE r"
    con.execute(
        "INSERT INTO setrisk_private.dataset BY NAME "
        "SELECT d.* REPLACE ('r' AS dataset) FROM setrisk_private.dataset AS d"
    )
    commands = commands_on(con, "r", "release", None, None)
    assert commands.assess("r", "--known 1") == "setrisk assess DATABASE r --object-type release --known 1"
    assert commands.assess("r", object_type="dataset").endswith("--object-type dataset")


def test_commands_quote_names() -> None:
    assert COMMANDS.assess("a 'b'") == "setrisk assess 'my data.duckdb' 'a '\"'\"'b'\"'\"''"
