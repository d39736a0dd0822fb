-- needed_changes(series, release)
-- One row per scope, cluster (or whole release, whose cluster is 0) and private term of which something is to be changed in
-- the release, so that records of a release are no longer at risk.
-- scope VARCHAR: cluster or global; release VARCHAR; cluster INTEGER: the records at risk; item VARCHAR; change VARCHAR: what
-- is to be changed, in words
-- internal
SELECT
    ranges.scope,
    ranges.other_release AS release,
    ranges.other_cluster AS cluster,
    ranges.item,
    array_to_string(
        list_sort(list(
            concat_ws(
                ' and ',
                CASE WHEN ranges.other_hi > ranges.hi THEN 'counterfeits with it: ' || (ranges.other_hi - ranges.hi) END,
                CASE WHEN ranges.lo > ranges.other_lo THEN 'counterfeits without it: ' || (ranges.lo - ranges.other_lo) END
            ) || CASE WHEN ranges.cluster = 0 THEN '' ELSE ' (cluster ' || ranges.cluster || ')' END
        )),
        ', '
    ) AS change
FROM setrisk.s_ranges($series, release := $release) AS ranges
WHERE ranges.lo <= ranges.hi AND (ranges.other_hi > ranges.hi OR ranges.lo > ranges.other_lo)
GROUP BY ranges.scope, ranges.other_release, ranges.other_cluster, ranges.item
UNION ALL
SELECT
    remedies.scope,
    $release AS release,
    remedies.cluster,
    remedies.item,
    CASE
        WHEN remedies.cluster = 0 THEN 'copies to leave out: ' || remedies.fewer_copies
        ELSE concat_ws(
            ' or ',
            'copies to the global bag: ' || remedies.fewer_copies,
            'counterfeits without it: ' || remedies.counterfeits
        ) || ' (cluster ' || remedies.cluster || ')'
    END AS change
FROM setrisk.remedies($series, $release) AS remedies
