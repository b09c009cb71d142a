ALTER TABLE "sources" ADD COLUMN "record_url" text;
--> statement-breakpoint
-- The columns compared are those that a product's answer shows.
CREATE OR REPLACE FUNCTION sources_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_scopes_changed('source', ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.code, n.name, n.license, n.license_url, n.trust, n.attribution, n.record_url)
      IS DISTINCT FROM (o.code, o.name, o.license, o.license_url, o.trust, o.attribution, o.record_url))::text[]);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- FoodData Central has no address by barcode, but a search.
UPDATE sources s SET record_url = known.record_url
FROM (VALUES
  ('open_food_facts', 'https://world.openfoodfacts.org/product/{gtin}'),
  ('open_beauty_facts', 'https://world.openbeautyfacts.org/product/{gtin}'),
  ('open_pet_food_facts', 'https://world.openpetfoodfacts.org/product/{gtin}'),
  ('open_products_facts', 'https://world.openproductsfacts.org/product/{gtin}'),
  ('usda', 'https://fdc.nal.usda.gov/food-search?type=Branded&query={gtin}')) AS known (code, record_url)
WHERE s.code = known.code;
