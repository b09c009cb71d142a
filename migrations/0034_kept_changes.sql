CREATE TABLE "kept_changes" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"form" text DEFAULT '' NOT NULL,
	"kept_to" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "kept_changes_one_row" CHECK ("kept_changes"."is_only")
);
--> statement-breakpoint
INSERT INTO kept_changes DEFAULT VALUES;
--> statement-breakpoint
ALTER TABLE "product_changes" ADD COLUMN "item" text;--> statement-breakpoint
ALTER TABLE "product_changes" ADD COLUMN "item_version" integer;
