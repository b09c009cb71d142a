-- In the database because every writer marks in its own transaction, also a batch of an import and a person in psql.
CREATE OR REPLACE FUNCTION brands_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_products_dirty(ARRAY(
    SELECT p.id FROM products p JOIN new_rows n ON n.id = p.brand_id JOIN old_rows o ON o.id = n.id
    WHERE (n.name, n.brand_key) IS DISTINCT FROM (o.name, o.brand_key)));
  RETURN NULL;
END $$;
