-- as_view(context BIGINT := 2, conjunctive BOOLEAN := false, labelled BOOLEAN := true, unlabelled_k BIGINT := 2, utility_constraints VARCHAR[][] := NULL) -> STRUCT(context BIGINT, conjunctive BOOLEAN, labelled BOOLEAN, unlabelled_k BIGINT, utility_constraints VARCHAR[][])
-- What an attacker looks at in a generalised release, and knows of how it was made, as one value to hand on. The
-- options are those of setrisk.eliminations.
--
-- reads: nothing
SELECT {
    'context': CAST($context AS BIGINT),
    'conjunctive': CAST($conjunctive AS BOOLEAN),
    'labelled': CAST($labelled AS BOOLEAN),
    'unlabelled_k': CAST($unlabelled_k AS BIGINT),
    'utility_constraints': CAST($utility_constraints AS VARCHAR[][])
}
