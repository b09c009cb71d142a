-- The index holds the time of a product's last change and its nutriments, so these mark it too. A write of the service sets
-- the time, so facts are compared as a whole.
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
             n.quality_score, n.updated_at, n.facts)
        IS DISTINCT FROM
            (o.name, o.search_name, o.brand_id, o.category_id, o.status, o.merged_into_id, o.country_of_origin,
             o.quality_score, o.updated_at, o.facts)));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION food_details_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_dirty(ARRAY(
      SELECT product_id FROM new_rows
      WHERE nutriments IS NOT NULL OR nutri_score IS NOT NULL OR cardinality(allergens) > 0));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_dirty(ARRAY(
      SELECT product_id FROM old_rows
      WHERE nutriments IS NOT NULL OR nutri_score IS NOT NULL OR cardinality(allergens) > 0));
  ELSE
    PERFORM mark_products_dirty(ARRAY(
      SELECT n.product_id FROM new_rows n JOIN old_rows o ON o.product_id = n.product_id
      WHERE (n.nutriments, n.nutrition_basis, n.nutri_score, n.allergens)
        IS DISTINCT FROM (o.nutriments, o.nutrition_basis, o.nutri_score, o.allergens)));
  END IF;
  RETURN NULL;
END $$;
