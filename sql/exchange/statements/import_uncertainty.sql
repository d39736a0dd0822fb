-- import_uncertainty(release)
-- Publish the tables of an imported release by rho-uncertainty, with the names of its items replaced by numbers of its
-- own.
--
-- reads: published
-- writes: setrisk.published_item setrisk.generalised_item setrisk.generalised_record setrisk.protected_item
-- stages: _setrisk_imported_generalised_item(generalised_item, item): members of generalised items
-- stages: _setrisk_imported_generalised_record(record, position, item, generalised_item): entries of records
-- stages: _setrisk_imported_protected_item(item): the sensitive items
INSERT INTO setrisk.published_item (release, item_id, item)
SELECT $release, CAST(row_number() OVER (ORDER BY names.item) AS INTEGER) AS item_id, names.item
FROM (
    SELECT members.item
    FROM _setrisk_imported_generalised_item AS members
    WHERE members.item IS NOT NULL
    UNION
    SELECT entries.item
    FROM _setrisk_imported_generalised_record AS entries
    WHERE entries.item IS NOT NULL
) AS names;

INSERT INTO setrisk.generalised_item (release, generalised_item, item_id)
SELECT $release, members.generalised_item, names.item_id
FROM _setrisk_imported_generalised_item AS members
LEFT JOIN setrisk.published_item AS names ON names.item = members.item AND names.release = $release;

INSERT INTO setrisk.generalised_record (release, record, position, item_id, generalised_item)
SELECT $release, entries.record, entries.position, names.item_id, entries.generalised_item
FROM _setrisk_imported_generalised_record AS entries
LEFT JOIN setrisk.published_item AS names ON names.item = entries.item AND names.release = $release;

INSERT INTO setrisk.protected_item (release, item_id)
SELECT $release, names.item_id
FROM _setrisk_imported_protected_item AS sensitive_items
LEFT JOIN setrisk.published_item AS names ON names.item = sensitive_items.item AND names.release = $release
