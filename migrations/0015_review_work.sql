CREATE TABLE "submission_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"operator_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "submission_messages_kind_known" CHECK ("submission_messages"."kind" in ('note','question','answer'))
);
--> statement-breakpoint
CREATE TABLE "product_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loser_id" uuid NOT NULL,
	"winner_id" uuid NOT NULL,
	"winner_version" integer NOT NULL,
	"audit_seq" bigint NOT NULL,
	"before" jsonb NOT NULL,
	"merged_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "answer_token_hash" "bytea";--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "submission_messages" ADD CONSTRAINT "submission_messages_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_messages" ADD CONSTRAINT "submission_messages_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_merges" ADD CONSTRAINT "product_merges_loser_id_fkey" FOREIGN KEY ("loser_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_merges" ADD CONSTRAINT "product_merges_winner_id_fkey" FOREIGN KEY ("winner_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submission_messages_submission_id_idx" ON "submission_messages" USING btree ("submission_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_merges_standing_key" ON "product_merges" USING btree ("loser_id") WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "product_merges_winner_id_idx" ON "product_merges" USING btree ("winner_id");--> statement-breakpoint
CREATE INDEX "submissions_asked_at_idx" ON "submissions" USING btree ("created_at","id") WHERE asked_at is not null and status = 'pending';--> statement-breakpoint
CREATE INDEX "submissions_pending_name_idx" ON "submissions" USING btree (md5(lower(content->>'name')),"created_at","id") WHERE status = 'pending';