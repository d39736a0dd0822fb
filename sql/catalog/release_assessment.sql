-- What assessing a release asked, and who the people were who are not in it. For the owner.
--
-- column: release VARCHAR: name of the release
-- column: asked_known BIGINT[]: the numbers of known items that were asked about, even if nobody has so many
-- column: control VARCHAR?: the data set of people who are not in it; NULL for a fifth of its people, without whom it
--     was made again
-- column: members VARCHAR?: the data set of people who are in it, if it was imported
-- column: people BIGINT?: how many people were to be asked about at most, for each number of known items
-- column: reconstructions BIGINT?, >= 1: how many random reconstructions of the release the attackers drew; NULL if it
--     is not known
-- column: default_reconstructions BIGINT?, 1 to 100: how many they draw by default of a release of this size
CREATE TABLE IF NOT EXISTS setrisk_private.release_assessment (
    release VARCHAR PRIMARY KEY,
    asked_known BIGINT[] NOT NULL,
    control VARCHAR,
    members VARCHAR,
    people BIGINT,
    reconstructions BIGINT,
    default_reconstructions BIGINT
)
