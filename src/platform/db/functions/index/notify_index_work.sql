-- Wakes the indexer.
-- In the database because a notification must go out with the commit, whoever wrote.
CREATE OR REPLACE FUNCTION notify_index_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('index_work', '');
  RETURN NULL;
END $$;
