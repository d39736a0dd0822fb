-- store_counts(release)
-- Store how often the attacks on a release were right, in place of what was stored of it.
--
-- stages: _setrisk_counts(criterion, known, choice, adversary, attack, attempts, successes, k, scale): a frame of them
-- writes: setrisk_private.assessed_attack
DELETE FROM setrisk_private.assessed_attack AS attacks WHERE attacks.release = $release;

INSERT INTO setrisk_private.assessed_attack (
    release, criterion, known, choice, adversary, attack, attempts, successes, k, scale
)
SELECT
    $release,
    counts.criterion,
    counts.known,
    counts.choice,
    counts.adversary,
    counts.attack,
    counts.attempts,
    counts.successes,
    counts.k,
    counts.scale
FROM _setrisk_counts AS counts
