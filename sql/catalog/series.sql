-- The series: releases about the same people or things as these change.
--
-- column: series VARCHAR: name of the series
-- column: position INTEGER, >= 1: place of the release in the order of publication
-- column: release VARCHAR: a release, which is in at most one series
CREATE TABLE IF NOT EXISTS setrisk.series (
    series VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    release VARCHAR PRIMARY KEY
)
