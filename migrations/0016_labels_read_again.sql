-- This release reads labels by stricter rules. What the release before has read is read again, in the background.
INSERT INTO "quality_recomputes" ("id", "reason", "scope", "requested_by")
SELECT gen_random_uuid(), 'labels.read_again', '{"all": true}', 'system'
WHERE EXISTS (SELECT FROM "products" WHERE "read_version" IS NOT NULL) AND NOT EXISTS (SELECT FROM "follow");
