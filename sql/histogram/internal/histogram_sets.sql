-- histogram_sets(release)
-- The distinct published itemsets of a histogram, with an index that quickly shows that one is not a subset of another.
-- Items are ranked by how few itemsets hold them, from 1. Each item sets one of 63 bits of the signature, so an itemset
-- lacks at least as many items of another one as its signature lacks bits.
--
-- row:    one per distinct published itemset that is not empty
-- column: number BIGINT, >= 1: in the order of the itemsets
-- column: itemset INTEGER[]: item numbers of the release, ascending
-- column: size BIGINT, items, >= 1
-- column: occurrences BIGINT, records, >= 1
-- column: signature BIGINT: the bits of its items
-- column: ranks BIGINT[]: the ranks of its items, ascending
-- reads:  published
WITH sets AS MATERIALIZED (
    SELECT
        row_number() OVER (ORDER BY histogram.itemset) AS number,
        histogram.itemset,
        CAST(sum(histogram.occurrences) AS BIGINT) AS occurrences
    FROM setrisk.histogram AS histogram
    WHERE histogram.release = $release
    GROUP BY histogram.itemset
),
entries AS MATERIALIZED (
    SELECT sets.number, unnest(sets.itemset) AS item_id FROM sets
)
SELECT sets.number, sets.itemset, indexes.size, sets.occurrences, indexes.signature, indexes.ranks
FROM sets
JOIN (
    SELECT
        entries.number,
        count(*) AS size,
        bit_or(CAST(1 AS BIGINT) << (item_ranks.rank % 63)) AS signature,
        list_sort(list(item_ranks.rank)) AS ranks
    FROM entries
    JOIN (
        SELECT entries.item_id, row_number() OVER (ORDER BY count(*), entries.item_id) AS rank
        FROM entries
        GROUP BY entries.item_id
    ) AS item_ranks ON item_ranks.item_id = entries.item_id
    GROUP BY entries.number
) AS indexes ON indexes.number = sets.number
