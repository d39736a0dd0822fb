-- grid_assessed_for(grid)
-- What the assessment of the releases of a grid is about.
--
-- row:    one, or none if no release was assessed
-- column: assessed_for VARCHAR: a part of a sentence
-- column: asked_known BIGINT[]: the numbers of known items that they were assessed for
-- reads:  originals
SELECT
    'they were assessed for attackers who know ' || setrisk_internal.numbers_of_items(any_value(cells.asked_known))
    || ' of a person, and for no others; '
    -- One of a release that leaves nothing to draw.
    || coalesce(
        'these attackers drew at least '
        || min(cells.assessed_reconstructions) FILTER (WHERE cells.assessed_reconstructions > 1)
        || ' random reconstructions of each release that leaves something to draw, and who draws more may be right '
        || 'more often; ',
        ''
    )
    || 'narrowed down means fewer than ' || any_value(cells.at_risk_below)
    || ' records; '
    || coalesce(
        'linkability is that of recognising a person among at most ' || (
            SELECT
                least(
                    max(attacks.attempts) FILTER (WHERE attacks.variant = 'main'),
                    max(attacks.attempts) FILTER (WHERE attacks.variant = 'control'),
                    CASE WHEN count(*) > 0 THEN setrisk_internal.most_choices() END
                ) AS n_choices
            FROM setrisk_private.whatif_assessed_attack AS attacks
            WHERE attacks.grid = $grid AND attacks.criterion = 'linkability'
        ) || '; ',
        ''
    )
    || 'for comparison, a fifth of the people were left out when each was made again' AS assessed_for,
    any_value(cells.asked_known) AS asked_known
FROM setrisk_private.whatif_cell AS cells
WHERE cells.grid = $grid AND cells.asked_known IS NOT NULL
HAVING count(*) > 0
