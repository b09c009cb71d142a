CREATE TABLE "index_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "index_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_ids" uuid[] NOT NULL
);
--> statement-breakpoint
-- Whatever release the indexer is of: it deletes marks when the engine has taken the documents. By the owner's rights: the role
-- of a running release gets its own for this table after the migration.
CREATE FUNCTION note_index_changes() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  latest bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM old_rows) THEN RETURN NULL; END IF;
  -- Readers go on from the highest id they have seen: an id that is committed after a higher one would be missed.
  PERFORM pg_advisory_xact_lock(7305224);
  INSERT INTO index_changes (product_ids) SELECT array_agg(product_id) FROM old_rows RETURNING id INTO latest;
  DELETE FROM index_changes WHERE id <= latest - 10000;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER search_outbox_note_changes AFTER DELETE ON search_outbox
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_index_changes();
