-- histogram_sets(release)
-- One row per distinct published itemset of a histogram, the empty one left out, with what makes it quick to tell that
-- it is no subset of another. Items are ranked from 1, for the one that the fewest itemsets hold. Each has a bit of the
-- signature, of which there are 63: an itemset lacks as many items of this one, or more, as its signature lacks bits.
--
-- row: one per distinct published itemset of a histogram, the empty one left out, with what makes it quick to tell that
--     it is no subset of another
-- column: number BIGINT: from 1, in the order of the itemsets
-- column: itemset INTEGER[]: ascending
-- column: size BIGINT: its items
-- column: occurrences BIGINT
-- column: signature BIGINT
-- column: ranks BIGINT[]: of its items, ascending
-- reads: published
WITH sets AS MATERIALIZED (
    SELECT
        row_number() OVER (ORDER BY published.itemset) AS number,
        published.itemset,
        CAST(sum(published.occurrences) AS BIGINT) AS occurrences
    FROM setrisk.histogram AS published
    WHERE published.release = $release
    GROUP BY published.itemset
),
entries AS MATERIALIZED (
    SELECT sets.number, unnest(sets.itemset) AS item_id FROM sets
)
SELECT sets.number, sets.itemset, described.size, sets.occurrences, described.signature, described.ranks
FROM sets
JOIN (
    SELECT
        entries.number,
        count(*) AS size,
        bit_or(CAST(1 AS BIGINT) << (ranked.rank % 63)) AS signature,
        list_sort(list(ranked.rank)) AS ranks
    FROM entries
    JOIN (
        SELECT each.item_id, row_number() OVER (ORDER BY count(*), each.item_id) AS rank
        FROM entries AS each
        GROUP BY each.item_id
    ) AS ranked ON ranked.item_id = entries.item_id
    GROUP BY entries.number
) AS described ON described.number = sets.number
