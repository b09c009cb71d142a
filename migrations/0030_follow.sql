CREATE TABLE "follow" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"leader" text NOT NULL,
	"cursor" text,
	"is_sweeping" boolean DEFAULT false NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"current_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "follow_one_row" CHECK ("follow"."is_only")
);
--> statement-breakpoint
CREATE TABLE "follow_seen" (
	"product_id" uuid PRIMARY KEY NOT NULL
);

--> statement-breakpoint
-- The change feed tells the aliases of a product's brand as well (`record.brand`): who follows the catalogue finds brands by them.
CREATE FUNCTION brand_aliases_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_scopes_changed('brand', ARRAY(SELECT brand_id FROM new_rows WHERE is_alias)::text[]);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_scopes_changed('brand', ARRAY(SELECT brand_id FROM old_rows WHERE is_alias)::text[]);
  ELSE
    PERFORM mark_scopes_changed('brand', ARRAY(
      SELECT brand_id FROM new_rows WHERE is_alias UNION SELECT brand_id FROM old_rows WHERE is_alias)::text[]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER brand_names_mark_changed_insert AFTER INSERT ON brand_names
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION brand_aliases_mark_changed();
--> statement-breakpoint
CREATE TRIGGER brand_names_mark_changed_update AFTER UPDATE ON brand_names
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION brand_aliases_mark_changed();
--> statement-breakpoint
CREATE TRIGGER brand_names_mark_changed_delete AFTER DELETE ON brand_names
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION brand_aliases_mark_changed();
