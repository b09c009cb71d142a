-- Whoever marks products says so at the commit, once for each transaction: listeners of `products_changed` need nobody's call.
CREATE OR REPLACE FUNCTION mark_products_dirty(product_ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH marked AS (
    INSERT INTO search_outbox (product_id)
    SELECT DISTINCT id FROM unnest(product_ids) AS id WHERE id IS NOT NULL ORDER BY id
    ON CONFLICT (product_id) DO UPDATE
      SET version = nextval('search_outbox_version'), marked_at = now(), parked_error = NULL
    RETURNING product_id
  )
  SELECT pg_notify('products_changed', '') FROM marked LIMIT 1
$$;
--> statement-breakpoint
CREATE FUNCTION notify_index_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('index_work', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER index_rebuilds_notify AFTER INSERT ON index_rebuilds
  FOR EACH STATEMENT EXECUTE FUNCTION notify_index_work();
--> statement-breakpoint
CREATE TRIGGER index_reconciles_notify AFTER INSERT ON index_reconciles
  FOR EACH STATEMENT EXECUTE FUNCTION notify_index_work();
