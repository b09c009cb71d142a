-- Places that operators signed in from: strangers who guess elsewhere do not lock them.
CREATE TABLE "operator_addresses" (
	"operator_id" uuid NOT NULL,
	"address_hash" "bytea" NOT NULL,
	"signed_in_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operator_addresses_pkey" PRIMARY KEY("operator_id","address_hash"),
	CONSTRAINT "operator_addresses_hash_length" CHECK (length("operator_addresses"."address_hash") = 32)
);
--> statement-breakpoint
ALTER TABLE "operator_addresses" ADD CONSTRAINT "operator_addresses_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;
