-- In the database because every writer moves the feed in its own transaction, also a batch of an import and a person in
-- psql.
CREATE OR REPLACE FUNCTION categories_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_scopes_changed('category', ARRAY(
    SELECT id FROM (
      SELECT id, code, path, archive_kind FROM new_rows EXCEPT SELECT id, code, path, archive_kind FROM old_rows) AS changed)::text[]);
  RETURN NULL;
END $$;
