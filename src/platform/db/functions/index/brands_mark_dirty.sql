-- In the database because every writer marks in its own transaction, also a batch of an import and a person in psql.
CREATE OR REPLACE FUNCTION brands_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_products_dirty(ARRAY(
    SELECT p.id FROM products p JOIN (
      SELECT id, name, brand_key FROM new_rows EXCEPT SELECT id, name, brand_key FROM old_rows
    ) changed ON changed.id = p.brand_id));
  RETURN NULL;
END $$;
