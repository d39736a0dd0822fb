-- baselines() -> VARCHAR[]
-- The attacks that are luck: methods that make no use of what they are given.
-- internal
SELECT ['ra', 'random']
