-- An update that writes the same values again marks nothing.
-- In the database because every writer moves the feed in its own transaction, also a batch of an import and a person in
-- psql.
CREATE OR REPLACE FUNCTION products_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_changed(ARRAY(SELECT id FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_changed(ARRAY(SELECT id FROM old_rows));
  ELSE
    PERFORM mark_products_changed(ARRAY(
      SELECT id FROM (SELECT * FROM new_rows EXCEPT SELECT * FROM old_rows) AS changed));
  END IF;
  RETURN NULL;
END $$;
