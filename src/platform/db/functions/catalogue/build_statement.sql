-- What `provenance.fields` holds for a field. Null, the most frequent: an import said it when the row was made.
-- In the database because a view over millions of rows calls it.
CREATE OR REPLACE FUNCTION build_statement(row_since timestamptz, since timestamptz, submission_id uuid, operator_id uuid)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN submission_id IS NULL AND operator_id IS NULL AND since = row_since THEN 'null'::jsonb
    ELSE jsonb_strip_nulls(jsonb_build_object(
      'recorded_at', since, 'submission_id', submission_id, 'operator_id', operator_id))
  END
$$;
