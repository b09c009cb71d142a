import { Pool } from 'pg';
import { createDb } from '../../../src/platform/db/client.ts';
import { saveAuditEntry } from '../../../src/platform/audit/audit-store.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { createTestApi } from '../test-api.ts';
import { createAdminCaller, type AdminCaller } from './test-admin.ts';
import { signInTestOperator, type TestOperator } from './test-operator.ts';

export const ROWS = 200;

/** An audit log of `ROWS` rows, half of them by the signed-in admin. */
export interface AuditDesk {
  database: TestDatabase;
  admin: TestOperator;
  call: AdminCaller;
}

/** Writes the rows from 64 connections at once. */
export async function openAuditDesk(): Promise<AuditDesk> {
  const database = await createTestDatabase();
  const admin = await signInTestOperator(database.db, 'admin');
  await writeRows(database, admin, 64);
  return { database, admin, call: createAdminCaller(createTestApi(database), admin.headers) };
}

/** Writes `ROWS` rows, in as many transactions at once as there are writers, each on a connection of its own. */
async function writeRows(database: TestDatabase, admin: TestOperator, writers: number): Promise<void> {
  // Without the timeouts of the service's pool.
  const pool = new Pool({ connectionString: database.url, max: writers });
  const db = createDb(pool);
  let next = 0;
  const write = async () => {
    for (let i = next++; i < ROWS; i = next++) {
      const author = { actor: i % 2 === 0 ? `operator:${admin.id}` : 'cli', requestId: `request-${i}` };
      await db.transaction(async (tx) => {
        await saveAuditEntry(tx, author, {
          action: `thing.${['made', 'changed', 'removed'][i % 3]}`,
          entity: 'thing',
          entityId: `thing-${i}`,
          before: { name: `Nom nº ${i}`, list: [i, 1.5, true] },
          after: { name: 'later', deep: { text: '"quoted"' } },
        });
      });
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  await pool.end();
}
