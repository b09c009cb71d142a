ALTER TABLE "submissions" ALTER COLUMN "risk" SET DEFAULT -1;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "name_key" text;--> statement-breakpoint
CREATE INDEX "submissions_pending_name_key_idx" ON "submissions" USING btree (md5(name_key),"created_at","id") WHERE status = 'pending';