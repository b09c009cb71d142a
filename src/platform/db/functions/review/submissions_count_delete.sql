-- In the database because counts must agree with rows for nine writers, of two releases at once, without a round trip
-- more.
CREATE OR REPLACE FUNCTION submissions_count_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE backflow_senders SET pending = backflow_senders.pending - gone.pending,
    approved = backflow_senders.approved - gone.approved, rejected = backflow_senders.rejected - gone.rejected
  FROM (SELECT account_id, count(*) FILTER (WHERE status = 'pending') AS pending,
      count(*) FILTER (WHERE status = 'approved' AND NOT is_decided_by_rule) AS approved, count(*) FILTER (WHERE status = 'rejected' AND NOT is_decided_by_rule) AS rejected
    FROM old_rows WHERE source = 'backflow' GROUP BY account_id) AS gone
  WHERE backflow_senders.account_id = gone.account_id;
  PERFORM add_submission_counts(ARRAY(
    SELECT ROW(status, source, gtin14 IS NOT NULL, 0, -1)::submission_counts FROM old_rows));
  RETURN NULL;
END $$;
