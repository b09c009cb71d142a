-- What was read from a label marks its product for the index; so does a write of an older release, whose reading is none of
-- the present version.
-- In the database because every writer marks in its own transaction, also a batch of an import and a person in psql.
CREATE OR REPLACE FUNCTION products_mark_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_products_dirty(ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.allergen_states, n.assured, n.read_version IS NOT DISTINCT FROM n.version)
      IS DISTINCT FROM (o.allergen_states, o.assured, o.read_version IS NOT DISTINCT FROM o.version)));
  RETURN NULL;
END $$;
