ALTER TABLE "search_outbox" ADD COLUMN "priority" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "search_outbox_priority_idx" ON "search_outbox" USING btree ("priority","marked_at") WHERE parked_error is null;--> statement-breakpoint
-- What is written to the index first: 0 what somebody changed; 1 many products that one statement changed, as when a brand is
-- renamed; 2 what a transaction changes in the background, as an import does. A mark that waits already keeps its place.
CREATE OR REPLACE FUNCTION mark_products_dirty(product_ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH marked AS (
    INSERT INTO search_outbox (product_id, priority)
    SELECT DISTINCT id, CASE
      WHEN current_setting('factshelf.in_background', true) = 'on' THEN 2
      WHEN cardinality(product_ids) > 100 THEN 1
      ELSE 0
    END
    FROM unnest(product_ids) AS id WHERE id IS NOT NULL ORDER BY id
    ON CONFLICT (product_id) DO UPDATE
      SET version = nextval('search_outbox_version'), marked_at = now(), parked_error = NULL,
          priority = least(search_outbox.priority, excluded.priority)
    RETURNING product_id
  )
  SELECT pg_notify('products_changed', '') FROM marked LIMIT 1
$$;
