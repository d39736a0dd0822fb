-- depends_on: {{ ref('patients') }}
{{ config(materialized='table') }}
SELECT s.items, s.support FROM setrisk.supports('patients', size := 2) AS s
