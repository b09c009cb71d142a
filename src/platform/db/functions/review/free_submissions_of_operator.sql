-- An operator who is disabled keeps no assignment and no claim: nobody else would be led to those submissions.
-- In the database because an operator is disabled by the console and by a command; neither knows the queue.
CREATE OR REPLACE FUNCTION free_submissions_of_operator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE submissions SET assigned_to = NULL WHERE assigned_to = NEW.id AND status = 'pending';
  UPDATE submissions SET claimed_by = NULL, claimed_at = NULL WHERE claimed_by = NEW.id AND status = 'pending';
  RETURN NULL;
END $$;
