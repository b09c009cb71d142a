-- Nobody writes entries from here until this commits: what became of them is counted below, and by triggers from then on.
LOCK TABLE submissions, backflow_senders IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "reject_reasons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"place" integer NOT NULL,
	"retired_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sender_blocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"submission_id" uuid,
	"blocked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sender_blocks_account_id_key" UNIQUE("account_id"),
	CONSTRAINT "sender_blocks_submission_id_key" UNIQUE("submission_id"),
	CONSTRAINT "sender_blocks_one_sender" CHECK (num_nonnulls("sender_blocks"."account_id", "sender_blocks"."submission_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "backflow_senders" ADD COLUMN "approved" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "backflow_senders" ADD COLUMN "rejected" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "backflow_senders" ADD COLUMN "taken_back" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sender_blocks" ADD CONSTRAINT "sender_blocks_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_blocks" ADD CONSTRAINT "sender_blocks_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reject_reasons_place_idx" ON "reject_reasons" USING btree ("place","id");--> statement-breakpoint
CREATE INDEX "submissions_answered_at_idx" ON "submissions" USING btree ("created_at","id") WHERE answered_at is not null and status = 'pending';--> statement-breakpoint
CREATE INDEX "submissions_contact_email_idx" ON "submissions" USING btree ("contact_email","created_at","id") WHERE contact_email is not null;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION submissions_count_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An entry that waited for another one was not sent today: it comes from the trigger below, one level deeper.
  INSERT INTO backflow_senders AS sender (account_id, pending, approved, rejected, day, accepted)
  SELECT account_id, count(*) FILTER (WHERE status = 'pending'), count(*) FILTER (WHERE status = 'approved'),
    count(*) FILTER (WHERE status = 'rejected'), (now() AT TIME ZONE 'UTC')::date,
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
CREATE OR REPLACE FUNCTION submissions_count_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE backflow_senders SET pending = backflow_senders.pending - gone.pending,
    approved = backflow_senders.approved - gone.approved, rejected = backflow_senders.rejected - gone.rejected
  FROM (SELECT account_id, count(*) FILTER (WHERE status = 'pending') AS pending,
      count(*) FILTER (WHERE status = 'approved') AS approved, count(*) FILTER (WHERE status = 'rejected') AS rejected
    FROM old_rows WHERE source = 'backflow' GROUP BY account_id) AS gone
  WHERE backflow_senders.account_id = gone.account_id;
  PERFORM add_submission_counts(ARRAY(
    SELECT ROW(status, source, gtin14 IS NOT NULL, 0, -1)::submission_counts FROM old_rows));
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
      sum((n.status = 'approved')::int - (o.status = 'approved')::int)::int AS approved,
      sum((n.status = 'rejected')::int - (o.status = 'rejected')::int)::int AS rejected,
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
CREATE OR REPLACE FUNCTION submissions_count_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM submission_counts;
  DELETE FROM backflow_waiting;
  UPDATE backflow_senders SET pending = 0, approved = 0, rejected = 0, taken_back = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What came of entries so far.
UPDATE backflow_senders SET approved = sent.approved, rejected = sent.rejected
FROM (SELECT account_id, count(*) FILTER (WHERE status = 'approved') AS approved,
    count(*) FILTER (WHERE status = 'rejected') AS rejected
  FROM submissions WHERE source = 'backflow' AND account_id IS NOT NULL GROUP BY account_id) AS sent
WHERE backflow_senders.account_id = sent.account_id;
--> statement-breakpoint
UPDATE backflow_senders SET taken_back = undone.decisions
FROM (SELECT s.account_id, count(*) AS decisions FROM decision_records d JOIN submissions s ON s.id = d.submission_id
  WHERE d.undone_at IS NOT NULL AND s.source = 'backflow' AND s.account_id IS NOT NULL GROUP BY s.account_id) AS undone
WHERE backflow_senders.account_id = undone.account_id;
--> statement-breakpoint
UPDATE submissions SET answered_at = said.at
FROM (SELECT submission_id, max(created_at) AS at FROM submission_messages WHERE kind = 'answer' GROUP BY submission_id) AS said
WHERE submissions.id = said.submission_id AND submissions.asked_at IS NULL;
--> statement-breakpoint
INSERT INTO reject_reasons (id, text, place) VALUES
  ('0199f2a0-0000-7000-8000-000000000001', 'This is not a product.', 1),
  ('0199f2a0-0000-7000-8000-000000000002', 'The same was offered before.', 2),
  ('0199f2a0-0000-7000-8000-000000000003', 'The catalogue has this already, with better sources.', 3),
  ('0199f2a0-0000-7000-8000-000000000004', 'The facts cannot be checked: please name a source.', 4),
  ('0199f2a0-0000-7000-8000-000000000005', 'The barcode belongs to another product.', 5),
  ('0199f2a0-0000-7000-8000-000000000006', 'This is advertising or abuse.', 6);
