-- With the owner's rights: the service itself may only add to the log. The caller must write a row that names the erased ones
-- (`after.erased_rows`), otherwise the check of the log reports them.
-- In the database because the service's role may only add to the log, and not even it can fork the chain.
CREATE OR REPLACE FUNCTION erase_audit_content(seqs bigint[]) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE audit_log SET before = NULL, after = NULL, erased = true WHERE seq = ANY(seqs)
$$;
