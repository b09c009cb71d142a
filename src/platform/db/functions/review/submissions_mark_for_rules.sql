-- Marks what comes in while a rule decides by itself. A submission whose decision was taken back comes in once only, so no rule
-- decides it again.
-- In the database because the mark must commit with the submission, whichever way it comes in.
CREATE OR REPLACE FUNCTION submissions_mark_for_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM review_rules WHERE is_automatic) THEN
    INSERT INTO review_rule_marks (submission_id) SELECT id FROM new_rows WHERE status = 'pending'
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
