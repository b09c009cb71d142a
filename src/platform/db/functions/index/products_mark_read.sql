-- What was read from a label marks its product for the index; so does a write of an older release, whose reading is none of
-- the present version.
-- In the database because every writer marks in its own transaction, also a batch of an import and a person in psql.
CREATE OR REPLACE FUNCTION products_mark_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_products_dirty(ARRAY(
    SELECT id FROM (
      SELECT id, allergen_states, assured, read_version IS NOT DISTINCT FROM version FROM new_rows
      EXCEPT
      SELECT id, allergen_states, assured, read_version IS NOT DISTINCT FROM version FROM old_rows) AS changed));
  RETURN NULL;
END $$;
