-- eliminations(release, method, knowledge := 'self', threshold := NULL, scaled := false, seed := 0, context := 2, labelled := true, unlabelled_k := 2, conjunctive := false, utility_constraints := NULL)
-- The members that an attack would eliminate from records. The attack is computed, and nothing is stored: which members
-- it takes for added by the generalisation, and in which step. An error if an option is out of range or does not
-- suit the method, or if the knowledge has not scored the items of this release yet.
--
-- parameter: release: the name of a generalised release
-- parameter: method: `ra` (random), `mda`, `tba`, `wba`, `gba` or `rba`
-- parameter: knowledge: what the attacker knows: `self` for the release alone, or the name of a corpus or an embedding
-- parameter: threshold: what a distance, a weighted distance (wba) or a vulnerability (gba, rba) must exceed to be
--     eliminated; by default the mean of the table. Not for ra and mda
-- parameter: scaled: whether gba and rba divide the vulnerability of a group by the range of its distances
-- parameter: seed: the seed of ra, 0 or more
-- parameter: context: how many items of a record, the nearest ones, each generalised item is compared with
-- parameter: labelled: whether the release labels its generalised items; if not, the attacker guesses which items
--     belong to one
-- parameter: unlabelled_k: the k that the attacker assumes with `labelled := false`: items of this many records or
--     more count as generalised
-- parameter: conjunctive: whether members are compared with the context as a whole, that is with documents that hold
--     all of its items; if not, with each item of the context, and the mean counts
-- parameter: utility_constraints: lists of items that an attacker with `labelled := false` knows to be the utility
--     constraints: members of one generalised item are in the same list
-- row:       one per record, generalised item that it shows, and member of it
-- column:    record BIGINT, >= 1: the published record
-- column:    generalised_item INTEGER, >= 1: its number
-- column:    item VARCHAR: the member
-- column:    item_id INTEGER: the number of the member
-- column:    step INTEGER?, >= 1: when it was eliminated; NULL if the attack keeps it as original
-- checks:    known_names($release, $knowledge, family := 'generalisation')
-- checks:    known_elimination($method, scaled := $scaled)
-- checks:    attackers_view(context := $context, labelled := $labelled, unlabelled_k := $unlabelled_k,
--     conjunctive := $conjunctive, utility_constraints := $utility_constraints)
-- reads:     published
-- source:    THESIS 4; CONTEXT 5
-- page:      generalisation.md
-- example:   FROM setrisk.eliminations('r1', 'rba', knowledge := 'literature')
-- duckdb only: lists are unnested side by side
SELECT
    cells.record,
    CAST(cells.generalised_item AS INTEGER) AS generalised_item,
    names.item,
    cells.item_id,
    cells.step
FROM (
    SELECT
        rows.generalised_item,
        rows.record,
        unnest(rows.items) AS item_id,
        unnest(rows.steps) AS step
    FROM (
        SELECT
            tables.generalised_item,
            tables.items,
            unnest(tables.records) AS record,
            unnest(tables.steps) AS steps
        FROM setrisk_internal.eliminated_tables(
            $release,
            $method,
            $knowledge,
            $threshold,
            $scaled,
            $seed,
            setrisk_internal.as_view($context, $conjunctive, $labelled, $unlabelled_k, $utility_constraints)
        ) AS tables
    ) AS rows
) AS cells
JOIN setrisk.published_item AS names ON names.item_id = cells.item_id
WHERE names.release = $release
