import type { Page } from 'playwright-core';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../src/platform/db/client.ts';
import { buildCases, type DrillCase } from './drill-cases.ts';
import { insertSubmissions, recordDecisions } from './review-page.ts';
import { waitFor } from '../wait-for.ts';

/** A shorter time on the screen is too short to read. */
const LEAST_SEEN_MS = 200;

export interface DrillReport {
  submissions: number;
  keys: number;
  seconds: number;
  undoKeys: number;
  redoKeys: number;
  /** The least time, in ms, that a submission was on the screen when it was decided. */
  leastSeenMs: number;
  byKind: Record<string, { submissions: number; keys: number }>;
  /** The faults; an empty list passes. */
  faults: string[];
}

/**
 * Decides many submissions of all kinds by keyboard, takes every decision back and decides them again, and compares the
 * database each time. What is on the screen is watched apart from the console's own notion of it.
 */
export async function drillReview(
  db: Db,
  openQueue: () => Promise<Page>,
  submissions: number,
): Promise<DrillReport> {
  const cases = await buildCases(db, submissions);
  const ids = await insertSubmissions(
    db,
    cases.map(({ submission }) => submission),
  );
  const caseOf = new Map(ids.map((id, index) => [id, cases[index] as DrillCase]));
  const page = await openQueue();
  await watch(page);
  const sent = recordDecisions(page);
  const before = await readCatalogue(db);
  const faults: string[] = [];
  const startedAt = performance.now();
  const first = await decideAll(page, db, caseOf);
  const seconds = (performance.now() - startedAt) / 1_000;
  const decided = await readCatalogue(db);
  faults.push(...(await listWrong(db, ids, caseOf)));
  const undoKeys = await undoAll(page, ids);
  if (!isSame(await readCatalogue(db), before))
    faults.push('the catalogue is not as before once all is undone');
  const waiting = await countPending(db, ids);
  if (waiting !== ids.length)
    faults.push(`${ids.length - waiting} submissions are not pending once all is undone`);
  const again = await decideAll(page, db, caseOf);
  faults.push(...(await listWrong(db, ids, caseOf)));
  if (!isSame(await readCatalogue(db), decided))
    faults.push('the catalogue differs when all is decided again');
  const { decisions } = await readWatch(page);
  const count = sent.approved.length + sent.rejected.length;
  if (decisions.length !== count) faults.push(`of ${count} decisions ${decisions.length} were watched`);
  const unseen = decisions.filter(({ shownMs }) => shownMs < LEAST_SEEN_MS);
  faults.push(...unseen.map(({ id, shownMs }) => `${id} was decided after ${shownMs.toFixed(0)} ms`));
  return {
    submissions: ids.length,
    keys: first.keys,
    seconds,
    undoKeys,
    redoKeys: again.keys,
    leastSeenMs: Math.min(...decisions.map(({ shownMs }) => shownMs)),
    byKind: first.byKind,
    faults,
  };
}

/** Decides one submission after the other until none waits. A refused one returns, and counts again. */
async function decideAll(page: Page, db: Db, caseOf: ReadonlyMap<string, DrillCase>) {
  const byKind: DrillReport['byKind'] = {};
  const ids = [...caseOf.keys()];
  for (;;) {
    const id = await waitFor(
      'a submission to decide',
      async () => (await readSeen(page)) ?? ((await countPending(db, ids)) === 0 && 'none'),
      30_000,
    );
    if (id === 'none') break;
    const one = caseOf.get(id);
    if (!one) throw new Error(`a submission of somebody else: ${id}`);
    const count = (byKind[one.kind] ??= { submissions: 0, keys: 0 });
    count.submissions += 1;
    for (const key of one.keys) {
      // A submission that was taken back keeps the choices of its fields.
      if ((key === 'K' || key === 'T') && (await page.locator('[data-undecided]').count()) === 0) continue;
      if (key === 'n' && (await page.getByText('Is it “').count()) === 0) continue;
      if (key === 'a') await page.locator(`[data-submission="${id}"][data-seen=approval]`).waitFor();
      await page.keyboard.press(key);
      count.keys += 1;
    }
  }
  return { keys: Object.values(byKind).reduce((sum, { keys }) => sum + keys, 0), byKind };
}

