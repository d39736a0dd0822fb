-- reasons_to_refuse(release, max_at_risk, max_score, min_coverage, attacks, max_narrowing, max_inference, max_linkability, max_singling_out, known, allow_exported)
-- Why the gate refuses a release. A reason says what was found and what is allowed, with their units.
--
-- parameter: max_at_risk: NULL for no such limit
-- parameter: max_score: NULL for no such limit
-- parameter: min_coverage: NULL for the default
-- parameter: max_narrowing: NULL for no such limit, as for the next three
-- parameter: known: numbers of known items; NULL for the default
-- parameter: attacks: names of attacks that must have been run; NULL for the default
-- parameter: allow_exported: whether other releases of the same people may have been exported before
-- row:    one per reason
-- column: refusal VARCHAR
-- column: attack VARCHAR?: NULL if the reason is not about an attack
-- column: reason VARCHAR
-- reads:  originals
SELECT refusals.refusal, refusals.attack, refusals.reason
FROM setrisk.refusals(
    $release,
    max_at_risk := $max_at_risk,
    max_score := $max_score,
    min_coverage := $min_coverage,
    attacks := $attacks,
    max_narrowing := $max_narrowing,
    max_inference := $max_inference,
    max_linkability := $max_linkability,
    max_singling_out := $max_singling_out,
    known := $known,
    allow_exported := $allow_exported
) AS refusals
ORDER BY ALL
