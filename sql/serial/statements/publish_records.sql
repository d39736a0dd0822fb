-- publish_records(release, dataset, shuffling_key)
-- Give the records of a draft, counterfeits included, shuffled numbers that reveal nothing, and keep for the owner
-- whose record is whose.
--
-- parameter: shuffling_key: decides the order of the records
-- stages: _setrisk_numbers(cluster, drafted, record): the number of each record so far, and its new one
-- stages: _setrisk_entries(cluster, record, item_id): the items of the records under their new numbers
-- stages: _setrisk_terms(cluster, item_id, copies): the sensitive items
-- stages: _setrisk_sizes(cluster, n_records): the clusters
-- reads:  originals
-- writes: setrisk.cluster_record setrisk.sensitive_count setrisk.cluster setrisk_private.provenance
CREATE OR REPLACE TEMP TABLE _setrisk_numbers AS
SELECT
    drafts.cluster,
    drafts.drafted,
    row_number() OVER (
        ORDER BY setrisk_internal.shuffled_place($shuffling_key, drafts.drafted), drafts.drafted
    ) AS record
FROM (
    SELECT DISTINCT records.cluster, records.record AS drafted
    FROM setrisk.cluster_record AS records
    WHERE records.release = $release
) AS drafts;

CREATE OR REPLACE TEMP TABLE _setrisk_entries AS
SELECT records.cluster, numbers.record, records.item_id
FROM setrisk.cluster_record AS records
JOIN _setrisk_numbers AS numbers ON numbers.drafted = records.record
WHERE records.release = $release;

DELETE FROM setrisk.cluster_record AS records
WHERE records.release = $release;

-- Rows are stored in the order of their numbers: any other order would reveal what the numbers hide.
INSERT INTO setrisk.cluster_record (release, cluster, record, item_id)
SELECT $release, entries.cluster, entries.record, entries.item_id
FROM _setrisk_entries AS entries
ORDER BY entries.record, entries.item_id;

CREATE OR REPLACE TEMP TABLE _setrisk_terms AS
SELECT terms.cluster, terms.item_id, terms.copies
FROM setrisk.sensitive_count AS terms
WHERE terms.release = $release;

DELETE FROM setrisk.sensitive_count AS terms
WHERE terms.release = $release;

INSERT INTO setrisk.sensitive_count (release, cluster, item_id, copies)
SELECT $release, terms.cluster, terms.item_id, terms.copies
FROM _setrisk_terms AS terms
ORDER BY terms.cluster, terms.item_id, terms.copies;

CREATE OR REPLACE TEMP TABLE _setrisk_sizes AS
SELECT clusters.cluster, clusters.n_records
FROM setrisk.cluster AS clusters
WHERE clusters.release = $release;

DELETE FROM setrisk.cluster AS clusters
WHERE clusters.release = $release;

INSERT INTO setrisk.cluster (release, cluster, n_records)
SELECT $release, sizes.cluster, sizes.n_records
FROM _setrisk_sizes AS sizes
ORDER BY sizes.cluster, sizes.n_records;

-- Numbers up to that of the last transaction are transactions; those above it are counterfeits.
INSERT INTO setrisk_private.provenance (release, cluster, chunk, record, tid)
SELECT
    $release,
    numbers.cluster,
    NULL,
    numbers.record,
    CASE WHEN numbers.drafted <= source.n_transactions THEN numbers.drafted END
FROM _setrisk_numbers AS numbers
CROSS JOIN setrisk_private.dataset AS source
WHERE source.dataset = $dataset;

DROP TABLE _setrisk_numbers;

DROP TABLE _setrisk_entries;

DROP TABLE _setrisk_terms;

DROP TABLE _setrisk_sizes
