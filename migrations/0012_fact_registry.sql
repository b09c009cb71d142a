-- "Has no nutrition data" is a fact like any other from now on, with those who say it: the sources that have read the
-- product from a record of theirs, else an operator, as nobody else could set it. First, as it takes longest.
INSERT INTO field_provenance (product_id, field, source_id)
SELECT f.product_id, 'no_nutrition_data', s.source_id
FROM food_details f
JOIN LATERAL (
  SELECT r.source_id FROM source_records r WHERE r.product_id = f.product_id
  UNION
  SELECT o.id FROM sources o
  WHERE o.kind = 'operator' AND NOT EXISTS (SELECT FROM source_records r WHERE r.product_id = f.product_id)
) s ON true
WHERE f.no_nutrition_data
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Facts without a column of their own, by wire name (src/facts/fact-registry.ts).
ALTER TABLE "products" ADD COLUMN "facts" jsonb DEFAULT '{}'::jsonb NOT NULL;
