-- Data sets that show the same thing at different times.
--
-- column: dataset VARCHAR: name of the data set
-- column: subject VARCHAR: what they show, by name; given when they were drawn, or loaded by period
-- column: period_column VARCHAR?: the column of the source that has the period; NULL if they were drawn
-- column: period VARCHAR?: the period of the data set; NULL if it was drawn
-- column: position INTEGER, >= 1: place of the data set in their order
CREATE TABLE IF NOT EXISTS setrisk_private.snapshot (
    dataset VARCHAR NOT NULL,
    subject VARCHAR NOT NULL,
    period_column VARCHAR,
    period VARCHAR,
    position INTEGER NOT NULL
)
