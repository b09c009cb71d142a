ALTER TABLE "products" ADD COLUMN "allergen_states" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "assured" text[];--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "read_version" integer;--> statement-breakpoint
CREATE INDEX "products_unread_idx" ON "products" USING btree ("id") WHERE read_version is distinct from version;--> statement-breakpoint
-- What was read from a label marks its product for the index; so does a write of an older release, whose reading is none of
-- the present version.
CREATE FUNCTION products_mark_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_products_dirty(ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.allergen_states, n.assured, n.read_version IS NOT DISTINCT FROM n.version)
      IS DISTINCT FROM (o.allergen_states, o.assured, o.read_version IS NOT DISTINCT FROM o.version)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_mark_read AFTER UPDATE ON products
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION products_mark_read();
