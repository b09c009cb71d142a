import type { Test } from 'supertest';
import { createLimits } from '../../../src/access/limits/create-limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { TEST_PATIENCE_MS } from '../callers/test-limits.ts';
import { createImportCatalogue, type ImportCatalogue } from '../imports/import-catalogue.ts';
import { createTestApi, type TestApi } from '../test-api.ts';
import { DIALECT_ROWS } from './off-dialect-rows.ts';

/** The host whose root answers like Open Food Facts. */
export const OFF_HOST = 'off.example.org';

export interface OffDesk {
  catalogue: ImportCatalogue;
  api: TestApi;
  /** GET from an address of its own, so that the limits of one do not end the test. */
  read(path: string, headers?: Record<string, string>): Test;
  close(): Promise<void>;
}

/** The endpoints of Open Food Facts over a catalogue that was imported from rows of theirs. */
export async function createOffDesk(): Promise<OffDesk> {
  const catalogue = await createImportCatalogue();
  await catalogue.empty();
  await catalogue.run(await catalogue.exports.writeJsonLines('rows.jsonl', DIALECT_ROWS));
  const limits = await createLimits({
    databaseUrl: catalogue.database.url,
    redisUrl: undefined,
    metrics: createMetrics(),
    logger: createLogger('test', 'silent'),
    patienceMs: TEST_PATIENCE_MS,
    redisPrefix: 'off:',
  });
  const api = createTestApi(catalogue.database, {
    limits: limits.meter,
    offHost: OFF_HOST,
    requestDeadlineMs: 20_000,
    trustProxy: 1,
  });
  let address = 0;
  return {
    catalogue,
    api,
    read: (path, headers = {}) =>
      api
        .request()
        .get(path)
        .set({ 'X-Forwarded-For': `192.0.2.${(address = (address + 1) % 250)}`, ...headers }),
    async close() {
      await limits.close();
      await catalogue.remove();
    },
  };
}
