import { createHash } from 'node:crypto';
import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { createBareSearch } from '../../support/search/bare-search.ts';
import { insertRecordedCatalogue } from '../../support/recorded/recorded-catalogue.ts';
import { listRecordedQuestions } from '../../support/recorded/recorded-questions.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';

/**
 * What was answered to a client of the contract before the service could be asked in more ways. A line that changes is a
 * change that every client sees: where that is meant, `npx vitest run -u` on this file records again.
 */
const RECORDING = './recorded-answers.txt';

/** Other at every answer, or a list that grows with what is new. */
const UNRECORDED_HEADERS = new Set(['date', 'access-control-expose-headers', 'connection', 'keep-alive']);
/** More would wait for each other, on a busy machine until the deadline of a read. */
const AT_ONCE = 2;

const metrics = createMetrics();
let database: TestDatabase;
let index: TestIndex | undefined;
const searches: Partial<Record<'postgres' | 'meilisearch', Search>> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertRecordedCatalogue(db);
  searches.postgres = createSearch({
    db,
    metrics,
    logger: createLogger('test', 'error'),
    engine: undefined,
  });
  if (!inject('meilisearch')) return;
  index = startTestIndex(database);
  await index.settled();
  searches.meilisearch = createBareSearch({ db, metrics, index });
});
afterAll(async () => {
  for (const search of Object.values(searches)) search.close();
  await index?.close();
  await database.drop();
});

test('there are 500 questions', () => {
  expect(listRecordedQuestions()).toHaveLength(500);
});

describe.each(inject('meilisearch') ? (['postgres', 'meilisearch'] as const) : (['postgres'] as const))(
  'with the %s engine',
  (engine) => {
    test('500 questions are answered byte for byte as they were recorded', async () => {
      const searchProducts = searches[engine]?.searchProducts;
      if (!searchProducts) throw new Error(`${engine} is not here`);
      const { request } = createTestApi(database, { searchProducts });
      const waiting = [...listRecordedQuestions().entries()];
      const lines: string[] = [];
      const work = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [number, { path, headers }] = next;
          const answer = await request()
            .get(`/api/v1${path}`)
            .set({ 'Accept-Encoding': 'identity', ...headers, 'X-Request-Id': `recorded-${number}` });
          lines[number] = `${hash(answer)} ${answer.status} ${[path, ...Object.values(headers)].join(' ')}`;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(RECORDING);
    });
  },
);

/** Of status, headers and body; the tag is one of the body's bytes, and the length is theirs. */
function hash({ status, headers, text }: Response): string {
  const kept = Object.entries(headers as Record<string, string>)
    .filter(([name]) => !UNRECORDED_HEADERS.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([status, kept, text]))
    .digest('hex')
    .slice(0, 16);
}
