CREATE TABLE "quality_recomputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"scope" jsonb NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"cursor" uuid,
	"total" integer,
	"done" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"error" text,
	"requested_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "quality_recomputes_state_known" CHECK ("quality_recomputes"."state" in ('pending','running','done','failed'))
);
--> statement-breakpoint
CREATE TABLE "brand_names" (
	"name_key" text PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_alias" boolean NOT NULL
);
--> statement-breakpoint
DROP INDEX "brands_brand_key_trgm_idx";--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "own_archive_kind" text;--> statement-breakpoint
-- A kind that differs from the parent's must have been set.
UPDATE categories c SET own_archive_kind = c.archive_kind
WHERE c.parent_id IS NULL
   OR c.archive_kind <> (SELECT p.archive_kind FROM categories p WHERE p.id = c.parent_id);
--> statement-breakpoint
ALTER TABLE "brand_names" ADD CONSTRAINT "brand_names_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quality_recomputes_open_idx" ON "quality_recomputes" USING btree ("created_at","id") WHERE state in ('pending','running');--> statement-breakpoint
CREATE INDEX "quality_recomputes_created_at_idx" ON "quality_recomputes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "brand_names_brand_id_idx" ON "brand_names" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "brand_names_name_key_trgm_idx" ON "brand_names" USING gin ("name_key" gin_trgm_ops);--> statement-breakpoint
-- They were the further brands of imported rows, most of them brands of their own: no names of this one.
ALTER TABLE "brands" DROP COLUMN "aliases";--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_own_kind_counts" CHECK ("categories"."own_archive_kind" = "categories"."archive_kind");--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_root_has_kind" CHECK ("categories"."parent_id" is not null or "categories"."own_archive_kind" is not null);
--> statement-breakpoint
INSERT INTO brand_names (name_key, brand_id, name, is_alias) SELECT brand_key, id, name, false FROM brands;
--> statement-breakpoint
-- A brand's own name stands among the names by itself; one that is another brand's alias is refused. Ordered by key:
-- two batches of new brands wait for each other, and never in a circle.
CREATE FUNCTION brands_keep_name() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER brands_keep_name_insert AFTER INSERT ON brands
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION brands_keep_name();
--> statement-breakpoint
CREATE TRIGGER brands_keep_name_update AFTER UPDATE ON brands
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION brands_keep_name();
