-- 0: read by a release that did not note its rules. The API reads these labels again, in the background.
ALTER TABLE "products" ADD COLUMN "read_rules" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "products_read_rules_idx" ON "products" USING btree ("read_rules");