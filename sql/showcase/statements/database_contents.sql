-- database_contents()
-- Everything that a database holds, by type and name: data sets, releases, corpora, knowledge, the user's own tables
-- and views.
--
-- row:         one per thing
-- column:      name VARCHAR: type and name, such as 'data set patients'
-- reads:       originals
-- duckdb only: duckdb_tables, duckdb_views
SELECT 'data set ' || datasets.dataset AS name
FROM setrisk_private.dataset AS datasets
UNION ALL
SELECT 'release ' || releases.release AS name
FROM setrisk.release AS releases
UNION ALL
SELECT 'corpus ' || corpora.corpus AS name
FROM setrisk.corpus AS corpora
UNION ALL
SELECT 'knowledge ' || knowledge.knowledge AS name
FROM setrisk.knowledge AS knowledge
UNION ALL
SELECT 'table ' || tables.table_name AS name
FROM duckdb_tables() AS tables
WHERE tables.database_name = current_database() AND NOT starts_with(tables.schema_name, 'setrisk')
UNION ALL
SELECT 'view ' || views.view_name AS name
FROM duckdb_views() AS views
WHERE NOT views.internal
    AND views.database_name = current_database()
    AND NOT starts_with(views.schema_name, 'setrisk')
