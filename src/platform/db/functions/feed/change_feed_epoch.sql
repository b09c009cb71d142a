-- Identifies the history that positions belong to. It differs for each server, each timeline after a recovery, each copy of
-- the database, and after the tables were restored in place: positions given before mean nothing there.
-- In the database because only the server knows its identity and its timeline.
CREATE OR REPLACE FUNCTION change_feed_epoch() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT left(md5(concat_ws('.', f.epoch, c.system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), d.oid,
    to_regclass('product_changes')::oid)), 12)
  FROM change_feed f, pg_control_system() c, pg_database d WHERE d.datname = current_database()
$$;
