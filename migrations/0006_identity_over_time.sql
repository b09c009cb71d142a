ALTER TABLE "sources" ADD COLUMN "record_url" text;--> statement-breakpoint
ALTER TABLE "product_changes" ADD COLUMN "gtin14" text;
--> statement-breakpoint
-- Queues the webhooks of a decision, or of an undone one, in its transaction. With the owner's rights, so that a role that may
-- decide needs none on the webhooks.
CREATE OR REPLACE FUNCTION submissions_tell_account() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  told text := CASE NEW.status WHEN 'pending' THEN 'submission.reopened' ELSE 'submission.' || NEW.status END;
BEGIN
  INSERT INTO webhook_deliveries (webhook_id, event, data)
  SELECT w.id, told, jsonb_build_object(
    'id', NEW.id, 'status', NEW.status, 'reason', NEW.reason, 'product_id', NEW.result_product_id,
    'reviewed_at', to_char(NEW.reviewed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM webhooks w
  WHERE w.account_id = NEW.account_id AND w.state = 'active' AND told = ANY (w.events);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER submissions_tell_account_again AFTER UPDATE OF status ON submissions FOR EACH ROW
  WHEN (OLD.status <> 'pending' AND NEW.status = 'pending' AND NEW.account_id IS NOT NULL)
  EXECUTE FUNCTION submissions_tell_account();
--> statement-breakpoint
-- The columns compared are those that a product's answer shows.
CREATE OR REPLACE FUNCTION sources_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_scopes_changed('source', ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.code, n.name, n.license, n.license_url, n.trust, n.attribution, n.record_url)
      IS DISTINCT FROM (o.code, o.name, o.license, o.license_url, o.trust, o.attribution, o.record_url))::text[]);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- FoodData Central has no address by barcode, but a search.
UPDATE sources s SET record_url = known.record_url
FROM (VALUES
  ('open_food_facts', 'https://world.openfoodfacts.org/product/{gtin}'),
  ('open_beauty_facts', 'https://world.openbeautyfacts.org/product/{gtin}'),
  ('open_pet_food_facts', 'https://world.openpetfoodfacts.org/product/{gtin}'),
  ('open_products_facts', 'https://world.openproductsfacts.org/product/{gtin}'),
  ('usda', 'https://fdc.nal.usda.gov/food-search?type=Branded&query={gtin}')) AS known (code, record_url)
WHERE s.code = known.code;
