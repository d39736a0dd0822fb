-- depends_on: {{ ref('generalised') }}
-- A row for each reason not to publish the release: the build fails where there is one.
SELECT f.attack, f.reason
FROM setrisk.refusals(
    'generalised',
    max_at_risk := {{ var('max_at_risk') | string | float(-1) }},
    allow_exported := {{ var('allow_exported') }}
) AS f
