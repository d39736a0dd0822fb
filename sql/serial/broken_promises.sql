-- broken_promises(series, release := NULL)
-- One row per unit, kind of its records and private term where an adversary believes more than the release promises (SANONY
-- Definition 12).
-- scope VARCHAR; release VARCHAR; cluster INTEGER; seen STRUCT(...)[]: the kind; item VARCHAR; posterior, allowed,
-- population_rate DOUBLE; through STRUCT(...): as in kind_posteriors
-- internal
SELECT
    believed.scope,
    believed.release,
    believed.cluster,
    believed.seen,
    believed.item,
    believed.posterior,
    promised.allowed,
    believed.population_rate,
    believed.through
FROM setrisk.kind_posteriors($series, release := $release) AS believed
JOIN setrisk.promised_beliefs($series) AS promised
    ON promised.release = believed.release AND promised.item = believed.item
-- What doubles may be off by.
WHERE believed.posterior > promised.allowed * (1 + 1e-9)
