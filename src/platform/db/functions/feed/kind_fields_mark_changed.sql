-- The template of an archive kind. A kind that gets another code moves its categories, by their foreign key.
-- In the database because every writer moves the feed in its own transaction, also a batch of an import and a person in
-- psql.
CREATE OR REPLACE FUNCTION kind_fields_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_scopes_changed('archive_kind', ARRAY(SELECT kind FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_scopes_changed('archive_kind', ARRAY(SELECT kind FROM old_rows));
  ELSE
    PERFORM mark_scopes_changed('archive_kind', ARRAY(SELECT kind FROM new_rows UNION SELECT kind FROM old_rows));
  END IF;
  RETURN NULL;
END $$;
