CREATE TABLE "erased_keys" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erased_keys_hash_length" CHECK (length("erased_keys"."key_hash") = 32)
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "erased" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
INSERT INTO installation_secrets (name, secret)
VALUES ('erased_keys', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
--> statement-breakpoint
-- A row of the log may lose what it tells, and nothing else of it may ever change.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.erased AND NEW.before IS NULL AND NEW.after IS NULL
      AND to_jsonb(NEW) - '{before,after,erased}'::text[] = to_jsonb(OLD) - '{before,after,erased}'::text[] THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
-- By the owner's rights: the service itself may only add to the log. Whoever calls this has to say in a row of its own
-- which rows it was (`after.erased_rows`), else the check of the log finds them.
CREATE FUNCTION erase_audit_content(seqs bigint[]) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE audit_log SET before = NULL, after = NULL, erased = true WHERE seq = ANY(seqs)
$$;
