import type { Test } from 'supertest';
import { createLimits } from '../../../src/access/limits/create-limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { TEST_PATIENCE_MS } from '../callers/test-limits.ts';
import { createImportCatalogue, type ImportCatalogue } from '../imports/import-catalogue.ts';
import { createFolderStorage } from '../../../src/review/pictures/storage/folder-storage.ts';
import type { AppDependencies } from '../../../src/routes.ts';
import { createPictureRoot } from '../pictures/test-pictures.ts';
import { createTestApi, type TestApi } from '../test-api.ts';
import { DIALECT_ROWS } from './off-dialect-rows.ts';

/** The host whose root answers like Open Food Facts. */
export const OFF_HOST = 'off.example.org';

export interface OffDesk {
  catalogue: ImportCatalogue;
  api: TestApi;
  /** GET from an address of its own, so that the limits of one do not end the test. */
  read(path: string, headers?: Record<string, string>): Test;
  /** The same with another method. */
  send(method: 'post' | 'patch', path: string, headers?: Record<string, string>): Test;
  close(): Promise<void>;
}

/** The endpoints of Open Food Facts over a catalogue that was imported from rows of theirs. */
export async function createOffDesk(
  rows = DIALECT_ROWS,
  overrides: Partial<AppDependencies> = {},
): Promise<OffDesk> {
  const catalogue = await createImportCatalogue();
  await catalogue.empty();
  await catalogue.run(await catalogue.exports.writeJsonLines('rows.jsonl', rows));
  const limits = await createLimits({
    databaseUrl: catalogue.database.url,
    redisUrl: undefined,
    metrics: createMetrics(),
    logger: createLogger('test', 'silent'),
    patienceMs: TEST_PATIENCE_MS,
    redisPrefix: 'off:',
  });
  const pictures = createPictureRoot();
  const api = createTestApi(catalogue.database, {
    limits: limits.meter,
    offHost: OFF_HOST,
    requestDeadlineMs: 20_000,
    trustProxy: 1,
    pictureStorage: createFolderStorage(pictures.root),
    ...overrides,
  });
  let address = 0;
  const nextAddress = () => `192.0.2.${(address = (address + 1) % 250)}`;
  const request = (method: 'get' | 'post' | 'patch', path: string, headers: Record<string, string> = {}) => {
    const agent = api.request();
    return agent[method](path).set({ 'X-Forwarded-For': nextAddress(), ...headers });
  };
  return {
    catalogue,
    api,
    read: (path, headers) => request('get', path, headers),
    send: request,
    async close() {
      await limits.close();
      await catalogue.remove();
      pictures.remove();
    },
  };
}
