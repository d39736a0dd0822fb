-- largest_advantage(release)
-- How well an attack on membership tells people in the data from others, at best.
--
-- row:    one
-- column: member_advantage DOUBLE?, -1 to 1: the largest of those in membership_audit
-- column: allowed_advantage DOUBLE?, fraction, 0 to 1: what epsilon allows
-- reads:  originals
SELECT
    max(people.advantage) AS member_advantage,
    max(people.allowed_advantage) AS allowed_advantage
FROM setrisk.membership_audit($release) AS people
