CREATE TABLE "blocked_pictures" (
	"sha256" "bytea" PRIMARY KEY NOT NULL,
	"likeness" bigint NOT NULL,
	"upload_sha256s" "bytea"[] NOT NULL,
	"reason" text NOT NULL,
	"blocked_by" uuid,
	"blocked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"role" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"upload_sha256" "bytea" NOT NULL,
	"sha256" "bytea" NOT NULL,
	"likeness" bigint NOT NULL,
	"url" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"byte_size" integer NOT NULL,
	"product_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "submission_pictures_role_known" CHECK ("submission_pictures"."role" in ('front', 'ingredients', 'nutrition', 'packaging')),
	CONSTRAINT "submission_pictures_state_known" CHECK ("submission_pictures"."state" in ('pending', 'approved', 'left_out', 'taken_down'))
);
--> statement-breakpoint
ALTER TABLE "blocked_pictures" ADD CONSTRAINT "blocked_pictures_blocked_by_operators_id_fk" FOREIGN KEY ("blocked_by") REFERENCES "public"."operators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_pictures" ADD CONSTRAINT "submission_pictures_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_pictures" ADD CONSTRAINT "submission_pictures_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "submission_pictures_upload_key" ON "submission_pictures" USING btree ("submission_id","upload_sha256");--> statement-breakpoint
CREATE INDEX "submission_pictures_sha256_idx" ON "submission_pictures" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "submission_pictures_product_id_idx" ON "submission_pictures" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "submission_pictures_pending_idx" ON "submission_pictures" USING btree ("created_at") WHERE state in ('pending', 'left_out');