-- depends_on: {{ ref('in_chunks') }}
SELECT f.attack, f.reason
FROM setrisk.refusals(
    'in chunks',
    max_at_risk := {{ var('max_at_risk') | string | float(-1) }},
    allow_exported := {{ var('allow_exported') }}
) AS f
