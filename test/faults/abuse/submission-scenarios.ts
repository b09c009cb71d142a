import path from 'node:path';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { ensureCategory } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { submittedBody } from '../../support/review/hostile-submissions.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createOperatorCaller } from '../load/operator-caller.ts';
import { atLeast, atMost, exactly, pause, type Scenario } from '../scenario.ts';

interface Conflicts {
  error?: { code: string; details?: { fields?: { field: string }[] } };
}

/** What a stranger submits on purpose. */
export const SUBMISSION_ABUSE_SCENARIOS: Scenario[] = [
  {
    id: 'A3',
    title: 'a stranger submits what is hostile and yet taken: every submission is opened and decided',
    async run(world, rounds) {
      // Each submission comes from an address of its own: their limit is not what is tried here.
      const api = await world.startApi({ TRUST_PROXY: '1' });
      await ensureCategory(world.db, 'food/juices');
      const { rows: products } = await world.pool.query<{ id: string; gtin14: string }>(
        'select p.id, b.gtin14 from products p join barcodes b on b.product_id = p.id order by p.id limit 20',
      );
      const bodies = submittedBody({
        gtins: [...products.map(({ gtin14 }) => gtin14), gtinOf(810_000), gtinOf(810_001)],
        productIds: products.map(({ id }) => id),
        categories: ['food', 'juices'],
      });
      const wanted = rounds(500, 200);
      const samples = fc.sample(bodies, wanted * 40);
      // Making them takes seconds, in which the API would end a connection of before.
      const reviewer = await createOperatorCaller(world, 'reviewer', () => api.origin);
      const ids: string[] = [];
      const failed: string[] = [];
      const note = (what: string, answer: { status: number }) => {
        failed.push(`${what} ${answer.status}`);
      };
      let sent = 0;
      for (const body of samples) {
        if (ids.length === wanted) break;
        const response = await fetch(`${api.origin}/api/public/submissions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf((sent += 1)) },
          body: JSON.stringify(body),
        });
        const answer = (await response.json()) as { id: string };
        if (response.status === 201) ids.push(answer.id);
        if (response.status >= 500 || response.status === 429) note('submission', response);
      }
      let approved = 0;
      let rejected = 0;
      for (const id of ids) {
        for (const route of [`/submissions/${id}`, '/submissions/next', '/submissions?size=100']) {
          const shown = await reviewer.get(route);
          if (shown.status !== 200) note('read', shown);
        }
        let answer = await reviewer.post(`/submissions/${id}/approve`, {});
        const { error } = answer.body as Conflicts;
        if (error?.code === 'decision_required') {
          const decisions = Object.fromEntries(
            (error.details?.fields ?? []).map(({ field }) => [field, 'keep']),
          );
          answer = await reviewer.post(`/submissions/${id}/approve`, { decisions });
        }
        if (answer.status === 200) {
          approved += 1;
          continue;
        }
        if (answer.status >= 500 || answer.status === 0) note('approval', answer);
        const rejection = await reviewer.post(`/submissions/${id}/reject`, { reason: 'Not usable' });
        if (rejection.status === 200) rejected += 1;
        else note('rejection', rejection);
      }
      await world.converge();
      return [
        atLeast(`hostile submissions taken, of ${sent}`, wanted, ids.length, 'submissions'),
        exactly('answers of 5xx, or other than 200 to a reading or a rejection', 'none', summarize(failed)),
        exactly(`decided: ${approved} approved, ${rejected} rejected`, ids.length, approved + rejected),
      ];
    },
  },
  {
    id: 'A15',
    title: 'three addresses send pictures of 1 by 49,999,999 pixels while others send theirs',
    async run(world) {
      await ensureCategory(world.db, 'food/juices');
      const api = await world.startApi({ TRUST_PROXY: '1', IMAGE_DIR: path.join(world.root, 'images') });
      try {
        const draw = (width: number, height: number) =>
          sharp({ create: { width, height, channels: 3, background: 'green' }, limitInputPixels: false });
        const tall = await draw(1, 49_999_999).png().toBuffer();
        const photo = await draw(800, 600).jpeg().toBuffer();
        const send = async (address: string, file: Buffer) => {
          const { id, answer_token: token } = await submitFrom(api.origin, address);
          const response = await fetch(`${api.origin}/api/public/submissions/${id}/images`, {
            method: 'POST',
            headers: {
              'X-Forwarded-For': address,
              'X-Answer-Token': token ?? '',
              'Content-Type': 'application/octet-stream',
            },
            body: new Uint8Array(file),
          });
          await response.arrayBuffer();
          return response.status;
        };
        const attackers = { areDone: false };
        const attack = async (address: string) => {
          while (!attackers.areDone) if ((await send(address, tall)) === 429) await pause(1_000);
        };
        const attacks = ['198.51.100.1', '198.51.100.2', '198.51.100.3'].map(attack);
        await pause(1_000);
        const statuses = await Promise.all(
          Array.from({ length: 13 }, async (_, n) => {
            await pause(n * 1_000);
            return await send(`203.0.113.${n}`, photo);
          }),
        );
        attackers.areDone = true;
        await Promise.all(attacks);
        return [
          exactly('pictures of 13 others taken', 13, statuses.filter((status) => status === 201).length),
        ];
      } finally {
        await api.stop();
      }
    },
  },
  {
    id: 'A19',
    title:
      'back-flow that a rule approves opens the door of another rule, and says false prices and look-alike words',
    async run(world) {
      await ensureCategory(world.db, 'food/juices');
      const editor = await createOperatorCaller(world, 'admin', () => world.api.origin);
      const { key, accountId } = await insertKey(world.db, 'partner');
      const switchOn = async (name: string, conditions: object) => {
        const made = await editor.post('/review-rules', { name, conditions, suggestion: 'approve' });
        const { id, version } = made.body as { id: string; version: number };
        await editor.post(`/review-rules/${id}/switch`, { is_automatic: true, version, hourly_cap: 100 });
        return id;
      };
      const send = async (items: object[]) => {
        const response = await fetch(`${world.api.origin}/api/public/backflow`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
          body: JSON.stringify({ items }),
        });
        const { results = [] } = (await response.json()) as { results?: { submission_id: string | null }[] };
        return results.flatMap(({ submission_id: id }) => (id === null ? [] : [id]));
      };
      const countApproved = async (ids: string[]) => {
        const { rows } = await world.pool.query<{ n: number; marks: number }>(
          `select count(*) filter (where status = 'approved')::int as n,
            (select count(*)::int from review_rule_marks) as marks from submissions where id = any($1)`,
          [ids],
        );
        return rows[0] ?? { n: 0, marks: 0 };
      };
      const decided = async (ids: string[]) => {
        await waitFor('the rules to have looked', async () => (await countApproved(ids)).marks === 0, 60_000);
        return (await countApproved(ids)).n;
      };
      const rules = [
        await switchOn('New', { standing: 'new', only_facts: ['name', 'brand', 'barcode'] }),
        await switchOn('Good', { sender_record: 'good' }),
        await switchOn('Small', { account_id: accountId, most_change_percent: 1, without_words: ['casino'] }),
      ];
      const opening = await send(
        Array.from({ length: 15 }, (_, n) => ({
          gtin: gtinOf(830_000 + n),
          name: `Opening ${n}`,
          brand: `Mill ${n}`,
        })),
      );
      const opened = await decided(opening);
      const poisoned = await decided(
        await send(
          Array.from({ length: 40 }, (_, n) => ({
            gtin: gtinOf(831_000 + n),
            name: `Poisoned ${n}`,
            nutriments: { salt_g: 99 },
          })),
        ),
      );
      const masked = await decided(
        await send([{ gtin: gtinOf(832_000), name: 'Win at the cаsіnо', description: 'As told' }]),
      );
      for (const id of rules) await editor.delete(`/review-rules/${id}`);
      return [
        exactly('of 15 harmless ones approved by the first rule', 15, opened),
        exactly('of 40 poisoned ones approved', 0, poisoned),
        exactly('of 1 with a word in look-alike letters approved', 0, masked),
      ];
    },
  },
  {
    id: 'A16',
    title: '500 /64s of one IPv6 /48 fill the review queue, and a contributor of before is among them',
    async run(world) {
      const api = await world.startApi({ TRUST_PROXY: '1' });
      try {
        const editor = await createOperatorCaller(world, 'editor', () => api.origin);
        await ensureCategory(world.db, 'food/juices');
        const good = '2001:db8:a16:ffff::1';
        const { id } = await submitFrom(api.origin, good);
        const approved = await editor.post(`/submissions/${id}/approve`, {});
        const statuses: number[] = [];
        for (let n = 0; n < 500; n += 1)
          statuses.push((await submitFrom(api.origin, `2001:db8:a16:${n.toString(16)}::1`)).status);
        const taken = statuses.filter((status) => status === 201).length;
        return [
          exactly('a first submission is approved', 200, approved.status),
          // They may fall into two minutes.
          atMost('submissions taken of the network, 40 a minute', 80, taken, 'submissions'),
          exactly('submission of the contributor', 201, (await submitFrom(api.origin, good)).status),
        ];
      } finally {
        await api.stop();
      }
    },
  },
];

let submitted = 0;

async function submitFrom(origin: string, address: string) {
  const response = await fetch(`${origin}/api/public/submissions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ name: `Of a stranger ${process.pid} ${(submitted += 1)}`, category: 'juices' }),
  });
  const answer = (await response.json()) as { id?: string; answer_token?: string };
  return { ...answer, status: response.status };
}

function addressOf(n: number): string {
  return `203.${n % 250}.${Math.floor(n / 250) % 250}.${1 + Math.floor(n / 62_500)}`;
}

function summarize(failed: readonly string[]): string {
  return failed.length === 0 ? 'none' : `${failed.length}: ${[...new Set(failed)].join(', ')}`;
}
