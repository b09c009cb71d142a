CREATE TABLE "backflow_senders" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	"day" date,
	"accepted" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backflow_waiting" (
	"id" uuid PRIMARY KEY NOT NULL,
	"gtin14" text NOT NULL,
	"account_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"request_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "backflow_waiting_offer_key" UNIQUE("gtin14","account_id")
);
--> statement-breakpoint
CREATE TABLE "submission_counts" (
	"status" text NOT NULL,
	"source" text NOT NULL,
	"has_gtin" boolean NOT NULL,
	"slot" smallint NOT NULL,
	"entries" bigint NOT NULL,
	CONSTRAINT "submission_counts_pkey" PRIMARY KEY("status","source","has_gtin","slot")
);
--> statement-breakpoint
ALTER TABLE "tiers" ADD COLUMN "backflow_per_day" integer;--> statement-breakpoint
ALTER TABLE "tiers" ADD COLUMN "backflow_pending" integer;--> statement-breakpoint
ALTER TABLE "backflow_senders" ADD CONSTRAINT "backflow_senders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backflow_waiting" ADD CONSTRAINT "backflow_waiting_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backflow_waiting_account_id_idx" ON "backflow_waiting" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "submissions_source_idx" ON "submissions" USING btree ("status","source","created_at","id");--> statement-breakpoint
CREATE INDEX "submissions_created_at_idx" ON "submissions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "submissions_account_id_idx" ON "submissions" USING btree ("account_id","status","created_at","id") WHERE account_id is not null;--> statement-breakpoint
CREATE INDEX "submissions_claimed_at_idx" ON "submissions" USING btree ("claimed_at") WHERE claimed_by is not null and status = 'pending';
--> statement-breakpoint
UPDATE tiers SET backflow_per_day = caps.per_day, backflow_pending = caps.pending
FROM (VALUES ('anonymous', 0, 0), ('registered', 1000, 2000), ('partner', 50000, 50000)) AS caps (code, per_day, pending)
WHERE tiers.code = caps.code;
--> statement-breakpoint
-- Adds what entries came and went to the slot of this connection.
CREATE FUNCTION add_submission_counts(changes submission_counts[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO submission_counts AS counts (status, source, has_gtin, slot, entries)
  SELECT status, source, has_gtin, pg_backend_pid() % 256, sum(entries)
  FROM unnest(changes) GROUP BY status, source, has_gtin HAVING sum(entries) <> 0
  ORDER BY status, source, has_gtin
  ON CONFLICT (status, source, has_gtin, slot) DO UPDATE SET entries = counts.entries + excluded.entries
$$;
--> statement-breakpoint
CREATE FUNCTION submissions_count_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An entry that waited for another one was not sent today: it comes from the trigger below, one level deeper.
  INSERT INTO backflow_senders AS sender (account_id, pending, day, accepted)
  SELECT account_id, count(*) FILTER (WHERE status = 'pending'), (now() AT TIME ZONE 'UTC')::date,
    CASE WHEN pg_trigger_depth() = 1 THEN count(*) ELSE 0 END
  FROM new_rows WHERE source = 'backflow' AND account_id IS NOT NULL GROUP BY account_id ORDER BY account_id
  ON CONFLICT (account_id) DO UPDATE SET pending = sender.pending + excluded.pending, day = excluded.day,
    accepted = CASE WHEN sender.day = excluded.day THEN sender.accepted ELSE 0 END + excluded.accepted;
  PERFORM add_submission_counts(ARRAY(
    SELECT ROW(status, source, gtin14 IS NOT NULL, 0, 1)::submission_counts FROM new_rows));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION submissions_count_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE backflow_senders SET pending = pending - gone.entries
  FROM (SELECT account_id, count(*) AS entries FROM old_rows
    WHERE source = 'backflow' AND status = 'pending' GROUP BY account_id) AS gone
  WHERE backflow_senders.account_id = gone.account_id;
  PERFORM add_submission_counts(ARRAY(
    SELECT ROW(status, source, gtin14 IS NOT NULL, 0, -1)::submission_counts FROM old_rows));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Decisions. Claims and the like change no status and end here at once.
CREATE FUNCTION submissions_count_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.status <> o.status) THEN
    RETURN NULL;
  END IF;
  -- The decision leaves an audit row next. Its lock comes before those of the counts, always: else two who decide
  -- entries of one sender could wait for each other.
  PERFORM pg_advisory_xact_lock(hashtext('factshelf.audit_log'));
  PERFORM FROM backflow_senders WHERE account_id IN (SELECT account_id FROM new_rows) ORDER BY account_id FOR UPDATE;
  UPDATE backflow_senders SET pending = pending + changed.entries
  FROM (SELECT n.account_id, sum((n.status = 'pending')::int - (o.status = 'pending')::int)::int AS entries
    FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.source = 'backflow' GROUP BY n.account_id) AS changed
  WHERE backflow_senders.account_id = changed.account_id AND changed.entries <> 0;
  -- The catalogue knows the barcode now.
  DELETE FROM backflow_waiting USING new_rows n, old_rows o
  WHERE o.id = n.id AND n.status = 'approved' AND o.status = 'pending' AND backflow_waiting.gtin14 = n.gtin14;
  -- The next offer of a barcode that nobody else's entry holds any more.
  WITH next_offers AS (
    SELECT DISTINCT ON (w.gtin14) w.* FROM backflow_waiting w
    JOIN accounts a ON a.id = w.account_id AND a.blocked_at IS NULL
    WHERE w.gtin14 IN (SELECT n.gtin14 FROM new_rows n JOIN old_rows o ON o.id = n.id
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
CREATE FUNCTION submissions_count_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM submission_counts;
  DELETE FROM backflow_waiting;
  UPDATE backflow_senders SET pending = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION backflow_waiting_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE backflow_senders SET waiting = waiting + CASE TG_OP WHEN 'INSERT' THEN changed.offers ELSE -changed.offers END
  FROM (SELECT account_id, count(*) AS offers FROM changed_rows GROUP BY account_id ORDER BY account_id) AS changed
  WHERE backflow_senders.account_id = changed.account_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER backflow_waiting_count_insert AFTER INSERT ON backflow_waiting
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION backflow_waiting_count();
--> statement-breakpoint
CREATE TRIGGER backflow_waiting_count_delete AFTER DELETE ON backflow_waiting
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION backflow_waiting_count();
--> statement-breakpoint
CREATE TRIGGER submissions_count_insert AFTER INSERT ON submissions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION submissions_count_insert();
--> statement-breakpoint
CREATE TRIGGER submissions_count_update AFTER UPDATE ON submissions
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION submissions_count_update();
--> statement-breakpoint
CREATE TRIGGER submissions_count_delete AFTER DELETE ON submissions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION submissions_count_delete();
--> statement-breakpoint
CREATE TRIGGER submissions_count_truncate AFTER TRUNCATE ON submissions
  FOR EACH STATEMENT EXECUTE FUNCTION submissions_count_truncate();
--> statement-breakpoint
-- What is there already. The triggers above keep writers out until this commits.
INSERT INTO submission_counts (status, source, has_gtin, slot, entries)
SELECT status, source, gtin14 IS NOT NULL, 0, count(*) FROM submissions GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO backflow_senders (account_id, pending, day, accepted)
SELECT account_id, count(*) FILTER (WHERE status = 'pending'), (now() AT TIME ZONE 'UTC')::date,
  count(*) FILTER (WHERE created_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')
FROM submissions WHERE source = 'backflow' AND account_id IS NOT NULL GROUP BY account_id;
