-- The log is append-only for every role. A row may lose its content, and nothing else of it may change.
-- In the database because the service's role may only add to the log, and not even it can fork the chain.
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
