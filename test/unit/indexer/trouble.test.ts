import { Client } from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTrouble } from '../../../indexer/trouble.ts';
import { describeFailure } from '../../../src/embedded/describe-failure.ts';
import { createMeilisearch } from '../../../src/search/engines/meilisearch/meilisearch.ts';

const AWAY = '127.0.0.1:1';

/** What the indexer logs when this fails. */
async function findLogLine(failing: Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const error: unknown = await failing.catch((reason: unknown) => reason);
  createTrouble(logger).report(error);
  return z.object({ msg: z.string() }).parse(JSON.parse(lines[0] ?? '')).msg;
}

test('a server that refuses a connection is named as what it is', async () => {
  const engine = createMeilisearch({ url: `http://${AWAY}`, apiKey: '' }, 1_000);
  expect(await findLogLine(engine.index('products').getStats())).toContain('the search engine is away');
  expect(await findLogLine(new Client(`postgres://${AWAY}/none`).connect())).toContain(
    'the database is away',
  );
});

test('a command does not blame the database for another server that refuses a connection', async () => {
  const error: unknown = await fetch(`http://${AWAY}`).catch((reason: unknown) => reason);
  expect(describeFailure(error)).not.toContain('database');
});