async function readSeen(page: Page): Promise<string | undefined> {
  const bar = page.locator('[aria-label=Decision][data-seen]');
  return (await bar.count()) === 1 ? ((await bar.getAttribute('data-submission')) ?? undefined) : undefined;
}

/** The keys it took. */
async function undoAll(page: Page, ids: readonly string[]): Promise<number> {
  const left = new Set(ids);
  let keys = 0;
  let last: string | undefined;
  while (left.size > 0) {
    await page.keyboard.press('z');
    keys += 1;
    const id = await waitFor(
      'a submission that is back',
      async () => {
        const shown = await readSeen(page);
        return shown !== undefined && shown !== last && left.has(shown) ? shown : undefined;
      },
      30_000,
    );
    left.delete(id);
    last = id;
  }
  return keys;
}

async function countPending(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM submissions WHERE status = 'pending' AND id IN ${ids}`);
  return rows[0]?.n ?? 0;
}

/** Returns the submissions whose stored result differs from their decision. */
async function listWrong(
  db: Db,
  ids: readonly string[],
  caseOf: ReadonlyMap<string, DrillCase>,
): Promise<string[]> {
  const { rows } = await db.execute<{
    id: string;
    status: string;
    name: string | null;
    attributes: object | null;
  }>(sql`
    SELECT s.id, s.status, p.name, p.attributes FROM submissions s
    LEFT JOIN products p ON p.id = s.result_product_id WHERE s.id IN ${ids}`);
  return rows.flatMap(({ id, status, name, attributes }) => {
    const one = caseOf.get(id);
    const submitted = one?.submission.content['name'];
    const isRight =
      one?.kind === 'hostile'
        ? status === 'rejected'
        : status === 'approved' &&
          (one?.kind === 'addition'
            ? Object.keys(one.submission.content['attributes'] as object).every(
                (key) => key in (attributes ?? {}),
              )
            : one?.keys[0] === 'K'
              ? name !== submitted
              : !['new', 'alike'].includes(one?.kind ?? '') || name === submitted);
    return isRight ? [] : [`${one?.kind} ${id} is ${status} as ${name}`];
  });
}

/** Returns products with barcodes and facts, without versions and times. */
async function readCatalogue(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    SELECT concat_ws('|', p.name, p.status, p.attributes, p.net_content_value, p.net_content_unit,
      p.country_of_origin, p.quality_score, b.name, c.code, f.nutriments,
      (SELECT string_agg(gtin14, ',' ORDER BY gtin14) FROM barcodes WHERE product_id = p.id)) AS line
    FROM products p LEFT JOIN brands b ON b.id = p.brand_id LEFT JOIN categories c ON c.id = p.category_id
    LEFT JOIN food_details f ON f.product_id = p.id ORDER BY 1`);
  return rows.map(({ line }) => line);
}

function isSame(one: string[], other: string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Records what each frame shows, and at each deciding key how long it was shown. */
async function watch(page: Page): Promise<void> {
  // Before the console wraps `fetch`.
  await page.addInitScript(`(() => {
    const watch = (globalThis.drillWatch = { decisions: [] });
    let shown = { id: undefined, since: 0 };
    let pressed;
    const look = () => {
      const id = document.querySelector('[aria-label=Decision]')?.dataset.submission;
      const title = document.querySelector('main h2')?.textContent;
      if (id !== shown.id || title !== shown.title) shown = { id, title, since: performance.now() };
      requestAnimationFrame(look);
    };
    look();
    document.addEventListener('keydown', () => (pressed = { ...shown, at: performance.now() }), true);
    const send = globalThis.fetch;
    globalThis.fetch = (address, ...rest) => {
      const [, id] = /submissions\\/([0-9a-f-]{36})\\/(?:approve|reject)$/.exec(String(address)) ?? [];
      if (id) watch.decisions.push({ id, shownMs: pressed?.id === id ? pressed.at - pressed.since : 0 });
      return send(address, ...rest);
    };
  })()`);
  await page.reload();
}

async function readWatch(page: Page): Promise<{ decisions: { id: string; shownMs: number }[] }> {
  return await page.evaluate('globalThis.drillWatch');
}
