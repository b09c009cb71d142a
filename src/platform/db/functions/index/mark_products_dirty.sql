-- Puts products into the dirty set, in the transaction of the change, and notifies at the commit, both with its trace (`createDb`).
-- Ordered by id, so that two transactions never deadlock.
-- `priority`: 0 a person's change; 1 many products of one statement, as when a brand is renamed; 2 background work such as an
-- import. A mark keeps the most urgent priority it has had.
-- A product that this transaction has marked already keeps that mark: nobody else can have read it yet. Otherwise an import
-- would mark each new product twice, for its row and for its barcode.
-- In the database because every writer marks in its own transaction, also a batch of an import and a person in psql.
CREATE OR REPLACE FUNCTION mark_products_dirty(product_ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH wanted AS (
    SELECT DISTINCT id AS product_id, CASE
      WHEN current_setting('factshelf.in_background', true) = 'on' THEN 2
      WHEN cardinality(product_ids) > 100 THEN 1
      ELSE 0
    END AS priority
    FROM unnest(product_ids) AS id WHERE id IS NOT NULL
  ), marked AS (
    INSERT INTO search_outbox (product_id, priority)
    SELECT product_id, priority FROM wanted w
    WHERE NOT EXISTS (SELECT FROM search_outbox o WHERE o.product_id = w.product_id
                        AND o.xmin = pg_current_xact_id()::xid AND o.priority <= w.priority)
    ORDER BY product_id
    ON CONFLICT (product_id) DO UPDATE
      SET version = nextval('search_outbox_version'), marked_at = now(), parked_error = NULL,
          traceparent = excluded.traceparent,
          priority = least(search_outbox.priority, excluded.priority)
    RETURNING product_id
  )
  SELECT pg_notify('products_changed', coalesce(current_setting('factshelf.traceparent', true), '')) FROM marked LIMIT 1
$$;
