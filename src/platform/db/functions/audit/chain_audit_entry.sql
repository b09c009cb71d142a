-- Numbers rows without gaps and chains them. One at a time until the commit: two transactions that read the same last row
-- would fork the chain.
-- In the database because the service's role may only add to the log, and not even it can fork the chain.
CREATE OR REPLACE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
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
