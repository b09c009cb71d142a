CREATE TABLE "operator_emergencies" (
	"operator_id" uuid PRIMARY KEY NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "operator_emergencies_code_hash_key" UNIQUE("code_hash"),
	CONSTRAINT "operator_emergencies_code_hash_length" CHECK (length("operator_emergencies"."code_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "operator_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"operator_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operator_identities_pkey" PRIMARY KEY("issuer","subject"),
	CONSTRAINT "operator_identities_length" CHECK (length("operator_identities"."issuer") <= 500 and length("operator_identities"."subject") <= 255)
);
--> statement-breakpoint
ALTER TABLE "operator_sessions" ADD COLUMN "began_by" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_sessions" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operator_emergencies" ADD CONSTRAINT "operator_emergencies_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_identities" ADD CONSTRAINT "operator_identities_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_identities_operator_id_idx" ON "operator_identities" USING btree ("operator_id");--> statement-breakpoint
ALTER TABLE "operator_sessions" ADD CONSTRAINT "operator_sessions_began_by_known" CHECK ("operator_sessions"."began_by" in ('password','provider','emergency'));