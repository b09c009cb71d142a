CREATE TABLE "idempotency_keys" (
	"id" "bytea" PRIMARY KEY NOT NULL,
	"caller" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"run_id" uuid NOT NULL,
	"run_ends_at" timestamp with time zone NOT NULL,
	"answer" "bytea",
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_caller_idx" ON "idempotency_keys" USING btree ("caller","created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys" USING btree ("created_at");