-- In the database because every writer marks in its own transaction, also a batch of an import and a person in psql.
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
      SELECT product_id FROM (
        SELECT product_id, nutriments, nutrition_basis, nutri_score, allergens FROM new_rows
        EXCEPT
        SELECT product_id, nutriments, nutrition_basis, nutri_score, allergens FROM old_rows) AS changed));
  END IF;
  RETURN NULL;
END $$;
