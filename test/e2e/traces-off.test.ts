import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { startApi } from '../support/servers/started-api.ts';

describe('an API without a collector', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Returns the files that the process loaded and that hold a module of the SDK or an instrumentation. */
  async function listTracingFiles(settings: Record<string, string>): Promise<string[]> {
    const folder = await mkdtemp(path.join(tmpdir(), 'factshelf-loaded-'));
    try {
      const api = await startApi({ DATABASE_URL: database.url, NODE_V8_COVERAGE: folder, ...settings });
      await api.stop();
      const reports = await Promise.all(
        (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')),
      );
      const urls = reports.flatMap((text) =>
        (JSON.parse(text) as { result: { url: string }[] }).result.map(({ url }) => url),
      );
      expect(urls).toContainEqual(expect.stringMatching(/dist\/src\/main\.js$/));
      const files = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
      const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
      // The bundle names the module before its text.
      const isTracing = /^\/\/ .*node_modules\/@opentelemetry\/(sdk|instrumentation|exporter|otlp)/m;
      return files.filter((_, index) => isTracing.test(texts[index] ?? ''));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  it('loads no module of the SDK', async () => {
    expect(await listTracingFiles({})).toEqual([]);
    expect(await listTracingFiles({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_SERVICE_NAME: 'shelf' })).toEqual(
      [],
    );
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    expect(await listTracingFiles({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toEqual([]);
    expect(await listTracingFiles(endpoint)).not.toEqual([]);
  });
});
