CREATE TABLE "account_tokens" (
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_tokens_pkey" PRIMARY KEY("account_id","kind"),
	CONSTRAINT "account_tokens_hash_key" UNIQUE("hash"),
	CONSTRAINT "account_tokens_kind_known" CHECK ("account_tokens"."kind" in ('confirmation', 'password')),
	CONSTRAINT "account_tokens_hash_length" CHECK (length("account_tokens"."hash") = 32)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "email_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "awaits_confirmation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;