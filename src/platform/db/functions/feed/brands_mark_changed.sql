-- In the database because every writer moves the feed in its own transaction, also a batch of an import and a person in
-- psql.
CREATE OR REPLACE FUNCTION brands_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_scopes_changed('brand', ARRAY(
    SELECT id FROM (SELECT id, name FROM new_rows EXCEPT SELECT id, name FROM old_rows) AS changed)::text[]);
  RETURN NULL;
END $$;
