import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminTier } from '../../../src/access/tiers/tier-contract.ts';
import { createLimits } from '../../../src/access/limits/create-limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertAccount, TEST_PATIENCE_MS } from '../../support/callers/test-limits.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
let admin: AdminCaller;
let actor: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const { id, headers } = await signInTestOperator(database.db, 'admin');
  admin = createAdminCaller(createTestApi(database), headers);
  actor = `operator:${id}`;
});
afterAll(() => database.drop());

const lastAudit = async () => {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    'SELECT actor, action, entity_id, before, after FROM audit_log ORDER BY seq DESC LIMIT 1',
  );
  return rows[0];
};

describe('a tier', () => {
  const tierOf = async (code: string) => {
    const { items } = (await admin.get('/tiers')).body as { items: AdminTier[] };
    return items.find((item) => item.code === code);
  };

  it('is listed with its figures and how many accounts it has', async () => {
    expect(await tierOf('anonymous')).toEqual({
      code: 'anonymous',
      per_minute: 60,
      cumulative: 1_000,
      backflow_per_day: 0,
      backflow_pending: 0,
      accounts: 0,
    });
    expect(await tierOf('registered')).toMatchObject({ backflow_per_day: 1_000, backflow_pending: 2_000 });
    const before = await tierOf('internal');
    await insertAccount(database.db, 'internal');
    expect(await tierOf('internal')).toEqual({ ...before, accounts: (before?.accounts ?? 0) + 1 });
    expect(before).toMatchObject({ cumulative: null, backflow_per_day: null, backflow_pending: null });
  });

  it('gets other caps of back-flow; those that are left out stay', async () => {
    const { per_minute, cumulative } = (await tierOf('partner'))!;
    const changed = await admin.put('/tiers/partner', { per_minute, cumulative, backflow_pending: 7 });
    expect(changed.body).toMatchObject({ per_minute, backflow_per_day: 50_000, backflow_pending: 7 });
    const audited = { before: { backflow_pending: 50_000 }, after: { backflow_pending: 7 } };
    expect(await lastAudit()).toMatchObject({ action: 'tier.updated', ...audited });
  });

  it('gets other figures, and callers feel them within seconds', async () => {
    const limits = await createLimits({
      databaseUrl: database.url,
      redisUrl: undefined,
      metrics: createMetrics(),
      logger: createLogger('test', 'silent'),
      patienceMs: TEST_PATIENCE_MS,
    });
    try {
      const metered = createTestApi(database, { limits: limits.meter });
      const limitNow = async () => (await metered.get('/stats')).headers['x-ratelimit-limit'];
      expect(await limitNow()).toBe('60');
      const changed = await admin.put('/tiers/anonymous', { per_minute: 61, cumulative: null });
      expect(changed.body).toMatchObject({ code: 'anonymous', per_minute: 61, cumulative: null });
      await waitFor('the new limit', async () => (await limitNow()) === '61');
      expect(await lastAudit()).toEqual({
        actor,
        action: 'tier.updated',
        entity_id: 'anonymous',
        before: { per_minute: 60, cumulative: 1_000 },
        after: { per_minute: 61, cumulative: null },
      });
    } finally {
      await limits.close();
      await database.pool.query(
        "UPDATE tiers SET per_minute = 60, cumulative = 1000 WHERE code = 'anonymous'",
      );
    }
  });

  it.each([
    ['a limit of 0', { per_minute: 0, cumulative: 5 }, 'validation_failed'],
    ['a fraction', { per_minute: 1.5, cumulative: 5 }, 'invalid_request'],
    ['a negative quota', { per_minute: 5, cumulative: -1 }, 'validation_failed'],
    ['a figure that no column holds', { per_minute: 3e9, cumulative: 5 }, 'validation_failed'],
    ['one figure only', { per_minute: 5 }, 'invalid_request'],
    ['text', { per_minute: '5', cumulative: 5 }, 'invalid_request'],
  ])('does not take %s', async (_, body, code) => {
    expectAdminError(await admin.put('/tiers/partner', body), 400, code);
  });

  it.each(['gold', '%00', 'x'.repeat(61)])('that is unknown is 404: %s', async (code) => {
    expectAdminError(await admin.put(`/tiers/${code}`, { per_minute: 5, cumulative: 5 }), 404, 'not_found');
  });
});
