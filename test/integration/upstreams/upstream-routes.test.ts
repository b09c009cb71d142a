import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepInStep } from '../../../src/upstream/files/keep-in-step.ts';
import { readUpstreamSettings } from '../../../src/upstream/known-upstreams.ts';
import { measureUpstreams } from '../../../src/upstream/measure-upstreams.ts';
import { listUpstreams } from '../../../src/upstream/upstream-store.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createRegistry } from '../../../src/platform/metrics.ts';
import { findLastAudit } from '../../support/catalogue/stored-rows.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createTestApi } from '../../support/test-api.ts';
import { nightBefore, openUpstreamDesk, type UpstreamDesk } from '../../support/upstreams/upstream-desk.ts';
import { waitFor } from '../../support/wait-for.ts';

let desk: UpstreamDesk;
let admin: AdminCaller;
const settings = () => readUpstreamSettings(readConfig(desk.environment));

beforeAll(async () => {
  desk = await openUpstreamDesk();
  const { database } = desk.catalogue;
  const api = createTestApi(database, { upstreams: settings() });
  admin = createAdminCaller(api, (await signInTestOperator(database.db, 'admin')).headers);
  desk.server.modified = new Date(nightBefore(1) * 1_000);
  desk.server.setWhole([{ code: gtinOf(1), product_name: 'Oats' }, { code: gtinOf(2) }]);
  desk.server.addDelta(nightBefore(3), nightBefore(0), [{ code: gtinOf(1), product_name: 'Oats again' }]);
});
afterAll(() => desk.remove());

interface Listed {
  is_running: boolean;
  items: Record<string, unknown>[];
  runs: Record<string, unknown>[];
}
const list = async () => (await admin.get('/upstreams')).body as Listed;
const food = async () => (await list()).items.find(({ source }) => source === 'open_food_facts');

it('the service runs what is due by itself, and tells how far it is', async () => {
  expect(await food()).toMatchObject({ is_on: true, position: null, in_step_at: null, whole_days: 7 });
  const { db, url } = desk.catalogue.database;
  Object.assign(process.env, desk.environment);
  const keepers = [1, 2].map(() =>
    keepInStep({
      db,
      databaseUrl: url,
      settings: settings(),
      logger: createLogger('test', 'silent'),
      lookEveryMs: 20,
    }),
  );
  try {
    await waitFor('the source in step', async () => typeof (await food())?.['in_step_at'] === 'string');
  } finally {
    await Promise.all(keepers.map((keeper) => keeper.close()));
    for (const name of Object.keys(desk.environment)) delete process.env[name];
  }
  const { is_running, runs } = await list();
  expect(is_running).toBe(false);
  expect(runs).toMatchObject([
    { kind: 'delta', state: 'done', rows: 1, saved: 1, refused: {}, error: null },
    { kind: 'whole', state: 'done', rows: 2, saved: 1, refused: { no_name: 1 } },
  ]);
  expect((await desk.catalogue.findProduct(gtinOf(1)))?.['name']).toBe('Oats again');

  const registry = createRegistry();
  measureUpstreams(registry, () => listUpstreams(db, settings()));
  expect(await registry.metrics()).toMatch(/^factshelf_source_age_seconds\{source="open_food_facts"\} \d/m);
});

it('an admin switches a source on and off, and asks for a run, each with an audit row', async () => {
  const { db } = desk.catalogue.database;
  expect((await admin.patch('/upstreams/usda', { is_on: true, whole_days: 30 })).body).toMatchObject({
    source: 'usda',
    is_on: true,
    whole_days: 30,
  });
  expect(await findLastAudit(db)).toMatchObject({ action: 'upstream.changed', entityId: 'usda' });
  expect((await admin.post('/upstreams/usda/runs', { kind: 'whole' })).body).toMatchObject({
    requested: 'whole',
  });
  expect(await findLastAudit(db)).toMatchObject({ action: 'upstream.requested', after: { kind: 'whole' } });
  await admin.patch('/upstreams/usda', { is_on: null, whole_days: null });
  expectAdminError(await admin.post('/upstreams/usda/runs', { kind: 'missing' }), 409, 'invalid_state');
  await admin.patch('/upstreams/open_food_facts', { is_on: false });
  expect(await food()).toMatchObject({ is_on: false });
});

it('an address at a host that is not allowed is refused', async () => {
  const change = (address: string) => admin.patch('/upstreams/open_food_facts', { address });
  expectAdminError(await change('https://evil.example/data/'), 400, 'validation_failed');
  expectAdminError(await change('http://169.254.169.254/'), 400, 'validation_failed');
  expectAdminError(await change('file:///etc/passwd'), 400, 'validation_failed');
  expect((await change('https://static.openfoodfacts.org/other/')).status).toBe(200);
  expectAdminError(await admin.patch('/upstreams/nobody', { is_on: true }), 404, 'not_found');
});
