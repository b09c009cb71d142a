ALTER TABLE "submissions" ADD COLUMN "is_decided_by_rule" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_address_hash_idx" ON "submissions" USING btree ("address_hash") WHERE status = 'approved';
--> statement-breakpoint
-- What a rule decided makes no record of its sender: counted are the decisions of operators.
CREATE OR REPLACE FUNCTION rate_submission() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  target record;
BEGIN
  IF NEW.status <> 'pending' OR jsonb_typeof(NEW.content) <> 'object' THEN
    RETURN NEW;
  END IF;
  SELECT p.id, p.status, p.name, b.name AS brand INTO target
  FROM products named JOIN products p ON p.id = coalesce(named.merged_into_id, named.id)
  LEFT JOIN brands b ON b.id = p.brand_id
  WHERE named.id = coalesce((SELECT product_id FROM barcodes WHERE gtin14 = NEW.gtin14), NEW.product_id);
  NEW.risk := CASE WHEN target.status = 'active' AND (
      lower(btrim(NEW.content->>'name')) <> lower(target.name)
      OR lower(btrim(NEW.content->>'brand')) <> lower(target.brand)) THEN 8 ELSE 0 END
    + CASE WHEN EXISTS (
      SELECT FROM field_provenance f JOIN sources s ON s.id = f.source_id
      WHERE f.product_id = target.id AND s.code = 'operator' AND f.field IN (
        SELECT regexp_replace(name, '_(value|unit)$', '') FROM jsonb_object_keys(NEW.content) AS name)
      ) THEN 4 ELSE 0 END
    + CASE WHEN target.id IS NULL AND EXISTS (
      SELECT FROM submissions WHERE status = 'pending'
        AND md5(lower(content->>'name')) = md5(lower(NEW.content->>'name'))) THEN 2 ELSE 0 END
    + CASE WHEN NOT EXISTS (
      SELECT FROM submissions WHERE account_id = NEW.account_id AND status = 'approved' AND NOT is_decided_by_rule)
      THEN 1 ELSE 0 END;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION submissions_count_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An entry that waited for another one was not sent today: it comes from the trigger below, one level deeper.
  INSERT INTO backflow_senders AS sender (account_id, pending, approved, rejected, day, accepted)
  SELECT account_id, count(*) FILTER (WHERE status = 'pending'), count(*) FILTER (WHERE status = 'approved' AND NOT is_decided_by_rule),
    count(*) FILTER (WHERE status = 'rejected' AND NOT is_decided_by_rule), (now() AT TIME ZONE 'UTC')::date,
    CASE WHEN pg_trigger_depth() = 1 THEN count(*) ELSE 0 END
  FROM new_rows WHERE source = 'backflow' AND account_id IS NOT NULL GROUP BY account_id ORDER BY account_id
  ON CONFLICT (account_id) DO UPDATE SET pending = sender.pending + excluded.pending,
    approved = sender.approved + excluded.approved, rejected = sender.rejected + excluded.rejected, day = excluded.day,
    accepted = CASE WHEN sender.day = excluded.day THEN sender.accepted ELSE 0 END + excluded.accepted;
  PERFORM add_submission_counts(ARRAY(
    SELECT ROW(status, source, gtin14 IS NOT NULL, 0, 1)::submission_counts FROM new_rows));
  RETURN NULL;
END $$;
--> statement-breakpoint
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
  PERFORM add_submission_counts(ARRAY(
    SELECT ROW(n.status, n.source, n.gtin14 IS NOT NULL, 0, 1)::submission_counts
      FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.status <> o.status
    UNION ALL
    SELECT ROW(o.status, o.source, o.gtin14 IS NOT NULL, 0, -1)::submission_counts
      FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.status <> o.status));
  RETURN NULL;
END $$;
--> statement-breakpoint
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
--> statement-breakpoint
UPDATE submissions SET is_decided_by_rule = true FROM decision_records r
WHERE r.submission_id = submissions.id AND r.undone_at IS NULL AND r.rule_id IS NOT NULL AND submissions.status <> 'pending';
--> statement-breakpoint
UPDATE backflow_senders SET approved = backflow_senders.approved - by_rule.approved,
  rejected = backflow_senders.rejected - by_rule.rejected
FROM (SELECT account_id, count(*) FILTER (WHERE status = 'approved') AS approved,
    count(*) FILTER (WHERE status = 'rejected') AS rejected
  FROM submissions WHERE is_decided_by_rule AND source = 'backflow' AND account_id IS NOT NULL GROUP BY account_id) AS by_rule
WHERE backflow_senders.account_id = by_rule.account_id;
