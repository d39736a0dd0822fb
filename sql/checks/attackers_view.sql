-- attackers_view(context := 2, labelled := true, unlabelled_k := 2, conjunctive := false, utility_constraints := NULL)
-- Whether a release labels its generalised items, for an attacker; an error for options that no attacker can have.
--
-- row: one
-- column: labelled BOOLEAN
-- reads: nothing
-- duckdb only: error
SELECT
    CASE
        WHEN setrisk_internal.check_at_least('context', $context, 1) < 1
            OR setrisk_internal.check_at_least('unlabelled_k', $unlabelled_k, 1) < 1
            OR setrisk_internal.check_boolean('conjunctive', $conjunctive) IS NULL
            THEN NULL
        WHEN setrisk_internal.check_boolean('labelled', $labelled) AND $utility_constraints IS NOT NULL
            THEN error(
                'utility_constraints separate generalised items that are not labelled: give labelled := false, too, '
                || 'or leave them out'
            )
        ELSE $labelled
    END AS labelled
