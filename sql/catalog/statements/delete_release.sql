-- delete_release(release)
-- Delete a release, with what attacks have found of it. The ledger keeps what it has spent, and a what-if grid keeps
-- the numbers that it found of it.
--
-- writes: setrisk.attack_run setrisk.chunk_record setrisk.cluster setrisk.cluster_record setrisk.composition
--     setrisk.counterfeits setrisk.elimination setrisk.elimination_belief setrisk.generalised_item
--     setrisk.generalised_record setrisk.histogram setrisk.joint_cluster setrisk.leakage setrisk.protected_item
--     setrisk.published_item setrisk.reassociation setrisk.release setrisk.sensitive_count setrisk.sensitive_rule
--     setrisk.sensitive_set setrisk.series setrisk.term_chunk setrisk_private.assessed_attack
--     setrisk_private.audited_person setrisk_private.baseline_draw setrisk_private.perturbation
--     setrisk_private.privacy_constraint setrisk_private.sensitive_item setrisk_private.provenance
--     setrisk_private.record_risk setrisk_private.release_arguments setrisk_private.release_assessment
--     setrisk_private.release_coverage setrisk_private.release_seed setrisk_private.whatif_cell
DELETE FROM setrisk.attack_run AS rows WHERE rows.release = $release;

DELETE FROM setrisk.chunk_record AS rows WHERE rows.release = $release;

DELETE FROM setrisk.cluster AS rows WHERE rows.release = $release;

DELETE FROM setrisk.cluster_record AS rows WHERE rows.release = $release;

DELETE FROM setrisk.composition AS rows WHERE rows.release = $release;

DELETE FROM setrisk.counterfeits AS rows WHERE rows.release = $release;

DELETE FROM setrisk.elimination AS rows WHERE rows.release = $release;

DELETE FROM setrisk.elimination_belief AS rows WHERE rows.release = $release;

DELETE FROM setrisk.generalised_item AS rows WHERE rows.release = $release;

DELETE FROM setrisk.generalised_record AS rows WHERE rows.release = $release;

DELETE FROM setrisk.histogram AS rows WHERE rows.release = $release;

DELETE FROM setrisk.joint_cluster AS rows WHERE rows.release = $release;

DELETE FROM setrisk.leakage AS rows WHERE rows.release = $release;

DELETE FROM setrisk.protected_item AS rows WHERE rows.release = $release;

DELETE FROM setrisk.sensitive_rule AS rows WHERE rows.release = $release;

DELETE FROM setrisk.sensitive_set AS rows WHERE rows.release = $release;

DELETE FROM setrisk.sensitive_count AS rows WHERE rows.release = $release;

DELETE FROM setrisk.published_item AS rows WHERE rows.release = $release;

DELETE FROM setrisk.reassociation AS rows WHERE rows.release = $release;

DELETE FROM setrisk.release AS rows WHERE rows.release = $release;

DELETE FROM setrisk.series AS rows WHERE rows.release = $release;

DELETE FROM setrisk.term_chunk AS rows WHERE rows.release = $release;

DELETE FROM setrisk_private.assessed_attack AS rows WHERE rows.release = $release;

DELETE FROM setrisk_private.release_assessment AS rows WHERE rows.release = $release;

DELETE FROM setrisk_private.audited_person AS rows WHERE rows.release = $release;

DELETE FROM setrisk_private.baseline_draw AS rows WHERE rows.release = $release;

DELETE FROM setrisk_private.perturbation AS rows WHERE rows.release = $release;

DELETE FROM setrisk_private.privacy_constraint AS rows WHERE rows.release = $release;

DELETE FROM setrisk_private.sensitive_item AS rows WHERE rows.release = $release;

DELETE FROM setrisk_private.provenance AS rows WHERE rows.release = $release;

DELETE FROM setrisk_private.record_risk AS rows WHERE rows.release = $release;

DELETE FROM setrisk_private.release_arguments AS rows WHERE rows.release = $release;

DELETE FROM setrisk_private.release_coverage AS rows WHERE rows.release = $release;

DELETE FROM setrisk_private.release_seed AS rows WHERE rows.release = $release;

UPDATE setrisk_private.whatif_cell AS cells SET release = NULL WHERE cells.release = $release
