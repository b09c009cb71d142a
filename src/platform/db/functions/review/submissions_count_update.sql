-- Decisions, and taking them back. An update that changes no status, as a claim does, ends here at once.
-- In the database because counts must agree with rows for nine writers, of two releases at once, without a round trip
-- more.
CREATE OR REPLACE FUNCTION submissions_count_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.status <> o.status) THEN
    RETURN NULL;
  END IF;
  -- The decision leaves an audit row next. Its lock comes before those of the counts, always: else two who decide
  -- entries of one sender could wait for each other.
  PERFORM pg_advisory_xact_lock(hashtext('factshelf.audit_log'));
  PERFORM FROM backflow_senders WHERE account_id IN (SELECT account_id FROM new_rows) ORDER BY account_id FOR UPDATE;
  UPDATE backflow_senders SET pending = backflow_senders.pending + changed.pending,
    approved = backflow_senders.approved + changed.approved, rejected = backflow_senders.rejected + changed.rejected,
    taken_back = backflow_senders.taken_back + changed.taken_back
  FROM (SELECT n.account_id, sum((n.status = 'pending')::int - (o.status = 'pending')::int)::int AS pending,
      sum((n.status = 'approved' AND NOT n.is_decided_by_rule)::int
        - (o.status = 'approved' AND NOT o.is_decided_by_rule)::int)::int AS approved,
      sum((n.status = 'rejected' AND NOT n.is_decided_by_rule)::int
        - (o.status = 'rejected' AND NOT o.is_decided_by_rule)::int)::int AS rejected,
      sum((n.status = 'pending' AND o.status <> 'pending')::int)::int AS taken_back
    FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE n.source = 'backflow' AND n.status <> o.status GROUP BY n.account_id) AS changed
  WHERE backflow_senders.account_id = changed.account_id;
  -- A process of an older release leaves the next offers to this function; this release enters them itself, and says so
  -- (src/review/submissions/next-offers.ts). The next release drops this branch.
  IF current_setting('factshelf.next_offers', true) IS DISTINCT FROM 'process' THEN
    -- The catalogue knows the barcode now.
    DELETE FROM backflow_waiting USING new_rows n, old_rows o
    WHERE o.id = n.id AND n.status = 'approved' AND o.status = 'pending' AND backflow_waiting.gtin14 = n.gtin14;
    -- The next offer of a barcode that nobody else's entry holds any more, unless its sender is blocked.
    WITH next_offers AS (
      SELECT DISTINCT ON (w.gtin14) w.* FROM backflow_waiting w
      JOIN accounts a ON a.id = w.account_id AND a.blocked_at IS NULL
      WHERE NOT EXISTS (SELECT FROM sender_blocks b WHERE b.account_id = w.account_id)
        AND w.gtin14 IN (SELECT n.gtin14 FROM new_rows n JOIN old_rows o ON o.id = n.id
          WHERE n.status = 'rejected' AND o.status = 'pending')
        AND NOT EXISTS (SELECT FROM submissions s WHERE s.gtin14 = w.gtin14 AND s.status = 'pending')
      ORDER BY w.gtin14, w.created_at, w.id
    ), entered AS (
      INSERT INTO submissions (id, source, gtin14, content, content_hash, account_id, request_id)
      SELECT id, 'backflow', gtin14, content, content_hash, account_id, request_id FROM next_offers
      ON CONFLICT DO NOTHING RETURNING id
    )
    DELETE FROM backflow_waiting USING entered WHERE backflow_waiting.id = entered.id;
  END IF;
  PERFORM add_submission_counts(ARRAY(
    SELECT ROW(n.status, n.source, n.gtin14 IS NOT NULL, 0, 1)::submission_counts
      FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.status <> o.status
    UNION ALL
    SELECT ROW(o.status, o.source, o.gtin14 IS NOT NULL, 0, -1)::submission_counts
      FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.status <> o.status));
  RETURN NULL;
END $$;
