import { sql } from 'drizzle-orm';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import {
  addAtOnce,
  decideAtOnce,
  editAtOnce,
  promoteAtOnce,
  SPELLINGS,
  type RaceAnswer,
} from '../../support/callers/race-requests.ts';
import { insertNamedSubmissions } from '../../support/review/test-submissions.ts';
import { createOperatorCaller } from '../load/operator-caller.ts';
import { checkIndex } from '../indexer/indexer-scenarios.ts';
import { exactly, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

const OPERATORS = 50;
/** Codes that no other scenario gives. */
let nextCode = 700_000;

const countWhere = async (world: World, from: ReturnType<typeof sql>): Promise<number> =>
  (await world.db.execute<{ n: number }>(sql`select count(*)::int as n from ${from}`)).rows[0]?.n ?? 0;

/** How often each status came: `200 x1, 409 x99`. */
function describeStatuses(answers: RaceAnswer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status} x${count}`)
    .join(', ');
}

const editorOf = (world: World) => createOperatorCaller(world, 'editor', () => world.api.origin);

/** What many operators do to one thing in the same moment. */
export const RACE_SCENARIOS: Scenario[] = [
  {
    id: 'F33',
    title: '50 approvals and 50 rejections of one submission at once',
    async run(world, rounds) {
      const total = rounds(200, 10);
      const callers = await Promise.all(
        Array.from({ length: OPERATORS }, () =>
          createOperatorCaller(world, 'reviewer', () => world.api.origin),
        ),
      );
      const before = await countWhere(world, sql`products`);
      const statuses = new Set<string>();
      let approved = 0;
      let decisions = 0;
      for (let round = 1; round <= total; round++) {
        const [id = ''] = await insertNamedSubmissions(world.db, [
          { name: `Raced ${round}`, gtin: gtinOf(nextCode++) },
        ]);
        statuses.add(describeStatuses(await decideAtOnce(callers, id)));
        decisions += await countWhere(world, sql`audit_log where entity_id = ${id}`);
        approved += await countWhere(world, sql`submissions where id = ${id} and status = 'approved'`);
      }
      const made = (await countWhere(world, sql`products`)) - before;
      await world.converge();
      return [
        exactly(`answers in each of ${total} rounds`, '200 x1, 409 x99', [...statuses].join('; ')),
        exactly('decisions in the audit log', total, decisions),
        exactly(`products made by ${approved} approvals`, approved, made),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F34',
    title: 'one code, spelled with 8, 12, 13 and 14 digits, for 50 products at once',
    async run(world) {
      const editor = await editorOf(world);
      const ids = await Promise.all(
        Array.from({ length: 50 }, (_, n) => insertProduct(world.db, { name: `Racer ${n}` })),
      );
      const statuses = new Set<string>();
      let stored = 0;
      for (const spellings of SPELLINGS) {
        statuses.add(describeStatuses(await addAtOnce(editor, ids, spellings)));
        stored += await countWhere(world, sql`barcodes where gtin14 = ${spellings.at(-1)}`);
      }
      await world.converge();
      return [
        exactly(`answers for each of ${SPELLINGS.length} codes`, '201 x1, 409 x49', [...statuses].join('; ')),
        exactly('stored, with 14 digits', SPELLINGS.length, stored),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F35',
    title: 'sixty times another barcode is made the primary one, while that is removed',
    async run(world, rounds) {
      const editor = await editorOf(world);
      const total = rounds(20, 4);
      let failed = 0;
      let wrong = 0;
      for (let round = 0; round < total; round++) {
        const gtins = Array.from({ length: 6 }, () => gtinOf(nextCode++));
        const id = await insertProduct(world.db, { name: `Promoted ${round}`, gtins });
        const answers = await promoteAtOnce(editor, id, gtins);
        failed += answers.filter(({ status }) => status !== 200 && status !== 404).length;
        const all = await countWhere(world, sql`barcodes where product_id = ${id}`);
        const primary = await countWhere(world, sql`barcodes where product_id = ${id} and is_primary`);
        if (all !== gtins.length - 1 || primary !== 1) wrong += 1;
      }
      await world.converge();
      return [
        exactly(`of ${61 * total} requests neither 200 nor 404`, 0, failed),
        exactly('products left without exactly one primary barcode', 0, wrong),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F36',
    title: 'two edits from one version at once',
    async run(world, rounds) {
      const editor = await editorOf(world);
      const total = rounds(200, 20);
      const outcomes = new Set<string>();
      let lost = 0;
      for (let round = 0; round < total; round++) {
        const id = await insertProduct(world.db, { name: 'Oats' });
        const [winner, loser] = await editAtOnce(editor, id);
        const code = (loser?.body as { error?: { code?: string } } | undefined)?.error?.code;
        outcomes.add(`${winner?.status}, ${loser?.status} ${code}`);
        const said = winner?.body as { name: string; country_of_origin: string | null };
        // The product equals the answer to the winner.
        const kept = sql`products where id = ${id} and version = 2 and name = ${said.name}
          and country_of_origin is not distinct from ${said.country_of_origin}`;
        if ((await countWhere(world, kept)) !== 1) lost += 1;
      }
      await world.converge();
      return [
        exactly(`answers in each of ${total} rounds`, '200, 409 version_conflict', [...outcomes].join('; ')),
        exactly('products that differ from the answer to the winner', 0, lost),
        ...(await checkIndex(world)),
      ];
    },
  },
];
