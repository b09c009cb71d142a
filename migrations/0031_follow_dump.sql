ALTER TABLE "follow" ADD COLUMN "dump" jsonb;--> statement-breakpoint
ALTER TABLE "follow" ADD COLUMN "dump_lines" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "follow" ADD COLUMN "is_current" boolean DEFAULT false NOT NULL;