-- In the database because a notification must go out with the commit, whoever wrote.
CREATE OR REPLACE FUNCTION notify_submission_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('submissions_changed', NEW.submission_id::text);
  RETURN NULL;
END $$;
