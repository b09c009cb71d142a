import { sql } from 'drizzle-orm';
import { insertKey } from '../../support/callers/test-limits.ts';
import { insertOperator, OPERATOR_PASSWORD } from '../../support/callers/test-operator.ts';
import { createOperatorCaller } from '../load/operator-caller.ts';
import { atLeast, atMost, exactly, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';
import { post } from './account-scenarios.ts';

const countRows = async ({ db }: World, table: 'audit_log' | 'operators') =>
  (await db.execute<{ n: number }>(sql.raw(`select count(*)::int as n from ${table}`))).rows[0]?.n ?? 0;
const countOf = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length;

/** What somebody does with a stolen session, with a free key, and with the e-mail of an operator. */
export const ACCESS_SCENARIOS: Scenario[] = [
  {
    id: 'A12',
    title: 'an open session of an admin is used to stay, without his password',
    async run(world) {
      const thief = await createOperatorCaller(world, 'admin', () => world.api.origin);
      const reviewer = await insertOperator(world.db, 'reviewer', {
        totpSecret: Buffer.alloc(20, 1),
        totpConfirmedAt: new Date(),
      });
      const disabled = await insertOperator(world.db, 'admin', { disabledAt: new Date() });
      const before = await countRows(world, 'operators');
      const statuses: number[] = [];
      for (const proof of [{}, { own_password: 'guessed' }]) {
        const made = { email: 'thief@example.org', role: 'admin', password: 'eleven slow rivers', ...proof };
        statuses.push(
          (await thief.post('/operators', made)).status,
          (await thief.patch(`/operators/${reviewer.id}`, { role: 'admin', ...proof })).status,
          (await thief.post(`/operators/${disabled.id}/enable`, proof)).status,
        );
      }
      const { rows } = await world.db.execute<{ n: number }>(sql`
        select count(*)::int as n from operators
        where (id = ${reviewer.id} and role = 'admin') or (id = ${disabled.id} and disabled_at is null)`);
      return [
        exactly('of 6 attempts refused with 400 or 401', 6, countOf(statuses, 400) + countOf(statuses, 401)),
        exactly('operators made', 0, (await countRows(world, 'operators')) - before),
        exactly('operators changed', 0, rows[0]?.n ?? 0),
      ];
    },
  },
  {
    id: 'A13',
    title: 'a free key makes and deletes webhooks 300 times',
    async run(world) {
      const { key } = await insertKey(world.db, 'registered');
      const before = await countRows(world, 'audit_log');
      const send = async (method: string, path: string) =>
        await fetch(`${world.api.origin}/api/v1/webhooks${path}`, {
          method,
          headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
          ...(method === 'POST' && {
            body: JSON.stringify({ url: 'https://shop.example.org/hook', events: ['products.changed'] }),
          }),
        });
      const statuses: number[] = [];
      for (let made = 0; made < 300; made += 1) {
        const created = await send('POST', '');
        statuses.push(created.status);
        const { id } = (await created.json()) as { id?: string };
        if (id !== undefined) await send('DELETE', `/${id}`);
      }
      return [
        atMost('webhooks made in a day', 50, countOf(statuses, 201), 'webhooks'),
        atLeast('refused with 429', 250, countOf(statuses, 429), 'calls'),
        atMost('rows of the audit log', 50, (await countRows(world, 'audit_log')) - before, 'rows'),
      ];
    },
  },
  {
    id: 'A18',
    title: 'a leaked key makes 60 refused webhooks, and its owner replaces it',
    async run(world) {
      const credentials = { email: `leaked-${process.pid}@example.org`, password: 'seven small islands' };
      const { body } = await post(world.api, '/api/v1/register', '203.0.113.18', credentials);
      const headers = { 'X-API-Key': body.api_key ?? '', 'Content-Type': 'application/json' };
      const webhook = JSON.stringify({ url: 'https://127.0.0.1/hook', events: ['products.changed'] });
      const statuses: number[] = [];
      for (let made = 0; made < 60; made += 1)
        statuses.push(
          (await fetch(`${world.api.origin}/api/v1/webhooks`, { method: 'POST', headers, body: webhook }))
            .status,
        );
      const replaced = await post(world.api, '/api/v1/account/regenerate', '203.0.113.19', credentials);
      return [
        exactly('webhooks taken', 0, countOf(statuses, 201)),
        exactly('the owner replaces the key', 200, replaced.status),
        exactly('the leaked key', 401, (await world.api.get('/api/v1/stats', headers)).status),
      ];
    },
  },
  {
    id: 'A14',
    title: 'strangers guess the password of a named operator from 60 addresses',
    async run(world) {
      const api = await world.startApi({ TRUST_PROXY: '1' });
      try {
        const { email } = await insertOperator(world.db);
        const signIn = async (address: string, password = OPERATOR_PASSWORD) =>
          (await post(api, '/api/admin/login', address, { email, password })).status;
        const before = [await signIn('203.0.113.70'), await signIn('203.0.113.71')];
        const rowsBefore = await countRows(world, 'audit_log');
        const statuses: number[] = [];
        for (let n = 0; n < 300; n += 1) statuses.push(await signIn(`198.51.100.${n % 60}`, `guess ${n}`));
        return [
          exactly('the operator signs in', '200 200', before.join(' ')),
          atMost('guesses that were tried', 50, countOf(statuses, 401), 'guesses'),
          atMost('rows of the audit log', 12, (await countRows(world, 'audit_log')) - rowsBefore, 'rows'),
          exactly('the operator signs in where he did before', 200, await signIn('203.0.113.70')),
        ];
      } finally {
        await api.stop();
      }
    },
  },
];
