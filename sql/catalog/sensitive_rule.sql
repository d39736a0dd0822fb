-- Findings of attacks by rules on releases by rho-uncertainty: of each sensitive item of each record, the rule that
-- infers it with the highest confidence from what else the record shows.
--
-- column: release VARCHAR: name of the release
-- column: attack VARCHAR: name of the attack
-- column: record BIGINT, >= 1: number of the record
-- column: item_id INTEGER, >= 1: the sensitive item
-- column: itemset INTEGER[]: what is known of the record: numbers of items, and those of generalised items, negative
-- column: known_support BIGINT, records, >= 1: records that show all that is known
-- column: rule_support BIGINT, records, >= 1: those of them that show the sensitive item, too
-- column: is_exact BOOLEAN: whether nothing that the record shows gives a higher confidence; otherwise more may
CREATE TABLE IF NOT EXISTS setrisk.sensitive_rule (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    record BIGINT NOT NULL,
    item_id INTEGER NOT NULL,
    itemset INTEGER[] NOT NULL,
    known_support BIGINT NOT NULL,
    rule_support BIGINT NOT NULL,
    is_exact BOOLEAN NOT NULL
)
