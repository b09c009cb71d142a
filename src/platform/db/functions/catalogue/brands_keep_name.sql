-- Keeps a brand's own name among the names. A name that is another brand's alias is refused. Ordered by key, so that two
-- batches of new brands never deadlock.
-- In the database because a brand and its name are one fact: imports write brands by the thousand.
CREATE OR REPLACE FUNCTION brands_keep_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO brand_names (name_key, brand_id, name, is_alias)
    SELECT brand_key, id, name, false FROM new_rows ORDER BY brand_key;
  ELSE
    UPDATE brand_names SET name_key = n.brand_key, name = n.name
    FROM new_rows n
    WHERE brand_names.brand_id = n.id AND NOT is_alias
      AND (brand_names.name_key, brand_names.name) IS DISTINCT FROM (n.brand_key, n.name);
  END IF;
  RETURN NULL;
END $$;
