INSERT INTO tiers (code, per_minute, cumulative) VALUES
  ('anonymous', 60, 1000), ('registered', 600, 100000), ('partner', 3000, 5000000), ('internal', NULL, NULL);
--> statement-breakpoint
INSERT INTO installation_secrets (name, secret)
VALUES ('address_hash', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
