-- What `whatif` has found about the releases of a grid that it tried, for the owner of the data. A release that failed
-- has a row too.
--
-- column: grid VARCHAR: name of the grid
-- column: cell INTEGER, >= 1: number of the release in the grid
-- column: dataset VARCHAR: the data set that it was made from
-- column: method VARCHAR: how it was made
-- column: parameters JSON: what the method was given
-- column: reconstructions BIGINT, reconstructions, >= 1: random reconstructions that its utility was measured by
-- column: pairs BIGINT, pairs, >= 1: pairs of each band that its utility was measured by
-- column: at_risk_below INTEGER, candidates, >= 2: a record of a generalised or disassociated release is at risk if it
--     has fewer candidates
-- column: attacks VARCHAR[]: the attacks on it, each a method with the parameters that are not the default
-- column: n_attacks INTEGER, >= 0: how many of them do more than guess
-- column: knowledge VARCHAR: what the attackers know of items: 'self', a corpus or an embedding; 'self' too in a
--     family whose attacks use none
-- column: is_tried BOOLEAN: false until the release was tried, and after a grid that was ended before
-- column: worst_attack VARCHAR?: the attack that puts the most records at risk, or 'none' for the release as it is;
--     NULL after a failure, as all columns below that may be NULL
-- column: share_at_risk DOUBLE?, fraction, 0 to 1: fraction of the records that this attack puts at risk
-- column: highest_score DOUBLE?, fraction, 0 to 1: the highest score that any attack gives a record
-- column: mean_score DOUBLE?, fraction, 0 to 1: the mean score that the worst attack gives the records
-- column: baseline_share DOUBLE?, fraction, 0 to 1: fraction that guessing puts at risk; NULL if guessing was not
--     tried, or the family has no random baseline
-- column: beats_baseline BOOLEAN?: whether another attack puts more records at risk than guessing; NULL if one of them
--     was not tried
-- column: coverage DOUBLE?, fraction, 0 to 1: fraction of the rare itemsets that the release promises to protect
-- column: error_low_support DOUBLE?, 0 to 2: error of counting queries for pairs of low support, as in `utility`
-- column: error_medium_support DOUBLE?, 0 to 2: the same for pairs of medium support
-- column: error_high_support DOUBLE?, 0 to 2: the same for pairs of high support
-- column: error DOUBLE?, 0 to 2: the same for all pairs
-- column: spread DOUBLE?, >= 0: standard deviation of that over the reconstructions; NULL for one reconstruction
-- column: distortions MAP(VARCHAR, DOUBLE)?: metrics that the family has of its own, as in `distortions`
-- column: n_records BIGINT?, records, >= 0: how many it publishes
-- column: n_items BIGINT?, items, >= 0: how many it names
-- column: marks VARCHAR[]?: marks of the release
-- column: seconds DOUBLE?, seconds, >= 0: how long it took to make, without attacking and assessing it
-- column: release VARCHAR?: name of the release; NULL if it was not kept
-- column: failure VARCHAR?: why there are no results; NULL if there are
-- column: assessment_failure VARCHAR?: why it was not assessed; NULL if it was
-- column: asked_known BIGINT[]?: the numbers of known items that it was assessed for; NULL if it was not
-- column: assessed_reconstructions BIGINT?, reconstructions, >= 1: random reconstructions that the attackers drew to
--     assess it; NULL if it was not assessed
-- column: sample BIGINT?, transactions, >= 1: how many transactions, drawn at random, it was made of; NULL for all
-- column: left_out_attack VARCHAR?: the attack of the sharper adversary, if it was left out since the release has too
--     many cells; NULL if all was asked, or it was not assessed
CREATE TABLE IF NOT EXISTS setrisk_private.whatif_cell (
    grid VARCHAR NOT NULL,
    cell INTEGER NOT NULL,
    dataset VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    parameters JSON NOT NULL,
    reconstructions BIGINT NOT NULL,
    pairs BIGINT NOT NULL,
    at_risk_below INTEGER NOT NULL,
    attacks VARCHAR[] NOT NULL,
    n_attacks INTEGER NOT NULL DEFAULT 0,
    knowledge VARCHAR NOT NULL,
    is_tried BOOLEAN NOT NULL,
    worst_attack VARCHAR,
    share_at_risk DOUBLE,
    highest_score DOUBLE,
    mean_score DOUBLE,
    baseline_share DOUBLE,
    beats_baseline BOOLEAN,
    coverage DOUBLE,
    error_low_support DOUBLE,
    error_medium_support DOUBLE,
    error_high_support DOUBLE,
    error DOUBLE,
    spread DOUBLE,
    distortions MAP(VARCHAR, DOUBLE),
    n_records BIGINT,
    n_items BIGINT,
    marks VARCHAR[],
    seconds DOUBLE,
    release VARCHAR,
    failure VARCHAR,
    assessment_failure VARCHAR,
    asked_known BIGINT[],
    assessed_reconstructions BIGINT,
    sample BIGINT,
    left_out_attack VARCHAR,
    PRIMARY KEY (grid, cell)
)
