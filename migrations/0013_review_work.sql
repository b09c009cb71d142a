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
ALTER TABLE "product_merges" ADD CONSTRAINT "product_merges_loser_id_fkey" FOREIGN KEY ("loser_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_merges" ADD CONSTRAINT "product_merges_winner_id_fkey" FOREIGN KEY ("winner_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "product_merges_standing_key" ON "product_merges" USING btree ("loser_id") WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "product_merges_winner_id_idx" ON "product_merges" USING btree ("winner_id");--> statement-breakpoint
CREATE INDEX "submissions_pending_name_idx" ON "submissions" USING btree (md5(lower(content->>'name')),"created_at","id") WHERE status = 'pending';