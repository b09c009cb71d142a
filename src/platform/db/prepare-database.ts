import pg from 'pg';
import { databaseErrorOf } from './database-error.ts';
import { connectToMigrate, migrateDatabase, QUEUES } from './migrate.ts';

/** The two ways into one database; the same where nobody has told them apart. */
export interface DatabaseUrls {
  /** Of the service and its commands. */
  databaseUrl: string;
  /** Of whoever migrates: the owner of the tables. */
  ownerUrl: string;
}

const WRONG_PASSWORD = '28P01';
/** Since then a role may be allowed to vacuum tables that it does not own, as an import does. */
const MAINTAIN_SINCE = 170_000;

/**
 * Brings the database to this release's schema, makes the service's role when there is none, and gives it what it needs
 * of the tables: their rows, and of the audit log only to read and to add. It owns nothing, so it can change no table,
 * trigger or function.
 * @throws the database's error, also when the owner may not make roles: then whoever may has to make this one
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
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  // A password is in the text of its statement, which a server may log: it is sent only when it has to be.
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

/** BullMQ makes the sequence of a queue's job ids with its first job, which the service may not. */
async function makeJobSequences(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT bullmq.next_job_id(queue) FROM unnest($1::text[]) AS queue
     WHERE to_regclass('bullmq.' || bullmq.job_id_seq_name(queue)) IS NULL`,
    [QUEUES],
  );
}

/** In one transaction: at no moment may the role do more with the audit log than it should. */
async function grantRows(client: pg.ClientBase, role: string): Promise<void> {
  // Ours alone: a database may hold tables of extensions and of others.
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
