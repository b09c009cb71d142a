-- Wakes the indexer, which delivers, with the trace of the transaction (`createDb`).
-- In the database because a notification must go out with the commit, whoever wrote.
CREATE OR REPLACE FUNCTION webhook_deliveries_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('webhook_deliveries_due', coalesce(current_setting('factshelf.traceparent', true), ''));
  RETURN NULL;
END $$;
