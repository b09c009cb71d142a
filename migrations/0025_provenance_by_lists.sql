-- Who says what, as a row for a product and a source with the fields that it says. Before, `field_provenance` had a row for
-- each field; that name is a view from now on, and a release that knows it as a table reads and writes on.
--
-- Writers wait while the rows are copied, readers do not. All that writers are kept from is locked before the work begins.
--
-- Waits in small steps until nobody else uses the tables: whoever wants them waits behind this, and a request does so for a
-- second at most. `for_good`: keeps them.
CREATE FUNCTION pg_temp.lock_alone(for_good boolean) RETURNS void LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
BEGIN
  FOR attempt IN 1..240 LOOP
    BEGIN
      LOCK TABLE products, field_provenance IN ACCESS EXCLUSIVE MODE;
      IF for_good THEN
        RETURN;
      END IF;
      RAISE EXCEPTION USING ERRCODE = 'P0023';
    EXCEPTION
      WHEN SQLSTATE 'P0023' THEN
        RETURN;
      WHEN lock_not_available OR deadlock_detected THEN
        IF attempt = 240 THEN
          RAISE;
        END IF;
    END;
    PERFORM pg_sleep(0.3);
  END LOOP;
END $$;
--> statement-breakpoint
-- Who reads for long is waited for before writers are kept out.
SELECT pg_temp.lock_alone(false);
--> statement-breakpoint
LOCK TABLE "products", "sources", "field_provenance" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "provenance" (
	"product_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"fields" jsonb NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- What `provenance.fields` has for a field. Null, of what an import said when the row was made, is most of them.
CREATE FUNCTION build_statement(row_since timestamptz, since timestamptz, submission_id uuid, operator_id uuid)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN submission_id IS NULL AND operator_id IS NULL AND since = row_since THEN 'null'::jsonb
    ELSE jsonb_strip_nulls(jsonb_build_object(
      'recorded_at', since, 'submission_id', submission_id, 'operator_id', operator_id))
  END
$$;
--> statement-breakpoint
SET LOCAL work_mem = '128MB';
--> statement-breakpoint
INSERT INTO provenance (product_id, source_id, recorded_at, fields)
SELECT product_id, source_id, row_since,
  jsonb_object_agg(field, build_statement(row_since, recorded_at, submission_id, operator_id))
FROM (SELECT *, min(recorded_at) OVER (PARTITION BY product_id, source_id) AS row_since FROM field_provenance) AS said
GROUP BY product_id, source_id, row_since;
--> statement-breakpoint
ALTER TABLE "provenance" ADD CONSTRAINT "provenance_pkey" PRIMARY KEY("product_id","source_id");--> statement-breakpoint
ALTER TABLE "provenance" ADD CONSTRAINT "provenance_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provenance" ADD CONSTRAINT "provenance_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provenance_source_id_idx" ON "provenance" USING btree ("source_id","product_id");
--> statement-breakpoint
ANALYZE "provenance";
--> statement-breakpoint
-- A failure here, or a lock that is waited for later on, would mean to copy everything once more.
SELECT pg_temp.lock_alone(true);
--> statement-breakpoint
-- What sources say and are not believed (src/facts/claims.ts).
ALTER TABLE "products" ADD COLUMN "claims" jsonb;
--> statement-breakpoint
ALTER TABLE "field_provenance" RENAME TO "field_provenance_rows";
--> statement-breakpoint
CREATE VIEW "field_provenance" AS
  SELECT p.product_id, said.field, p.source_id,
    (said.statement->>'submission_id')::uuid AS submission_id,
    (said.statement->>'operator_id')::uuid AS operator_id,
    coalesce((said.statement->>'recorded_at')::timestamptz, p.recorded_at) AS recorded_at
  FROM provenance p CROSS JOIN LATERAL jsonb_each(p.fields) AS said (field, statement);
--> statement-breakpoint
ALTER VIEW "field_provenance" ALTER COLUMN "recorded_at" SET DEFAULT now();
--> statement-breakpoint
-- A row that is there already is left alone, as by ON CONFLICT DO NOTHING.
CREATE FUNCTION write_field_provenance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.product_id, OLD.source_id, OLD.field) = (NEW.product_id, NEW.source_id, NEW.field) THEN
    UPDATE provenance SET fields = fields || jsonb_build_object(
      NEW.field, build_statement(recorded_at, NEW.recorded_at, NEW.submission_id, NEW.operator_id))
    WHERE product_id = NEW.product_id AND source_id = NEW.source_id AND fields ? NEW.field;
    IF FOUND THEN
      RETURN NEW;
    END IF;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM provenance
    WHERE product_id = OLD.product_id AND source_id = OLD.source_id AND fields - OLD.field = '{}';
    IF NOT FOUND THEN
      UPDATE provenance SET fields = fields - OLD.field
      WHERE product_id = OLD.product_id AND source_id = OLD.source_id AND fields ? OLD.field;
    END IF;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  INSERT INTO provenance AS p (product_id, source_id, recorded_at, fields)
  VALUES (NEW.product_id, NEW.source_id, NEW.recorded_at, jsonb_build_object(
    NEW.field, build_statement(NEW.recorded_at, NEW.recorded_at, NEW.submission_id, NEW.operator_id)))
  ON CONFLICT (product_id, source_id) DO UPDATE SET fields = p.fields || jsonb_build_object(
    NEW.field, build_statement(p.recorded_at, NEW.recorded_at, NEW.submission_id, NEW.operator_id))
  WHERE NOT p.fields ? NEW.field;
  IF FOUND THEN
    RETURN NEW;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER field_provenance_write INSTEAD OF INSERT OR UPDATE OR DELETE ON field_provenance
  FOR EACH ROW EXECUTE FUNCTION write_field_provenance();
--> statement-breakpoint
-- Whoever may read and write the rows of before may do the same from now on.
DO $$
DECLARE
  given record;
BEGIN
  FOR given IN
    SELECT a.grantee::regrole AS role, a.privilege_type AS privilege
    FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) AS a
    WHERE c.oid = 'field_provenance_rows'::regclass AND a.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('GRANT %s ON provenance, field_provenance TO %s', given.privilege, given.role);
  END LOOP;
END $$;
--> statement-breakpoint
DROP TABLE "field_provenance_rows";
