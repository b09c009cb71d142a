-- Room is reserved for the addresses that approved submissions came from.
CREATE TABLE "good_addresses" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"last_good_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "good_addresses_hash_length" CHECK (length("good_addresses"."address_hash") = 32)
);
--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "address_hash" "bytea";
