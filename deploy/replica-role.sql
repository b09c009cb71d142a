-- The role as which a standby follows: it reads the log of changes and owns nothing. Run as the owner of the server, with the password in
-- the setting `replica.password`. Safe to run again.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'factshelf_replica') THEN
    CREATE ROLE factshelf_replica;
  END IF;
  EXECUTE format('ALTER ROLE factshelf_replica LOGIN REPLICATION PASSWORD %L', current_setting('replica.password'));
END
$$;
