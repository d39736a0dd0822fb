-- pair_answers(release, runs, queries, seed, scale := 'range')
-- One row per pair of items that is asked for and random reconstruction of the release, for the owner.
--
-- row: one per pair of items that is asked for and random reconstruction of the release, for the owner
-- column: run BIGINT, >= 1
-- column: band VARCHAR
-- column: item_a VARCHAR
-- column: item_b VARCHAR
-- column: support BIGINT: in the data
-- column: published BIGINT: in the reconstruction
-- column: error DOUBLE: in [0, 2]: |support - published| / mean of the two (SANONY 4.4, formula 21)
-- reads: originals
WITH pairs AS MATERIALIZED (
    SELECT each.band, each.item_a, each.item_b, each.support FROM setrisk_internal.sampled_pairs($release, $queries, $seed, $scale) AS each
),
asked AS MATERIALIZED (
    SELECT pairs.item_a AS item FROM pairs
    UNION
    SELECT pairs.item_b AS item FROM pairs
),
holdings AS MATERIALIZED (
    SELECT drawn.run, drawn.record, drawn.item, drawn.weight
    FROM setrisk.reconstructions(
        $release, runs := $runs, seed := $seed, items := (SELECT list(asked.item) FROM asked)
    ) AS drawn
),
supports AS (
    SELECT
        pairs.band,
        pairs.item_a,
        pairs.item_b,
        pairs.support,
        numbers.run,
        CAST(coalesce(sum(other.weight), 0) AS BIGINT) AS published
    FROM pairs
    CROSS JOIN setrisk_internal.baseline_runs($runs) AS numbers
    LEFT JOIN holdings AS one ON one.run = numbers.run AND one.item = pairs.item_a
    LEFT JOIN holdings AS other ON other.run = one.run AND other.record = one.record AND other.item = pairs.item_b
    GROUP BY pairs.band, pairs.item_a, pairs.item_b, pairs.support, numbers.run
)
SELECT
    supports.run,
    supports.band,
    supports.item_a,
    supports.item_b,
    supports.support,
    supports.published,
    2 * abs(supports.support - supports.published) / (supports.support + supports.published) AS error
FROM supports
