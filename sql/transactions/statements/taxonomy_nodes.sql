-- taxonomy_nodes()
-- The nodes of a taxonomy that a user gives, each with its parent; the root has none.
--
-- row:    one per node except the root
-- column: item VARCHAR?: NULL if the user's has no name, which is refused
-- column: parent VARCHAR
-- stages: _setrisk_read(item, parent): the user's table or file
SELECT CAST(nodes.item AS VARCHAR) AS item, CAST(nodes.parent AS VARCHAR) AS parent
FROM _setrisk_read AS nodes
WHERE nodes.parent IS NOT NULL
ORDER BY ALL
