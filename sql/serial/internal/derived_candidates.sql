-- derived_candidates(series, release := NULL)
-- Derived clusters, and the clusters of a release that share enough records with them to learn more than from the
-- pivot. A derived cluster is what is left of a cluster, the pivot, without the records that it shares with a third
-- one, the source.
--
-- parameter: release: the release of the target clusters; all of the series if it is NULL
-- row: one per derived cluster, sensitive item and target cluster
-- column: release VARCHAR: release of the target
-- column: position INTEGER, >= 1: position of the target's release
-- column: cluster INTEGER, >= 1: the target
-- column: pivot_position INTEGER, >= 1
-- column: pivot_cluster BIGINT, >= 1
-- column: source_position BIGINT, >= 1
-- column: source_cluster BIGINT, >= 1
-- column: item VARCHAR
-- column: pivot_records BIGINT, records, > 0
-- column: pivot_copies BIGINT, copies, > 0
-- column: left_records BIGINT, records, > 0: records of the derived cluster
-- column: left_lo BIGINT, copies, >= 0: the fewest copies that they have, by formula 8, or by formula 19 if the
--     pivot publishes counterfeits, which may all have the term or lack it
-- column: left_hi BIGINT, copies, >= 0: the most copies that they have
-- reads: published
-- source: SANONY Definition 7, formulas 8 and 19
WITH remainders AS MATERIALIZED (
    SELECT
        ranges.position,
        ranges.cluster,
        ranges.other_position AS source_position,
        ranges.other_cluster AS source_cluster,
        ranges.item,
        ranges.n_records,
        ranges.copies,
        ranges.n_records - ranges.common AS left_records,
        greatest(ranges.copies - ranges.hi - coalesce(counterfeits.published_counterfeits, 0), 0) AS left_lo,
        least(ranges.copies, ranges.n_records - coalesce(counterfeits.published_counterfeits, 0)) - ranges.lo AS left_hi
    FROM setrisk_internal.telling_ranges($series) AS ranges
    JOIN setrisk.series AS members ON members.series = $series AND members.position = ranges.position
    LEFT JOIN setrisk.counterfeits AS counterfeits
        ON counterfeits.release = members.release AND counterfeits.cluster = ranges.cluster
    WHERE ranges.n_records > ranges.common
)
SELECT
    targets.release,
    members.position,
    targets.cluster,
    remainders.position AS pivot_position,
    remainders.cluster AS pivot_cluster,
    remainders.source_position,
    remainders.source_cluster,
    remainders.item,
    remainders.n_records AS pivot_records,
    remainders.copies AS pivot_copies,
    remainders.left_records,
    remainders.left_lo,
    remainders.left_hi
FROM remainders
JOIN setrisk_internal.linkage_unit_overlaps($series, release := $release) AS targets
    ON targets.scope = 'cluster' AND targets.other_position = remainders.position
    AND targets.other_cluster = remainders.cluster
JOIN setrisk.series AS members ON members.release = targets.release
WHERE NOT (members.position = remainders.source_position AND targets.cluster = remainders.source_cluster)
    -- The bounds reveal something if they are narrower than those of the pivot itself.
    AND (
        remainders.left_hi < least(targets.common, remainders.copies)
        OR remainders.left_lo - remainders.left_records + least(targets.common, remainders.left_records)
            > greatest(remainders.copies - remainders.n_records + least(targets.common, remainders.left_records), 0)
    )
