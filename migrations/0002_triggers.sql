-- Marks are ordered by one sequence, so that a mark made after a deletion is never smaller than one read before it.
CREATE SEQUENCE search_outbox_version AS bigint;
--> statement-breakpoint
ALTER TABLE search_outbox ALTER COLUMN version SET DEFAULT nextval('search_outbox_version');
--> statement-breakpoint
-- Puts products into the dirty set, in the transaction of the change. Ordered by id: two sets never deadlock.
CREATE FUNCTION mark_products_dirty(product_ids uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_outbox (product_id)
  SELECT DISTINCT id FROM unnest(product_ids) AS id WHERE id IS NOT NULL ORDER BY id
  ON CONFLICT (product_id) DO UPDATE
    SET version = nextval('search_outbox_version'), marked_at = now(), parked_error = NULL
$$;
--> statement-breakpoint
-- Triggers are per statement with transition tables: a bulk import marks a whole batch with one insert.
CREATE FUNCTION products_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_dirty(ARRAY(SELECT id FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_dirty(ARRAY(SELECT id FROM old_rows));
  ELSE
    PERFORM mark_products_dirty(ARRAY(
      SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
      WHERE (n.name, n.search_name, n.brand_id, n.category_id, n.status, n.merged_into_id, n.country_of_origin,
             n.quality_score)
        IS DISTINCT FROM
            (o.name, o.search_name, o.brand_id, o.category_id, o.status, o.merged_into_id, o.country_of_origin,
             o.quality_score)));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_mark_dirty_insert AFTER INSERT ON products
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_mark_dirty();
--> statement-breakpoint
CREATE TRIGGER products_mark_dirty_update AFTER UPDATE ON products
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION products_mark_dirty();
--> statement-breakpoint
CREATE TRIGGER products_mark_dirty_delete AFTER DELETE ON products
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION products_mark_dirty();
--> statement-breakpoint
-- A barcode that moves marks both of its products.
CREATE FUNCTION barcodes_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_dirty(ARRAY(SELECT product_id FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_dirty(ARRAY(SELECT product_id FROM old_rows));
  ELSE
    PERFORM mark_products_dirty(ARRAY(SELECT product_id FROM new_rows UNION SELECT product_id FROM old_rows));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER barcodes_mark_dirty_insert AFTER INSERT ON barcodes
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION barcodes_mark_dirty();
--> statement-breakpoint
CREATE TRIGGER barcodes_mark_dirty_update AFTER UPDATE ON barcodes
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION barcodes_mark_dirty();
--> statement-breakpoint
CREATE TRIGGER barcodes_mark_dirty_delete AFTER DELETE ON barcodes
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION barcodes_mark_dirty();
--> statement-breakpoint
CREATE FUNCTION brands_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_products_dirty(ARRAY(
    SELECT p.id FROM products p JOIN new_rows n ON n.id = p.brand_id JOIN old_rows o ON o.id = n.id
    WHERE (n.name, n.brand_key) IS DISTINCT FROM (o.name, o.brand_key)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER brands_mark_dirty_update AFTER UPDATE ON brands
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION brands_mark_dirty();
--> statement-breakpoint
-- A category that moves changes the path of its whole subtree: every row whose path changed marks its products.
CREATE FUNCTION categories_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_products_dirty(ARRAY(
    SELECT p.id FROM products p JOIN new_rows n ON n.id = p.category_id JOIN old_rows o ON o.id = n.id
    WHERE (n.code, n.path, n.archive_kind) IS DISTINCT FROM (o.code, o.path, o.archive_kind)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER categories_mark_dirty_update AFTER UPDATE ON categories
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION categories_mark_dirty();
--> statement-breakpoint
-- The audit log is append-only, for every role.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_refuse_row_change BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_refuse_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
