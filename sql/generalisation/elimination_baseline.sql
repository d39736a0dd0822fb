-- elimination_baseline(release, method, knowledge := 'self', threshold := NULL, scaled := false, context := 2, labelled := true, unlabelled_k := 2, draws := 30, conjunctive := false, utility_constraints := NULL)
-- What a method finds if it does not know which distance is whose. The distances of each table change places at random,
-- cells of unknown distance stay, and the method eliminates by its own rules. If that is as many members
-- (mean_eliminated), what the attack finds beyond it comes from what it knows; if distances have an order, as with all
-- of a row alike, the numbers differ, and precision tells more than recall. The attack is computed, and nothing is
-- stored. For the owner of the release.
--
-- parameter: release: a generalised release that was made in this database
-- parameter: method: `mda`, `tba`, `wba`, `gba` or `rba`; for `ra` see elimination_evaluation
-- parameter: knowledge: what the attacker knows: `self` for the release alone, or the name of a corpus or an embedding
-- parameter: threshold: what a distance, a weighted distance (wba) or a vulnerability (gba, rba) must exceed to be
--     eliminated; by default the mean of the table. Not for mda
-- parameter: scaled: whether gba and rba divide the vulnerability of a group by the range of its distances
-- parameter: context: how many items of a record, the nearest ones, each generalised item is compared with
-- parameter: labelled: whether the release labels its generalised items; if not, the attacker guesses which items
--     belong to one
-- parameter: unlabelled_k: the k that the attacker assumes with `labelled := false`: items of this many records or
--     more count as generalised
-- parameter: conjunctive: whether members are compared with the context as a whole, that is with documents that hold
--     all of its items; if not, with each item of the context, and the mean counts
-- parameter: utility_constraints: lists of items that an attacker with `labelled := false` knows to be the utility
--     constraints: members of one generalised item are in the same list
-- parameter: draws: how often the distances change places, 1 to 10,000
-- row:       one, or none if the release generalises nothing
-- column:    attack VARCHAR: method and knowledge, followed by `:permuted`
-- column:    draws BIGINT, draws, >= 1: the columns show means over them
-- column:    tables BIGINT, tables, >= 1: distance tables, one per generalised item
-- column:    cells BIGINT, cells, >= 1: their cells, one per record and member
-- column:    added BIGINT, cells, >= 0: members that the record does not have in the original data
-- column:    mean_eliminated DOUBLE, mean cells, >= 0: members that the method eliminated; mean over the draws
-- column:    density DOUBLE, fraction, 0 to 1: original members / members
-- column:    recall DOUBLE?, fraction, 0 to 1: added members that were eliminated / added members; NULL if there are
--     none
-- column:    recall_low DOUBLE?, fraction, 0 to 1: lower end of its 95 % confidence interval, over the draws; NULL
--     without one
-- column:    recall_high DOUBLE?, fraction, 0 to 1: upper end; NULL without one
-- column:    precision DOUBLE?, fraction, 0 to 1: added members that were eliminated / eliminated members; NULL if
--     there are none
-- column:    precision_low DOUBLE?, fraction, 0 to 1: lower end of its 95 % confidence interval; NULL without one
-- column:    precision_high DOUBLE?, fraction, 0 to 1: upper end; NULL without one
-- column:    f_score DOUBLE?, fraction, 0 to 1: harmonic mean of recall and precision
-- column:    f_low DOUBLE?, fraction, 0 to 1: lower end of its 95 % confidence interval; NULL without one
-- column:    f_high DOUBLE?, fraction, 0 to 1: upper end; NULL without one
-- checks:    own_release($release, family := 'generalisation')
-- checks:    known_elimination($method, scaled := $scaled, guessing := false)
-- checks:    attackers_view(context := $context, labelled := $labelled, unlabelled_k := $unlabelled_k,
--     conjunctive := $conjunctive, utility_constraints := $utility_constraints)
-- reads:     originals
-- page:      generalisation.md
-- example:   FROM setrisk.elimination_baseline('r1', 'rba', knowledge := 'literature', draws := 5)
WITH truth AS MATERIALIZED (
    SELECT truth.generalised_item, truth.record, truth.item_id, truth.original
    FROM setrisk_internal.cell_truth($release) AS truth
),
totals AS (
    SELECT
        count(DISTINCT truth.generalised_item) AS tables,
        CAST(count(*) AS HUGEINT) AS cells,
        CAST(count(*) FILTER (WHERE NOT truth.original) AS HUGEINT) AS added
    FROM truth
),
counts AS (
    SELECT
        runs.draw,
        count(eliminations.record) AS eliminated,
        count(truth.record) FILTER (WHERE NOT truth.original) AS correct
    FROM setrisk_internal.numbered_draws('draws', $draws) AS runs
    LEFT JOIN setrisk_internal.permuted_eliminations(
        $release,
        $method,
        $knowledge,
        $threshold,
        $scaled,
        setrisk_internal.as_view($context, $conjunctive, $labelled, $unlabelled_k, $utility_constraints),
        $draws
    ) AS eliminations
        ON eliminations.draw = runs.draw
    LEFT JOIN truth ON truth.record = eliminations.record AND truth.item_id = eliminations.item_id
    GROUP BY runs.draw
),
runs AS MATERIALIZED (
    SELECT
        $method || ':' || $knowledge || ':permuted' AS attack,
        totals.tables,
        totals.cells,
        totals.added,
        counts.eliminated,
        (totals.cells - totals.added) / totals.cells AS density,
        counts.correct / nullif(totals.added, 0) AS recall,
        counts.correct / nullif(counts.eliminated, 0) AS precision,
        2 * counts.correct / nullif(totals.added + counts.eliminated, 0) AS f_score
    FROM counts
    CROSS JOIN totals
    WHERE totals.cells > 0
),
scores AS (
    SELECT means.* FROM setrisk_internal.mean_elimination_scores('runs') AS means
)
SELECT intervals.* FROM setrisk_internal.elimination_intervals('scores') AS intervals
