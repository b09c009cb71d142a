import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { hashOffer } from '../../src/contributions/offer-content.ts';
import { submissions } from '../../src/db/contribution-schema.ts';
import { gtinOf } from '../support/export-file.ts';
import { startApi } from '../support/started-api.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { signInTestOperator, type TestOperator } from '../support/test-operator.ts';
import { waitFor } from '../support/wait-for.ts';

const KILLS = 6;
const ENTRIES = 60;
const AT_ONCE = 6;

/** Counted from the first answer: by then several approvals are under way at any time. */
const LATEST_KILL_MS = 100;

interface Standing extends Record<string, unknown> {
  status: string;
  products: number;
  barcodes: number;
  provenance: number;
  marks: number;
  decisions: number;
  creations: number;
}

describe('the API, killed while it approves', { timeout: 240_000 }, () => {
  let database: TestDatabase;
  let operator: TestOperator;
  beforeAll(async () => {
    database = await createTestDatabase();
    operator = await signInTestOperator(database.db, 'reviewer');
  });
  afterAll(() => database.drop());

  async function insertEntries(round: number): Promise<string[]> {
    const entries = Array.from({ length: ENTRIES }, (_, i) => {
      const content = { name: `Round ${round} entry ${i}` };
      const gtin14 = `0${gtinOf(round * 1_000 + i)}`;
      const contentHash = hashOffer({ gtin14, productId: null, content });
      return { id: uuidv7(), source: 'public' as const, gtin14, content, contentHash };
    });
    await database.db.insert(submissions).values(entries);
    return entries.map(({ id }) => id);
  }

  async function approveAll(origin: string, ids: string[], answered: string[]): Promise<void> {
    const queue = [...ids];
    const work = async () => {
      for (let id = queue.pop(); id; id = queue.pop()) {
        const response = await fetch(`${origin}/api/admin/submissions/${id}/approve`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...operator.headers },
          body: '{}',
        }).catch(() => undefined);
        if (response?.status === 200) answered.push(id);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  const listStandings = async () =>
    (
      await database.db.execute<Standing & { id: string }>(sql`
        select s.id, s.status,
          (select count(*)::int from products where id = s.result_product_id) as products,
          (select count(*)::int from barcodes where gtin14 = s.gtin14) as barcodes,
          (select count(*)::int from field_provenance where submission_id = s.id) as provenance,
          (select count(*)::int from search_outbox where product_id = s.result_product_id) as marks,
          (select count(*)::int from audit_log where entity_id = s.id::text) as decisions,
          (select count(*)::int from audit_log where after->>'submission_id' = s.id::text) as creations
        from submissions s`)
    ).rows;

  /** The server ends what the killed process had begun. */
  const noneBegun = () =>
    waitFor('the connections of the killed process to end', async () => {
      const { rows } = await database.db.execute(sql`
        select from pg_stat_activity where datname = current_database() and application_name = 'factshelf-api'`);
      return rows.length === 0;
    });

  it('has approved each entry wholly or not at all, and nothing that it answered is lost', async () => {
    const answered: string[] = [];
    for (let round = 1; round <= KILLS; round += 1) {
      const ids = await insertEntries(round);
      const api = await startApi({ DATABASE_URL: database.url });
      const before = answered.length;
      const approving = approveAll(api.origin, ids, answered);
      await waitFor('a first approval', () => answered.length > before);
      await pause(randomInt(LATEST_KILL_MS));
      api.program.kill('SIGKILL');
      await approving;
      await api.program.ended;
      await noneBegun();
    }
    const standings = await listStandings();
    expect(standings).toHaveLength(KILLS * ENTRIES);
    const nothing = { products: 0, barcodes: 0, provenance: 0, marks: 0, decisions: 0, creations: 0 };
    const all = { products: 1, barcodes: 1, provenance: 2, marks: 1, decisions: 1, creations: 1 };
    for (const { id, ...standing } of standings) {
      expect([
        { status: 'pending', ...nothing },
        { status: 'approved', ...all },
      ]).toContainEqual(standing);
      if (answered.includes(id)) expect(standing.status).toBe('approved');
    }
    expect(standings.some(({ status }) => status === 'approved')).toBe(true);
    expect(standings.some(({ status }) => status === 'pending')).toBe(true);
    const { rows } = await database.db.execute(sql`select count(*)::int as n from products`);
    expect(rows).toEqual([{ n: standings.filter(({ status }) => status === 'approved').length }]);
  });
});
