-- The index holds the time of a product's last change and its nutriments, so these mark it too. A write of the service sets
-- the time, so facts are compared as a whole.
-- In the database because every writer marks in its own transaction, also a batch of an import and a person in psql.
CREATE OR REPLACE FUNCTION products_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_dirty(ARRAY(SELECT id FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_dirty(ARRAY(SELECT id FROM old_rows));
  ELSE
    PERFORM mark_products_dirty(ARRAY(
      SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
      WHERE (n.name, n.search_name, n.brand_id, n.category_id, n.status, n.merged_into_id, n.country_of_origin,
             n.quality_score, n.updated_at, n.facts)
        IS DISTINCT FROM
            (o.name, o.search_name, o.brand_id, o.category_id, o.status, o.merged_into_id, o.country_of_origin,
             o.quality_score, o.updated_at, o.facts)));
  END IF;
  RETURN NULL;
END $$;
