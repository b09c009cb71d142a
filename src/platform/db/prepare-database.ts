import pg from 'pg';
import { databaseErrorOf } from './database-error.ts';
import { connectToMigrate, migrateDatabase, QUEUES } from './migrate.ts';

/** Two logins of one database. They are equal unless the operator separates them. */
export interface DatabaseUrls {
  /** Login of the service and its commands. */
  databaseUrl: string;
  /** Login for migrations: the owner of the tables. */
  ownerUrl: string;
}

const WRONG_PASSWORD = '28P01';
/** Since Postgres 17, the MAINTAIN right lets a role vacuum tables of another owner, as an import does. */
const MAINTAIN_SINCE = 170_000;

/**
 * Migrates the database, creates the service's role if needed, and grants it access to rows; on the audit log only
 * SELECT and INSERT. The role owns nothing, so it cannot change a table, trigger or function.
 * @throws the database's error, also if the owner may not create roles: then another role has to create this one
 */
export async function prepareDatabase({ databaseUrl, ownerUrl }: DatabaseUrls): Promise<void> {
  await migrateDatabase(ownerUrl);
  const service = readRole(databaseUrl);
  if (service.name === '' || service.name === readRole(ownerUrl).name) return;
  const client = await connectToMigrate(ownerUrl);
  try {
    await makeRole(client, service, databaseUrl);
    await makeJobSequences(client);
    await grantRows(client, pg.escapeIdentifier(service.name));
  } finally {
    await client.end();
  }
}

interface Role {
  name: string;
  password: string;
}

function readRole(url: string): Role {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

async function makeRole(client: pg.ClientBase, { name, password }: Role, url: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  // Send the password only when needed, because a server may log statements.
  if (rowCount && !(await isPasswordWrong(url))) return;
  const login = password === '' ? 'LOGIN' : `LOGIN PASSWORD ${pg.escapeLiteral(password)}`;
  await client.query(`${rowCount ? 'ALTER' : 'CREATE'} ROLE ${pg.escapeIdentifier(name)} ${login}`);
}

async function isPasswordWrong(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return false;
  } catch (error) {
    return databaseErrorOf(error)?.code === WRONG_PASSWORD;
  } finally {
    await client.end();
  }
}

/** Creates the sequences of job ids, which BullMQ would create with the first job. The service's role may not. */
async function makeJobSequences(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT bullmq.next_job_id(queue) FROM unnest($1::text[]) AS queue
     WHERE to_regclass('bullmq.' || bullmq.job_id_seq_name(queue)) IS NULL`,
    [QUEUES],
  );
}

/** Grants in one transaction, so that the role never has more rights on the audit log than it should. */
async function grantRows(client: pg.ClientBase, role: string): Promise<void> {
  // Only tables that we own: the database may hold those of extensions and other programs.
  const { rows } = await client.query<{ tables: string; sequences: string; version: number }>(`
    SELECT string_agg(oid::regclass::text, ', ') FILTER (WHERE relkind IN ('r', 'p', 'v')) AS tables,
           string_agg(oid::regclass::text, ', ') FILTER (WHERE relkind = 'S') AS sequences,
           current_setting('server_version_num')::int AS version
    FROM pg_class
    WHERE relnamespace IN ('public'::regnamespace, 'bullmq'::regnamespace) AND pg_has_role(relowner, 'USAGE')`);
  const { tables, sequences, version } = rows[0] ?? { tables: '', sequences: '', version: 0 };
  const rights = `SELECT, INSERT, UPDATE, DELETE${version < MAINTAIN_SINCE ? '' : ', MAINTAIN'}`;
  await client.query('BEGIN');
  await client.query(`GRANT USAGE ON SCHEMA public, bullmq TO ${role}`);
  await client.query(`GRANT ${rights} ON ${tables} TO ${role}`);
  await client.query(`GRANT USAGE, SELECT ON ${sequences} TO ${role}`);
  await client.query(`REVOKE ALL ON audit_log FROM ${role}`);
  await client.query(`GRANT SELECT, INSERT ON audit_log TO ${role}`);
  await client.query('COMMIT');
}
