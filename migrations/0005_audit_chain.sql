-- Rows are numbered without gaps and chained, by the database itself: whoever inserts a row cannot leave it out.
ALTER TABLE "audit_log" ALTER COLUMN "seq" DROP IDENTITY;
--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "seq" SET DEFAULT 0;
--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "prev_hash" SET DEFAULT '\x'::bytea;
--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "hash" SET DEFAULT '\x'::bytea;
--> statement-breakpoint
-- SHA-256 over the hash before and the row's canonical text: jsonb writes its keys in one order only.
CREATE FUNCTION audit_entry_hash(entry audit_log) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(entry.prev_hash || convert_to(jsonb_build_object(
    'seq', entry.seq, 'at', to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'actor', entry.actor, 'action', entry.action, 'entity', entry.entity, 'entity_id', entry.entity_id,
    'before', entry.before, 'after', entry.after, 'request_id', entry.request_id)::text, 'UTF8'))
$$;
--> statement-breakpoint
-- One at a time until commit: two transactions that read the same last row would fork the chain.
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last_entry audit_log;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('factshelf.audit_log'));
  SELECT * INTO last_entry FROM audit_log ORDER BY seq DESC LIMIT 1;
  NEW.seq := coalesce(last_entry.seq, 0) + 1;
  NEW.prev_hash := coalesce(last_entry.hash, '\x'::bytea);
  NEW.hash := audit_entry_hash(NEW);
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Entries made before there was a chain begin it.
ALTER TABLE audit_log DISABLE TRIGGER audit_log_refuse_row_change;
--> statement-breakpoint
DO $$
DECLARE
  entry audit_log;
  last_hash bytea := '\x';
  last_seq bigint := 0;
BEGIN
  FOR entry IN SELECT * FROM audit_log ORDER BY seq LOOP
    UPDATE audit_log SET seq = last_seq + 1, prev_hash = last_hash WHERE seq = entry.seq RETURNING * INTO entry;
    UPDATE audit_log SET hash = audit_entry_hash(entry) WHERE seq = entry.seq RETURNING hash, seq INTO last_hash, last_seq;
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE audit_log ENABLE TRIGGER audit_log_refuse_row_change;
--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "prev_hash" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "hash" SET NOT NULL;
--> statement-breakpoint
CREATE TRIGGER audit_log_chain BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor","seq");
--> statement-breakpoint
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","seq");
--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING btree ("at");
