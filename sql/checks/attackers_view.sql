-- attackers_view(context := 2, labelled := true, unlabelled_k := 2)
-- Whether a release labels its generalised items, for an attacker; an error for options that no attacker can have.
--
-- row: one
-- column: labelled BOOLEAN
-- reads: nothing
SELECT
    CASE
        WHEN setrisk_internal.check_at_least('context', $context, 1) < 1
            OR setrisk_internal.check_at_least('unlabelled_k', $unlabelled_k, 1) < 1
            THEN NULL
        ELSE setrisk_internal.check_boolean('labelled', $labelled)
    END AS labelled
