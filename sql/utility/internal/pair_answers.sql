-- pair_answers(release, reconstructions, pairs, seed, scale := 'range')
-- The support of the sampled pairs of items in the data and in each random reconstruction of a release.
--
-- parameter: scale: bands of the pairs, as in sampled_pairs
-- row: one per reconstruction and sampled pair
-- column: reconstruction BIGINT, >= 1
-- column: band VARCHAR
-- column: item_a VARCHAR
-- column: item_b VARCHAR
-- column: support BIGINT, transactions, >= 1: in the data
-- column: published BIGINT, records, >= 0: in the reconstruction
-- column: error DOUBLE, 0 to 2: |support - published| / mean of the two
-- reads: originals
-- source: SANONY 4.4, formula 21
WITH pairs AS MATERIALIZED (
    SELECT pairs.band, pairs.item_a, pairs.item_b, pairs.support
    FROM setrisk_internal.sampled_pairs($release, $pairs, $seed, $scale) AS pairs
),
items AS MATERIALIZED (
    SELECT pairs.item_a AS item FROM pairs
    UNION
    SELECT pairs.item_b AS item FROM pairs
),
holdings AS MATERIALIZED (
    SELECT records.reconstruction, records.record, records.item, records.weight
    FROM setrisk_internal.random_records(
        $release, $reconstructions, $seed, (SELECT list(items.item) FROM items)
    ) AS records
),
supports AS (
    SELECT
        pairs.band,
        pairs.item_a,
        pairs.item_b,
        pairs.support,
        numbers.draw AS reconstruction,
        CAST(coalesce(sum(holdings_b.weight), 0) AS BIGINT) AS published
    FROM pairs
    CROSS JOIN setrisk_internal.numbered_draws('reconstructions', $reconstructions) AS numbers
    LEFT JOIN holdings AS holdings_a ON holdings_a.reconstruction = numbers.draw AND holdings_a.item = pairs.item_a
    LEFT JOIN holdings AS holdings_b
        ON holdings_b.reconstruction = holdings_a.reconstruction
        AND holdings_b.record = holdings_a.record
        AND holdings_b.item = pairs.item_b
    GROUP BY pairs.band, pairs.item_a, pairs.item_b, pairs.support, numbers.draw
)
SELECT
    supports.reconstruction,
    supports.band,
    supports.item_a,
    supports.item_b,
    supports.support,
    supports.published,
    2 * abs(supports.support - supports.published) / (supports.support + supports.published) AS error
FROM supports
