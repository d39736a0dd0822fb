-- How often the attacks of the common adversary were right about the people of a data set that is shown as it is, and
-- about others, for the owner.
--
-- column: dataset VARCHAR: name of the data set
-- column: criterion VARCHAR: 'narrowing', 'inference', 'linkability', 'singling_out',
--     'sensitive_precision' or 'sensitive_recall'
-- column: known BIGINT, items, >= 1: known items of each person, or items of each predicate
-- column: choice VARCHAR: which items are known: 'random' ones, or the 'rarest'
-- column: adversary VARCHAR: 'uniform' or 'sharper'
-- column: variant VARCHAR: of the attack: 'main' on people in the release, 'control' on others, 'naive' without what is
--     known
-- column: attempts BIGINT, attempts, >= 1: how often it was tried
-- column: successes BIGINT, attempts, >= 0: how often it was right
-- column: k INTEGER?, records, >= 2: of narrowing, the number of records below which a person counts; NULL for others
-- column: scale DOUBLE, > 0: what the rate of successes is multiplied by, as in assessed_attack
CREATE TABLE IF NOT EXISTS setrisk_private.assessed_dataset (
    dataset VARCHAR NOT NULL,
    criterion VARCHAR NOT NULL,
    known BIGINT NOT NULL,
    choice VARCHAR NOT NULL,
    adversary VARCHAR NOT NULL,
    variant VARCHAR NOT NULL,
    attempts BIGINT NOT NULL,
    successes BIGINT NOT NULL,
    k INTEGER,
    scale DOUBLE NOT NULL,
    PRIMARY KEY (dataset, criterion, known, choice, adversary, variant)
)
