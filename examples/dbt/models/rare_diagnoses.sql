-- depends_on: {{ ref('patients') }}
{{ config(materialized='table') }}
SELECT r.items, r.support FROM setrisk.rare_itemsets('patients', k := 4) AS r
