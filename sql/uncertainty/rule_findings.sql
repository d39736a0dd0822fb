-- rule_findings(release)
-- How surely each sensitive item of each record can be inferred. Of what else the record shows, the attacker knows what
-- gives the highest confidence.
--
-- parameter: release: a release by rho-uncertainty
-- row:       one per stored attack, record, and sensitive item that the record shows
-- column:    attack VARCHAR: name of the attack
-- column:    record BIGINT, >= 1: number of the record
-- column:    item VARCHAR: the sensitive item
-- column:    known_items VARCHAR[]: what is known of the record: items, and generalised items by their numbers; empty
--     if nothing gives more away than what all records show
-- column:    known_support BIGINT, records, >= 1: records that show all that is known
-- column:    rule_support BIGINT, records, >= 1: those of them that show the sensitive item, too
-- column:    confidence DOUBLE, fraction, 0 to 1: rule_support divided by known_support
-- column:    is_exact BOOLEAN: whether nothing that the record shows gives a higher confidence; of records that show
--     more than 16 items, not everything is looked at
-- checks:    known_release($release, family := 'uncertainty')
-- reads:     published
-- page:      uncertainty.md
-- example:   FROM setrisk.rule_findings('r5')
SELECT
    rules.attack, rules.record, rules.item, rules.known_items, rules.known_support, rules.rule_support,
    rules.confidence, rules.is_exact
FROM setrisk_internal.stored_rules($release) AS rules
