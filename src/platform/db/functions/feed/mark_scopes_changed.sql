-- For a change that many products show: one row for all of them, which the indexer works off in portions. The columns
-- compared below are those that a product's answer shows (src/catalog/products/product-store.ts).
-- In the database because every writer moves the feed in its own transaction, also a batch of an import and a person in
-- psql.
CREATE OR REPLACE FUNCTION mark_scopes_changed(scope_kind text, scope_keys text[]) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH marked AS (
    INSERT INTO product_change_scopes (kind, key) SELECT DISTINCT scope_kind, key FROM unnest(scope_keys) AS key
    RETURNING id
  )
  SELECT pg_notify('product_changes_marked', '') FROM marked LIMIT 1
$$;
