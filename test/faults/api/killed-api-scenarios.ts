import { randomInt } from 'node:crypto';
import argon2 from 'argon2';
import { sql, type SQL } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { issueKey } from '../../../src/access/accounts/keys/change-keys.ts';
import { accounts } from '../../../src/platform/db/schema/accounts.ts';
import { products } from '../../../src/platform/db/schema/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { insertNamedSubmissions } from '../../support/review/test-submissions.ts';
import { waitFor } from '../../support/wait-for.ts';
import { checkIndex } from '../indexer/indexer-scenarios.ts';
import { createOperatorCaller } from '../load/operator-caller.ts';
import { exactly, pause, type Finding, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

const AT_ONCE = 3;
const OF_EACH = 30;
/** Counted from the first answers: by then changes are under way at any time. */
const LATEST_KILL_MS = 150;
const PASSWORD = 'seven small islands';
/** Codes that no other scenario gives. */
let nextCode = 800_000;

/** A change that is made again and again while the API is killed. */
interface Change {
  name: string;
  /** What there is to change, each once. */
  prepare(): Promise<string[]>;
  /** Whether it was acknowledged. */
  send(id: string): Promise<boolean>;
  /** A row for each: its id, and in words what became of it. */
  standings: (ids: string[]) => SQL;
  none: string;
  all: string;
}

const idsIn = (ids: string[]) => sql`any(${sql.param(ids)}::uuid[])`;

async function createChanges(world: World, origin: () => string): Promise<Change[]> {
  const reviewer = await createOperatorCaller(world, 'reviewer', origin);
  const editor = await createOperatorCaller(world, 'editor', origin);
  const passwordHash = await argon2.hash(PASSWORD, { memoryCost: 1_024, timeCost: 2, parallelism: 1 });
  return [
    {
      name: 'approvals',
      prepare: () =>
        insertNamedSubmissions(
          world.db,
          Array.from({ length: OF_EACH }, () => ({ name: `Offered ${nextCode}`, gtin: gtinOf(nextCode++) })),
        ),
      send: async (id) => (await reviewer.post(`/submissions/${id}/approve`, {})).status === 200,
      standings: (ids) => sql`
        select s.id, concat_ws(' ', s.status,
          (select count(*) from products where id = s.result_product_id) || ' product',
          (select count(*) from barcodes where gtin14 = s.gtin14) || ' barcode',
          (select count(*) from field_provenance where submission_id = s.id) || ' provenance',
          (select count(*) from search_outbox where product_id = s.result_product_id) || ' mark',
          (select count(*) from audit_log where entity_id = s.id::text) || ' decision',
          (select count(*) from audit_log where after->>'submission_id' = s.id::text) || ' creation') as standing
        from submissions s where s.id = ${idsIn(ids)}`,
      none: 'pending 0 product 0 barcode 0 provenance 0 mark 0 decision 0 creation',
      all: 'approved 1 product 1 barcode 2 provenance 1 mark 1 decision 1 creation',
    },
    {
      name: 'edits',
      async prepare() {
        const untouched = sql`${products.status} = 'active' and ${products.version} = 1
          and not exists (select from audit_log where entity_id = ${products.id}::text)
          and not exists (select from search_outbox where product_id = ${products.id})
          and not exists (select from field_provenance where product_id = ${products.id})`;
        const rows = await world.db
          .select({ id: products.id })
          .from(products)
          .where(untouched)
          .limit(OF_EACH);
        return rows.map(({ id }) => id);
      },
      send: async (id) =>
        (await editor.patch(`/products/${id}`, { version: 1, name: `Edited ${id}` })).status === 200,
      standings: (ids) => sql`
        select p.id, concat_ws(' ', 'version ' || p.version,
          case when p.name = 'Edited ' || p.id then 'new' else 'old' end || ' name',
          (select count(*) from field_provenance where product_id = p.id) || ' provenance',
          (select count(*) from search_outbox where product_id = p.id) || ' mark',
          (select count(*) from audit_log where entity_id = p.id::text) || ' audit') as standing
        from products p where p.id = ${idsIn(ids)}`,
      none: 'version 1 old name 0 provenance 0 mark 0 audit',
      all: 'version 2 new name 1 provenance 1 mark 1 audit',
    },
    {
      name: 'new keys',
      async prepare() {
        const ids = Array.from({ length: OF_EACH }, () => uuidv7());
        await world.db.transaction(async (tx) => {
          await tx
            .insert(accounts)
            .values(ids.map((id) => ({ id, tier: 'registered', email: `${id}@example.org`, passwordHash })));
          for (const id of ids) await issueKey(tx, id, { actor: 'harness' });
        });
        return ids;
      },
      async send(id) {
        const response = await fetch(`${origin()}/api/v1/account/regenerate`, {
          method: 'POST',
          // Each from an address of its own: an address may not ask so often.
          headers: {
            'Content-Type': 'application/json',
            'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.1`,
          },
          body: JSON.stringify({ email: `${id}@example.org`, password: PASSWORD }),
        }).catch(() => undefined);
        return response?.status === 200;
      },
      standings: (ids) => sql`
        select a.id, concat_ws(' ',
          (select count(*) from api_keys where account_id = a.id) || ' keys',
          (select count(*) from api_keys where account_id = a.id and revoked_at is null) || ' active',
          (select count(*) from audit_log where action = 'key.issued' and after->>'account_id' = a.id::text) || ' issued',
          (select count(*) from audit_log where action = 'key.revoked' and after->>'account_id' = a.id::text)
            || ' revoked') as standing
        from accounts a where a.id = ${idsIn(ids)}`,
      none: '1 keys 1 active 1 issued 0 revoked',
      all: '2 keys 1 active 2 issued 1 revoked',
    },
  ];
}

/** Sends each once, a few at a time. */
async function sendAll(change: Change, ids: string[], acknowledged: Set<string>): Promise<void> {
  const queue = [...ids];
  const work = async () => {
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (await change.send(id)) acknowledged.add(id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Postgres ends what the killed process had begun. */
const noneBegun = (world: World) =>
  waitFor('the connections of the killed process to end', async () => {
    const { rows } = await world.db.execute(sql`
      select from pg_stat_activity where application_name in ('factshelf-api', 'factshelf-console')`);
    return rows.length === 0;
  });

async function judge(
  world: World,
  change: Change,
  ids: string[],
  acknowledged: Set<string>,
): Promise<Finding[]> {
  const { rows } = await world.db.execute<{ id: string; standing: string }>(change.standings(ids));
  const half = rows.filter(({ standing }) => standing !== change.none && standing !== change.all);
  const done = rows.filter(({ standing }) => standing === change.all);
  const lost = rows.filter(({ id, standing }) => acknowledged.has(id) && standing !== change.all);
  return [
    exactly(
      `${change.name}: of ${rows.length}, ${done.length} of them done, neither whole nor not at all`,
      'none',
      half[0]?.standing ?? 'none',
    ),
    exactly(`${change.name}: of ${acknowledged.size} acknowledged lost`, 0, lost.length),
  ];
}

export const KILLED_API_SCENARIOS: Scenario[] = [
  {
    id: 'F3',
    title: 'kill -9 of the API while it approves, edits, and issues keys',
    async run(world, rounds) {
      // Marks stay to be counted, and no other process uses connections of the same name.
      await world.converge();
      await Promise.all([world.api.stop(), world.indexer.kill('SIGTERM')]);
      let origin = '';
      const changes = await createChanges(world, () => origin);
      const sent = changes.map((change) => ({
        change,
        ids: [] as string[],
        acknowledged: new Set<string>(),
      }));
      for (let kill = 0; kill < rounds(50, 5); kill++) {
        const api = await world.startApi({ TRUST_PROXY: '1' });
        ({ origin } = api);
        const before = sent.map(({ acknowledged }) => acknowledged.size);
        const sending = sent.map(async ({ change, ids, acknowledged }) => {
          const some = await change.prepare();
          ids.push(...some);
          await sendAll(change, some, acknowledged);
        });
        await waitFor('the first of each', () =>
          sent.every(({ acknowledged }, i) => acknowledged.size > (before[i] ?? 0)),
        );
        await pause(randomInt(LATEST_KILL_MS));
        api.program.kill('SIGKILL');
        await Promise.all([...sending, api.program.ended]);
        await noneBegun(world);
      }
      const findings: Finding[] = [];
      for (const { change, ids, acknowledged } of sent) {
        findings.push(...(await judge(world, change, ids, acknowledged)));
      }
      world.api = await world.startApi();
      await world.replaceIndexer();
      await world.converge();
      return [...findings, ...(await checkIndex(world))];
    },
  },
];
