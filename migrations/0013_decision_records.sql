CREATE TABLE "decision_records" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decision_records_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"submission_id" uuid NOT NULL,
	"bulk_id" uuid,
	"operator_id" uuid NOT NULL,
	"product_id" uuid,
	"product_version" integer,
	"is_new_product" boolean,
	"difference" jsonb,
	"waiting" jsonb,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "decision_records" ADD CONSTRAINT "decision_records_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "decision_records_standing_key" ON "decision_records" USING btree ("submission_id") WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "decision_records_submission_id_idx" ON "decision_records" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "decision_records_bulk_id_idx" ON "decision_records" USING btree ("bulk_id","id") WHERE bulk_id is not null;