-- Tells consoles at the commit which submissions changed. An empty payload stands for many.
-- In the database because a notification must go out with the commit, whoever wrote.
CREATE OR REPLACE FUNCTION notify_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entries bigint;
  ids text;
BEGIN
  SELECT count(*), string_agg(id::text, ',') INTO entries, ids FROM changed_rows;
  IF entries > 0 THEN
    PERFORM pg_notify('submissions_changed', CASE WHEN entries <= 100 THEN ids ELSE '' END);
  END IF;
  RETURN NULL;
END $$;
