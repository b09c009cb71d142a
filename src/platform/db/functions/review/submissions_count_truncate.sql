-- In the database because counts must agree with rows for nine writers, of two releases at once, without a round trip
-- more.
CREATE OR REPLACE FUNCTION submissions_count_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM submission_counts;
  DELETE FROM backflow_waiting;
  UPDATE backflow_senders SET pending = 0, approved = 0, rejected = 0, taken_back = 0;
  RETURN NULL;
END $$;
