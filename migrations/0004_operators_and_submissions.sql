CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"gtin14" text,
	"product_id" uuid,
	"content" jsonb NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"contact_email" text,
	"account_id" uuid,
	"request_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_by" uuid,
	"claimed_at" timestamp with time zone,
	"reviewed_by" uuid,
	"reviewed_at" timestamp with time zone,
	"reason" text,
	"result_product_id" uuid,
	CONSTRAINT "submissions_source_known" CHECK ("submissions"."source" in ('public','backflow')),
	CONSTRAINT "submissions_status_known" CHECK ("submissions"."status" in ('pending','approved','rejected')),
	CONSTRAINT "submissions_gtin14_form" CHECK ("submissions"."gtin14" ~ '^[0-9]{14}$'),
	CONSTRAINT "submissions_reviewed_together" CHECK (("submissions"."status" = 'pending') = ("submissions"."reviewed_at" is null)),
	CONSTRAINT "submissions_rejected_has_reason" CHECK ("submissions"."status" <> 'rejected' or "submissions"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "operator_sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"operator_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operator_sessions_token_hash_length" CHECK (length("operator_sessions"."token_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"totp_secret" "bytea",
	"totp_confirmed_at" timestamp with time zone,
	"totp_last_step" bigint,
	"disabled_at" timestamp with time zone,
	"last_login_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operators_email_key" UNIQUE("email"),
	CONSTRAINT "operators_email_form" CHECK ("operators"."email" = lower(btrim("operators"."email")) and length("operators"."email") <= 254),
	CONSTRAINT "operators_role_known" CHECK ("operators"."role" in ('reviewer','editor','admin'))
);
--> statement-breakpoint
ALTER TABLE "field_provenance" ADD COLUMN "submission_id" uuid;--> statement-breakpoint
ALTER TABLE "field_provenance" ADD COLUMN "operator_id" uuid;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_result_product_id_fkey" FOREIGN KEY ("result_product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_claimed_by_fkey" FOREIGN KEY ("claimed_by") REFERENCES "public"."operators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_reviewed_by_fkey" FOREIGN KEY ("reviewed_by") REFERENCES "public"."operators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_sessions" ADD CONSTRAINT "operator_sessions_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_pending_content_key" ON "submissions" USING btree ("content_hash") WHERE status = 'pending' and source = 'public';--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_pending_backflow_key" ON "submissions" USING btree ("gtin14") WHERE status = 'pending' and source = 'backflow';--> statement-breakpoint
CREATE INDEX "submissions_status_idx" ON "submissions" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "submissions_gtin14_idx" ON "submissions" USING btree ("gtin14");--> statement-breakpoint
CREATE INDEX "submissions_product_id_idx" ON "submissions" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "submissions_result_product_id_idx" ON "submissions" USING btree ("result_product_id");--> statement-breakpoint
CREATE INDEX "submissions_reviewed_at_idx" ON "submissions" USING btree ("reviewed_at");--> statement-breakpoint
CREATE INDEX "operator_sessions_operator_id_idx" ON "operator_sessions" USING btree ("operator_id","created_at");
