-- nothing_recovered(family VARCHAR) -> VARCHAR
-- What is said of a person of whom nothing was recovered from a disassociated release, attacked or not, or from a
-- histogram that nobody has attacked.
--
-- parameter: family: of the release; NULL comes out for others, which say something of each person without an attack
-- reads: nothing
SELECT CASE $family
    WHEN 'disassociation' THEN 'the attack recovers no itemset of this person that the release hides'
    WHEN 'histogram' THEN 'the counts are noisy; only attacks show what they reveal'
END
