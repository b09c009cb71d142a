CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"due_at" timestamp with time zone DEFAULT now(),
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_attempt_at" timestamp with time zone,
	"last_status" smallint,
	"last_failure" text,
	CONSTRAINT "webhook_deliveries_status_known" CHECK ("webhook_deliveries"."status" in ('pending','delivered','failed')),
	CONSTRAINT "webhook_deliveries_pending_is_due" CHECK (("webhook_deliveries"."status" = 'pending') = ("webhook_deliveries"."due_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_secret_ends_at" timestamp with time zone,
	"state" text DEFAULT 'unverified' NOT NULL,
	"off_reason" text,
	"off_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"feed_epoch" text,
	"feed_position" bigint,
	"feed_told_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_state_known" CHECK ("webhooks"."state" in ('unverified','active','off')),
	CONSTRAINT "webhooks_off_has_reason" CHECK (("webhooks"."state" = 'off') = ("webhooks"."off_reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" USING btree ("webhook_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_list_idx" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_account_id_idx" ON "webhooks" USING btree ("account_id","created_at","id");--> statement-breakpoint
-- Who delivers is told at the commit, whoever has made a delivery due.
CREATE FUNCTION webhook_deliveries_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('webhook_deliveries_due', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_notify AFTER INSERT ON webhook_deliveries
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_deliveries_notify();
--> statement-breakpoint
-- A decision and what is told of it are one transaction, whoever decides, in whatever release. By the owner's rights: the role
-- of a running release gets its own for these tables after the migration.
CREATE FUNCTION submissions_tell_account() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO webhook_deliveries (webhook_id, event, data)
  SELECT w.id, 'submission.' || NEW.status, jsonb_build_object(
    'id', NEW.id, 'status', NEW.status, 'reason', NEW.reason, 'product_id', NEW.result_product_id,
    'reviewed_at', to_char(NEW.reviewed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM webhooks w
  WHERE w.account_id = NEW.account_id AND w.state = 'active' AND 'submission.' || NEW.status = ANY (w.events);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER submissions_tell_account AFTER UPDATE OF status ON submissions FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status <> 'pending' AND NEW.account_id IS NOT NULL)
  EXECUTE FUNCTION submissions_tell_account();
