-- This release reads labels by stricter rules than those that 0016 had them read by. A request of 0016 that waits is enough.
INSERT INTO "quality_recomputes" ("id", "reason", "scope", "requested_by")
SELECT gen_random_uuid(), 'labels.read_again', '{"all": true}', 'system'
WHERE EXISTS (SELECT FROM "products" WHERE "read_version" IS NOT NULL) AND NOT EXISTS (SELECT FROM "follow")
  AND NOT EXISTS (SELECT FROM "quality_recomputes" WHERE "reason" = 'labels.read_again' AND "state" = 'pending');
