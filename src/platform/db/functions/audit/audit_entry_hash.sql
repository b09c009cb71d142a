-- SHA-256 over the hash of the row before and this row's canonical text: jsonb writes its keys in one order only.
-- In the database because the service's role may only add to the log, and not even it can fork the chain.
CREATE OR REPLACE FUNCTION audit_entry_hash(entry audit_log) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(entry.prev_hash || convert_to(jsonb_build_object(
    'seq', entry.seq, 'at', to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'actor', entry.actor, 'action', entry.action, 'entity', entry.entity, 'entity_id', entry.entity_id,
    'before', entry.before, 'after', entry.after, 'request_id', entry.request_id)::text, 'UTF8'))
$$;
