-- The index holds the time of a product's last change and its nutriments, so these mark it too. A write of the service sets
-- the time, so facts are compared as a whole.
-- EXCEPT, here and in its siblings: a connection keeps the plan of its first rows, and a join planned for one row is quadratic.
-- In the database because every writer marks in its own transaction, also a batch of an import and a person in psql.
CREATE OR REPLACE FUNCTION products_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_dirty(ARRAY(SELECT id FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_dirty(ARRAY(SELECT id FROM old_rows));
  ELSE
    PERFORM mark_products_dirty(ARRAY(
      SELECT id FROM (
        SELECT id, name, search_name, brand_id, category_id, status, merged_into_id, country_of_origin, quality_score,
          updated_at, facts FROM new_rows
        EXCEPT
        SELECT id, name, search_name, brand_id, category_id, status, merged_into_id, country_of_origin, quality_score,
          updated_at, facts FROM old_rows) AS changed));
  END IF;
  RETURN NULL;
END $$;
