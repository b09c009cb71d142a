-- In the database because counts must agree with rows for nine writers, of two releases at once, without a round trip
-- more.
CREATE OR REPLACE FUNCTION submissions_count_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A next offer was not sent today: it comes from a decision, or from submissions_count_update, one level deeper.
  INSERT INTO backflow_senders AS sender (account_id, pending, approved, rejected, day, accepted)
  SELECT account_id, count(*) FILTER (WHERE status = 'pending'), count(*) FILTER (WHERE status = 'approved' AND NOT is_decided_by_rule),
    count(*) FILTER (WHERE status = 'rejected' AND NOT is_decided_by_rule), (now() AT TIME ZONE 'UTC')::date,
    CASE WHEN pg_trigger_depth() = 1 AND current_setting('factshelf.next_offers', true) IS DISTINCT FROM 'process'
      THEN count(*) ELSE 0 END
  FROM new_rows WHERE source = 'backflow' AND account_id IS NOT NULL GROUP BY account_id ORDER BY account_id
  ON CONFLICT (account_id) DO UPDATE SET pending = sender.pending + excluded.pending,
    approved = sender.approved + excluded.approved, rejected = sender.rejected + excluded.rejected, day = excluded.day,
    accepted = CASE WHEN sender.day = excluded.day THEN sender.accepted ELSE 0 END + excluded.accepted;
  PERFORM add_submission_counts(ARRAY(
    SELECT ROW(status, source, gtin14 IS NOT NULL, 0, 1)::submission_counts FROM new_rows));
  RETURN NULL;
END $$;
