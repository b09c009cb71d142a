-- Marks products for the change feed, in the transaction of the change, and notifies at the commit. A transaction marks a
-- product once. With the owner's rights, so that a role that may write products needs none on the marks.
-- In the database because every writer moves the feed in its own transaction, also a batch of an import and a person in
-- psql.
CREATE OR REPLACE FUNCTION mark_products_changed(product_ids uuid[]) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH marked AS (
    INSERT INTO product_change_marks (product_id)
    SELECT DISTINCT id FROM unnest(product_ids) AS id WHERE id IS NOT NULL ORDER BY id
    ON CONFLICT DO NOTHING
    RETURNING product_id
  )
  SELECT pg_notify('product_changes_marked', '') FROM marked LIMIT 1
$$;
