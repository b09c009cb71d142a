-- The columns compared are those that a product's answer shows.
-- In the database because every writer moves the feed in its own transaction, also a batch of an import and a person in
-- psql.
CREATE OR REPLACE FUNCTION sources_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_scopes_changed('source', ARRAY(
    SELECT id FROM (
      SELECT id, code, name, license, license_url, trust, attribution, record_url FROM new_rows
      EXCEPT
      SELECT id, code, name, license, license_url, trust, attribution, record_url FROM old_rows) AS changed)::text[]);
  RETURN NULL;
END $$;
