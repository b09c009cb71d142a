import { afterAll, beforeAll, expect, it } from 'vitest';
import { findServerPort } from '../support/servers/server-port.ts';
import { startApi, type StartedApi } from '../support/servers/started-api.ts';
import { waitFor } from '../support/wait-for.ts';

let api: StartedApi;
beforeAll(async () => {
  const port = await findServerPort();
  api = await startApi({ DATABASE_URL: `postgres://reader:secret@127.0.0.1:${port}/facts` });
});
afterAll(() => api.stop());

it('says in one sentence that the database is away, and never the password', async () => {
  const SENTENCE = 'The database cannot be reached';
  await waitFor('the sentence', async () => api.program.output().includes(SENTENCE));
  expect((await api.get('/healthz')).status).toBe(200);
  const lines = api.program.output().trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    expect.stringMatching(
      /^The database cannot be reached \(connect ECONNREFUSED 127\.0\.0\.1:\d+\): check DATABASE_URL and that the server runs\. /,
    ),
  ]);
  expect(api.program.output()).not.toContain('secret');
});
