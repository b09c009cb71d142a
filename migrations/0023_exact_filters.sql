CREATE INDEX "products_name_order_idx" ON "products" USING btree (search_name COLLATE "C","id") WHERE status = 'active' and merged_into_id is null;--> statement-breakpoint
CREATE INDEX "products_updated_idx" ON "products" USING btree ("updated_at" DESC NULLS LAST,"id") WHERE status = 'active' and merged_into_id is null;--> statement-breakpoint
CREATE INDEX "products_created_idx" ON "products" USING btree ("created_at" DESC NULLS LAST,"id") WHERE status = 'active' and merged_into_id is null;--> statement-breakpoint
-- What exact filters ask for is in the document too: a change of it marks the product, one of other facts does not.
CREATE OR REPLACE FUNCTION products_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_dirty(ARRAY(SELECT id FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_dirty(ARRAY(SELECT id FROM old_rows));
  ELSE
    PERFORM mark_products_dirty(ARRAY(
      SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
      WHERE (n.name, n.search_name, n.brand_id, n.category_id, n.status, n.merged_into_id, n.country_of_origin,
             n.quality_score)
        IS DISTINCT FROM
            (o.name, o.search_name, o.brand_id, o.category_id, o.status, o.merged_into_id, o.country_of_origin,
             o.quality_score)
        OR (n.facts IS DISTINCT FROM o.facts AND
            (n.facts->'labels', n.facts->'countries_sold', n.facts->'allergens_other', n.facts->'no_allergens_stated')
              IS DISTINCT FROM
            (o.facts->'labels', o.facts->'countries_sold', o.facts->'allergens_other', o.facts->'no_allergens_stated'))));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION food_details_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_dirty(ARRAY(
      SELECT product_id FROM new_rows WHERE nutri_score IS NOT NULL OR cardinality(allergens) > 0));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_dirty(ARRAY(
      SELECT product_id FROM old_rows WHERE nutri_score IS NOT NULL OR cardinality(allergens) > 0));
  ELSE
    PERFORM mark_products_dirty(ARRAY(
      SELECT n.product_id FROM new_rows n JOIN old_rows o ON o.product_id = n.product_id
      WHERE (n.nutri_score, n.allergens) IS DISTINCT FROM (o.nutri_score, o.allergens)));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER food_details_mark_dirty_insert AFTER INSERT ON food_details
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION food_details_mark_dirty();
--> statement-breakpoint
CREATE TRIGGER food_details_mark_dirty_update AFTER UPDATE ON food_details
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION food_details_mark_dirty();
--> statement-breakpoint
CREATE TRIGGER food_details_mark_dirty_delete AFTER DELETE ON food_details
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION food_details_mark_dirty();
