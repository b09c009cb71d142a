-- In the database because counts must agree with rows for nine writers, of two releases at once, without a round trip
-- more.
CREATE OR REPLACE FUNCTION backflow_waiting_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE backflow_senders SET waiting = waiting + CASE TG_OP WHEN 'INSERT' THEN changed.offers ELSE -changed.offers END
  FROM (SELECT account_id, count(*) AS offers FROM changed_rows GROUP BY account_id ORDER BY account_id) AS changed
  WHERE backflow_senders.account_id = changed.account_id;
  RETURN NULL;
END $$;
