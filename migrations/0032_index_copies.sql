CREATE TABLE "index_copies" (
	"name" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"missed_from" bigint,
	"index_created_at" text,
	"reason" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "index_copies_state_known" CHECK ("index_copies"."state" in ('in_service', 'away', 'returning', 'empty', 'rebuilding'))
);
--> statement-breakpoint
ALTER TABLE "index_rebuilds" ADD COLUMN "copy" text;
--> statement-breakpoint
-- An indexer that knows of one copy alone (an earlier release) writes to the first of the list: nobody knows any more what the
-- others lack. Who deletes marks and keeps all copies says so.
CREATE OR REPLACE FUNCTION note_index_changes() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  latest bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM old_rows) THEN RETURN NULL; END IF;
  -- Readers go on from the highest id they have seen: an id that is committed after a higher one would be missed.
  PERFORM pg_advisory_xact_lock(7305224);
  INSERT INTO index_changes (product_ids) SELECT array_agg(product_id) FROM old_rows RETURNING id INTO latest;
  DELETE FROM index_changes WHERE id <= latest - 10000;
  IF coalesce(current_setting('factshelf.keeps_copies', true), '') <> 'on' THEN DELETE FROM index_copies; END IF;
  RETURN NULL;
END
$$;
