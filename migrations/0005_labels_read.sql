ALTER TABLE "products" ADD COLUMN "allergen_states" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "assured" text[];--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "read_version" integer;--> statement-breakpoint
CREATE INDEX "products_unread_idx" ON "products" USING btree ("id") WHERE read_version is distinct from version;