-- Queues the webhooks of a decision, or of an undone one, in its transaction. With the owner's rights, so that a role that may
-- decide needs none on the webhooks.
-- In the database because a role that may decide needs no right on the webhooks.
CREATE OR REPLACE FUNCTION submissions_tell_account() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  event_name text := CASE NEW.status WHEN 'pending' THEN 'submission.reopened' ELSE 'submission.' || NEW.status END;
BEGIN
  INSERT INTO webhook_deliveries (webhook_id, event, data)
  SELECT w.id, event_name, jsonb_build_object(
    'id', NEW.id, 'status', NEW.status, 'reason', NEW.reason, 'product_id', NEW.result_product_id,
    'reviewed_at', to_char(NEW.reviewed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM webhooks w
  WHERE w.account_id = NEW.account_id AND w.state = 'active' AND event_name = ANY (w.events);
  RETURN NULL;
END $$;
