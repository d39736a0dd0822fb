-- How well releases by the same method reveal whether a person is in the data, for the owner.
--
-- column: release VARCHAR: name of the release
-- column: tid BIGINT, >= 1: the person's transaction in the data that were released
-- column: occurrences BIGINT, transactions, >= 1: transactions with exactly the person's items
-- column: event VARCHAR: what the attack takes for a sign that the person is in the data, in words
-- column: releases BIGINT, releases, >= 2: releases that were drawn with the person, and as many without
-- column: member_rate DOUBLE, fraction, 0 to 1: how often the sign is there in releases with the person
-- column: outsider_rate DOUBLE, fraction, 0 to 1: how often it is there in releases without
-- column: advantage_low DOUBLE, -1 to 1: lower end of the 95 % confidence interval of the difference
-- column: advantage_high DOUBLE, -1 to 1: upper end
CREATE TABLE IF NOT EXISTS setrisk_private.audited_person (
    release VARCHAR NOT NULL,
    tid BIGINT NOT NULL,
    occurrences BIGINT NOT NULL,
    event VARCHAR NOT NULL,
    releases BIGINT NOT NULL,
    member_rate DOUBLE NOT NULL,
    outsider_rate DOUBLE NOT NULL,
    advantage_low DOUBLE NOT NULL,
    advantage_high DOUBLE NOT NULL,
    PRIMARY KEY (release, tid)
)
