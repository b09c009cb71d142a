-- The feed tells the aliases of a product's brand as well (`record.brand`).
-- In the database because every writer moves the feed in its own transaction, also a batch of an import and a person in
-- psql.
CREATE OR REPLACE FUNCTION brand_aliases_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_scopes_changed('brand', ARRAY(SELECT brand_id FROM new_rows WHERE is_alias)::text[]);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_scopes_changed('brand', ARRAY(SELECT brand_id FROM old_rows WHERE is_alias)::text[]);
  ELSE
    PERFORM mark_scopes_changed('brand', ARRAY(
      SELECT brand_id FROM new_rows WHERE is_alias UNION SELECT brand_id FROM old_rows WHERE is_alias)::text[]);
  END IF;
  RETURN NULL;
END $$;
