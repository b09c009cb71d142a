import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditListEntry } from '../../../../src/platform/audit/audit-contract.ts';
import { openAuditDesk, ROWS, type AuditDesk } from '../../../support/callers/audit-desk.ts';
import { expectAdminError } from '../../../support/callers/test-admin.ts';

let desk: AuditDesk;
beforeAll(async () => {
  desk = await openAuditDesk();
});
afterAll(() => desk.database.drop());

describe('the list', () => {
  const list = async (filter = '') => {
    const response = await desk.call.get(`/audit?size=100${filter}`);
    expect(response.status, response.text).toBe(200);
    return response.body as { items: AuditListEntry[]; total: number };
  };

  it('has the newest first, with who it was and what changed', async () => {
    const { items, total } = await list();
    expect(total).toBe(ROWS);
    expect(items.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, i) => ROWS - i));
    const [entry] = (await list('&entity_id=thing-2')).items;
    expect(entry).toEqual({
      seq: expect.any(Number),
      at: expect.any(String),
      actor: `operator:${desk.admin.id}`,
      actor_email: desk.admin.email,
      action: 'thing.removed',
      entity: 'thing',
      entity_id: 'thing-2',
      subject: { name: 'later', owner: null },
      before: { name: 'Nom nº 2', list: [2, 1.5, true] },
      after: { name: 'later', deep: { text: '"quoted"' } },
      request_id: 'request-2',
      erased: false,
    });
    expect((await list('&actor=cli')).items[0]?.actor_email).toBeNull();
  });

  it('is filtered by actor, by his e-mail, by action, entity, id and time', async () => {
    const all = (await list()).items;
    for (const filter of [`&actor=operator:${desk.admin.id}`, `&actor=${desk.admin.email.toUpperCase()}`]) {
      const { total, items } = await list(filter);
      expect([total, new Set(items.map(({ actor }) => actor))]).toEqual([
        ROWS / 2,
        new Set([`operator:${desk.admin.id}`]),
      ]);
    }
    expect((await list('&actor=nobody@example.org')).total).toBe(0);
    expect((await list('&action=thing.made')).total).toBe(67);
    expect((await list('&entity=thing&entity_id=thing-7&actor=cli')).total).toBe(1);
    expect((await list('&entity=product')).total).toBe(0);
    const middle = all[50]?.at ?? '';
    const since = await list(`&from=${middle}`);
    const until = await list(`&to=${middle}`);
    expect(since.total + until.total).toBe(ROWS);
    expect(since.items.every(({ at }) => at >= middle)).toBe(true);
    expect(until.items.every(({ at }) => at < middle)).toBe(true);
  });

  it.each([
    'from=yesterday',
    'to=2026-02-30T00:00:00Z',
    'from=0000-01-01T00:00:00Z',
    'to=9999-12-31T23:59:59-14:00',
    'actor=%00',
    'size=0',
    `action=${'x'.repeat(255)}`,
  ])('does not take %s', async (filter) =>
    expectAdminError(await desk.call.get(`/audit?${filter}`), 400, 'invalid_parameter'),
  );
});
