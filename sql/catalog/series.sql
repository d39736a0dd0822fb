-- The series of releases of one thing that changes, in the order of their publication, from 1. A release is in one series.
CREATE TABLE IF NOT EXISTS setrisk.series (
    series VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    release VARCHAR PRIMARY KEY
)
