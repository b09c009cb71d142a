CREATE TABLE "account_usage" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"used" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_usage_not_negative" CHECK ("account_usage"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"tier" text DEFAULT 'registered' NOT NULL,
	"blocked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_email_key" UNIQUE("email"),
	CONSTRAINT "accounts_email_form" CHECK ("accounts"."email" = lower(btrim("accounts"."email")) and length("accounts"."email") <= 254)
);
--> statement-breakpoint
CREATE TABLE "address_usage" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"used" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "address_usage_not_negative" CHECK ("address_usage"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"prefix" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_hash_key" UNIQUE("hash"),
	CONSTRAINT "api_keys_hash_length" CHECK (length("api_keys"."hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "installation_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tiers" (
	"code" text PRIMARY KEY NOT NULL,
	"per_minute" integer,
	"cumulative" bigint,
	CONSTRAINT "tiers_per_minute_positive" CHECK ("tiers"."per_minute" > 0),
	CONSTRAINT "tiers_cumulative_positive" CHECK ("tiers"."cumulative" >= 0)
);
--> statement-breakpoint
ALTER TABLE "account_usage" ADD CONSTRAINT "account_usage_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_tier_tiers_code_fk" FOREIGN KEY ("tier") REFERENCES "public"."tiers"("code") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_tier_idx" ON "accounts" USING btree ("tier");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_one_active_key" ON "api_keys" USING btree ("account_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "api_keys_account_id_idx" ON "api_keys" USING btree ("account_id");