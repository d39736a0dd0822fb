-- forward_needs(series, release)
-- How many counterfeits keep the derived clusters of a release from revealing anything, whatever is published later.
-- Clusters and terms that need none are left out, as are overlaps that cannot have the term.
--
-- row: one per cluster of the release and sensitive item that needs counterfeits
-- column: cluster BIGINT, >= 1
-- column: item VARCHAR
-- column: with_term BIGINT, counterfeits, >= 0: with the term
-- column: without_term BIGINT, counterfeits, >= 0: without it
-- reads: published
-- source: SANONY Lemma 5, formula 20
SELECT needs.cluster, needs.item, needs.with_term, needs.without_term
FROM (
    SELECT
        ranges.cluster,
        ranges.item,
        max(
            greatest(
                ranges.n_records
                - coalesce(counterfeits.published_counterfeits, 0)
                - ranges.common
                + ranges.lo
                - ranges.copies,
                0
            )
        ) AS with_term,
        max(greatest(ranges.copies - ranges.hi - coalesce(counterfeits.published_counterfeits, 0), 0)) AS without_term
    FROM setrisk_internal.copy_ranges($series, release := $release) AS ranges
    JOIN setrisk.series AS members ON members.release = ranges.release
    LEFT JOIN setrisk.counterfeits AS counterfeits
        ON counterfeits.release = ranges.release AND counterfeits.cluster = ranges.cluster
    WHERE ranges.scope = 'cluster' AND ranges.lo <= ranges.hi AND ranges.hi > 0
        AND ranges.other_position < members.position
    GROUP BY ranges.cluster, ranges.item
) AS needs
WHERE needs.with_term > 0 OR needs.without_term > 0
