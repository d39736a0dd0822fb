-- How often the attacks of the common adversary were right about people in the releases of a grid, and about others, for
-- the owner.
--
-- column: grid VARCHAR: name of the grid
-- column: cell INTEGER, >= 1: number of the release in the grid
-- column: criterion VARCHAR: 'narrowing', 'inference', 'linkability' or 'singling_out'
-- column: known BIGINT, items, >= 1: known items of each person, or items of each predicate
-- column: choice VARCHAR: which items are known: 'random' ones, or the 'rarest'
-- column: adversary VARCHAR: 'uniform' or 'sharper'
-- column: variant VARCHAR: of the attack: 'main' on people in the release, 'control' on others, 'naive' without what is
--     known
-- column: attempts BIGINT, attempts, >= 1: how often it was tried
-- column: successes BIGINT, attempts, >= 0: how often it was right
-- column: k INTEGER?, records, >= 2: of narrowing, the number of records below which a person counts; NULL for others
-- column: scale DOUBLE, > 0: what the rate of successes is multiplied by, as in assessed_attack
CREATE TABLE IF NOT EXISTS setrisk_private.whatif_assessed_attack (
    grid VARCHAR NOT NULL,
    cell INTEGER NOT NULL,
    criterion VARCHAR NOT NULL,
    known BIGINT NOT NULL,
    choice VARCHAR NOT NULL,
    adversary VARCHAR NOT NULL,
    variant VARCHAR NOT NULL,
    attempts BIGINT NOT NULL,
    successes BIGINT NOT NULL,
    k INTEGER,
    scale DOUBLE NOT NULL,
    PRIMARY KEY (grid, cell, criterion, known, choice, adversary, variant)
)
