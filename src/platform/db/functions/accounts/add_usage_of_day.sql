-- In the database because every way of counting adds to the day, in the statement that counts.
CREATE OR REPLACE FUNCTION add_usage_of_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added bigint := NEW.used - CASE TG_OP WHEN 'UPDATE' THEN OLD.used ELSE 0 END;
BEGIN
  IF added > 0 THEN
    INSERT INTO account_usage_days AS days (account_id, day, calls)
    VALUES (NEW.account_id, (now() AT TIME ZONE 'UTC')::date, added)
    ON CONFLICT (account_id, day) DO UPDATE SET calls = days.calls + excluded.calls;
  END IF;
  RETURN NULL;
END $$;
