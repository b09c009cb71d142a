-- The columns compared are those that a product's answer shows.
-- In the database because every writer moves the feed in its own transaction, also a batch of an import and a person in
-- psql.
CREATE OR REPLACE FUNCTION sources_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_scopes_changed('source', ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.code, n.name, n.license, n.license_url, n.trust, n.attribution, n.record_url)
      IS DISTINCT FROM (o.code, o.name, o.license, o.license_url, o.trust, o.attribution, o.record_url))::text[]);
  RETURN NULL;
END $$;
