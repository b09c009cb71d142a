-- Adds to the slot of this connection.
-- In the database because counts must agree with rows for nine writers, of two releases at once, without a round trip
-- more.
CREATE OR REPLACE FUNCTION add_submission_counts(changes submission_counts[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO submission_counts AS counts (status, source, has_gtin, slot, entries)
  SELECT status, source, has_gtin, pg_backend_pid() % 256, sum(entries)
  FROM unnest(changes) GROUP BY status, source, has_gtin HAVING sum(entries) <> 0
  ORDER BY status, source, has_gtin
  ON CONFLICT (status, source, has_gtin, slot) DO UPDATE SET entries = counts.entries + excluded.entries
$$;
