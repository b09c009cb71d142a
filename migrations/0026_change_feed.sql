CREATE TABLE "change_feed" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"epoch" uuid DEFAULT gen_random_uuid() NOT NULL,
	"head" bigint DEFAULT 0 NOT NULL,
	"purged_to" bigint DEFAULT 0 NOT NULL,
	"filled_to" uuid DEFAULT '00000000-0000-0000-0000-000000000000',
	CONSTRAINT "change_feed_one_row" CHECK ("change_feed"."is_only")
);
--> statement-breakpoint
CREATE TABLE "product_change_marks" (
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"product_id" uuid NOT NULL,
	"marked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_change_marks_pkey" PRIMARY KEY("transaction_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "product_change_scopes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_change_scopes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"marked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_to" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	CONSTRAINT "product_change_scopes_kind_known" CHECK ("product_change_scopes"."kind" in ('brand','category','source','archive_kind'))
);
--> statement-breakpoint
CREATE TABLE "product_changes" (
	"position" bigint PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"stamped_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_gone" boolean NOT NULL,
	CONSTRAINT "product_changes_product_id_key" UNIQUE("product_id")
);
--> statement-breakpoint
CREATE INDEX "product_changes_gone_idx" ON "product_changes" USING btree ("position") WHERE is_gone;
--> statement-breakpoint
INSERT INTO change_feed DEFAULT VALUES;
--> statement-breakpoint
-- Marks come and go as fast as products change: left alone, the dead ones would outnumber the living.
ALTER TABLE product_change_marks SET (
  autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_insert_threshold = -1);
--> statement-breakpoint
-- Which history the positions belong to. Another one in each server, after each recovery that leaves the history of before
-- (a timeline), in each copy of the database, and where the tables were restored in place: positions given before say
-- nothing there.
CREATE FUNCTION change_feed_epoch() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT left(md5(concat_ws('.', f.epoch, c.system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), d.oid,
    to_regclass('product_changes')::oid)), 12)
  FROM change_feed f, pg_control_system() c, pg_database d WHERE d.datname = current_database()
$$;
--> statement-breakpoint
-- Marks products for the change feed, in the transaction of the change, and says so at the commit. A transaction marks a
-- product once, however much of it changes. By the owner's rights: the role of a running release gets its own for these tables
-- after the migration.
CREATE FUNCTION mark_products_changed(product_ids uuid[]) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH marked AS (
    INSERT INTO product_change_marks (product_id)
    SELECT DISTINCT id FROM unnest(product_ids) AS id WHERE id IS NOT NULL ORDER BY id
    ON CONFLICT DO NOTHING
    RETURNING product_id
  )
  SELECT pg_notify('product_changes_marked', '') FROM marked LIMIT 1
$$;
--> statement-breakpoint
-- A change that only computes the same again moves nothing.
CREATE FUNCTION products_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_changed(ARRAY(SELECT id FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_changed(ARRAY(SELECT id FROM old_rows));
  ELSE
    PERFORM mark_products_changed(ARRAY(
      SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n IS DISTINCT FROM o));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- For every table whose rows belong to a product and are shown with it. A row that moves marks both of its products.
CREATE FUNCTION product_rows_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_changed(ARRAY(SELECT DISTINCT product_id FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_changed(ARRAY(SELECT DISTINCT product_id FROM old_rows));
  ELSE
    PERFORM mark_products_changed(ARRAY(SELECT product_id FROM new_rows UNION SELECT product_id FROM old_rows));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Of `provenance` and `field_provenance` the one that is a table, or both.
DO $$
DECLARE
  holder regclass;
  own text;
BEGIN
  FOR holder IN
    SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND relname IN ('products', 'food_details', 'barcodes', 'msrp_snapshots', 'provenance', 'field_provenance')
    ORDER BY relname
  LOOP
    own := CASE WHEN holder = 'products'::regclass THEN 'products_mark_changed' ELSE 'product_rows_mark_changed' END;
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %s()', holder || '_mark_changed_insert', holder, own);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %s REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %s()', holder || '_mark_changed_update', holder, own);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %s()', holder || '_mark_changed_delete', holder, own);
  END LOOP;
END $$;
--> statement-breakpoint
-- What many products show: one row for all of them, which the indexer works off in portions. Which columns are shown is
-- what the answer of a product reads (src/catalog/products/product-store.ts).
CREATE FUNCTION mark_scopes_changed(scope_kind text, scope_keys text[]) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH marked AS (
    INSERT INTO product_change_scopes (kind, key) SELECT DISTINCT scope_kind, key FROM unnest(scope_keys) AS key
    RETURNING id
  )
  SELECT pg_notify('product_changes_marked', '') FROM marked LIMIT 1
$$;
--> statement-breakpoint
CREATE FUNCTION brands_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_scopes_changed('brand', ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.name IS DISTINCT FROM o.name)::text[]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER brands_mark_changed_update AFTER UPDATE ON brands
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION brands_mark_changed();
--> statement-breakpoint
CREATE FUNCTION categories_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_scopes_changed('category', ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.code, n.path, n.archive_kind) IS DISTINCT FROM (o.code, o.path, o.archive_kind))::text[]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER categories_mark_changed_update AFTER UPDATE ON categories
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION categories_mark_changed();
--> statement-breakpoint
CREATE FUNCTION sources_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_scopes_changed('source', ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.code, n.name, n.license, n.trust, n.attribution)
      IS DISTINCT FROM (o.code, o.name, o.license, o.trust, o.attribution))::text[]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sources_mark_changed_update AFTER UPDATE ON sources
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sources_mark_changed();
--> statement-breakpoint
-- The template of an archive kind. A kind that gets another code moves its categories, by their foreign key.
CREATE FUNCTION kind_fields_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_scopes_changed('archive_kind', ARRAY(SELECT kind FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_scopes_changed('archive_kind', ARRAY(SELECT kind FROM old_rows));
  ELSE
    PERFORM mark_scopes_changed('archive_kind', ARRAY(SELECT kind FROM new_rows UNION SELECT kind FROM old_rows));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER kind_fields_mark_changed_insert AFTER INSERT ON kind_fields
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION kind_fields_mark_changed();
--> statement-breakpoint
CREATE TRIGGER kind_fields_mark_changed_update AFTER UPDATE ON kind_fields
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION kind_fields_mark_changed();
--> statement-breakpoint
CREATE TRIGGER kind_fields_mark_changed_delete AFTER DELETE ON kind_fields
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION kind_fields_mark_changed();
