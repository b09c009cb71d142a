-- Rules with which operators suggest decisions, and which may decide by themselves.
CREATE TABLE "review_rule_marks" (
	"submission_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"suggestion" text NOT NULL,
	"reason" text,
	"is_automatic" boolean DEFAULT false NOT NULL,
	"switched_on_by" uuid,
	"switched_on_at" timestamp with time zone,
	"hourly_cap" integer DEFAULT 50 NOT NULL,
	"record" jsonb,
	"made_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_rules_name_key" UNIQUE("name"),
	CONSTRAINT "review_rules_suggestion_known" CHECK ("review_rules"."suggestion" in ('approve','ask','reject')),
	CONSTRAINT "review_rules_reason_of_rejections" CHECK (("review_rules"."suggestion" = 'reject') = ("review_rules"."reason" is not null)),
	CONSTRAINT "review_rules_asks_by_hand" CHECK ("review_rules"."suggestion" <> 'ask' or not "review_rules"."is_automatic"),
	CONSTRAINT "review_rules_hourly_cap_range" CHECK ("review_rules"."hourly_cap" between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "decision_records" ADD COLUMN "rule_id" uuid;--> statement-breakpoint
ALTER TABLE "review_rule_marks" ADD CONSTRAINT "review_rule_marks_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_rules" ADD CONSTRAINT "review_rules_switched_on_by_fkey" FOREIGN KEY ("switched_on_by") REFERENCES "public"."operators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_rules" ADD CONSTRAINT "review_rules_made_by_fkey" FOREIGN KEY ("made_by") REFERENCES "public"."operators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_records" ADD CONSTRAINT "decision_records_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "public"."review_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decision_records_rule_id_idx" ON "decision_records" USING btree ("rule_id","id") WHERE rule_id is not null;
--> statement-breakpoint
-- Marks what comes in while a rule decides by itself. A submission whose decision was taken back comes in once only, so no rule
-- decides it again.
CREATE FUNCTION submissions_mark_for_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM review_rules WHERE is_automatic) THEN
    INSERT INTO review_rule_marks (submission_id) SELECT id FROM new_rows WHERE status = 'pending'
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER submissions_mark_for_rules AFTER INSERT ON submissions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION submissions_mark_for_rules();
