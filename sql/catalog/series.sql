-- The series: releases about the same people or things as these change, in the order of publication, counted from 1. A
-- release is in at most one series.
CREATE TABLE IF NOT EXISTS setrisk.series (
    series VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    release VARCHAR PRIMARY KEY
)
