CREATE TABLE "account_usage_days" (
	"account_id" uuid NOT NULL,
	"day" date NOT NULL,
	"calls" bigint NOT NULL,
	CONSTRAINT "account_usage_days_pkey" PRIMARY KEY("account_id","day")
);
--> statement-breakpoint
ALTER TABLE "account_usage_days" ADD CONSTRAINT "account_usage_days_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_usage_days_day_idx" ON "account_usage_days" USING btree ("day");
--> statement-breakpoint
-- One place for every way of counting: what an account's usage goes up by belongs to today.
CREATE FUNCTION add_usage_of_day() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER account_usage_add_day AFTER INSERT OR UPDATE OF used ON account_usage
  FOR EACH ROW EXECUTE FUNCTION add_usage_of_day();
