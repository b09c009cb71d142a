import * as fc from 'fast-check';
import { ensureCategory } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { submittedBody } from '../../support/review/hostile-submissions.ts';
import { createOperatorCaller } from '../load/operator-caller.ts';
import { atLeast, exactly, type Scenario } from '../scenario.ts';

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
      const reviewer = await createOperatorCaller(world, 'reviewer', () => api.origin);
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
      const ids: string[] = [];
      const failed: string[] = [];
      const note = (what: string, answer: { status: number }) => {
        failed.push(`${what} ${answer.status}`);
      };
      let sent = 0;
      for (const body of fc.sample(bodies, wanted * 40)) {
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
        for (const path of [`/submissions/${id}`, '/submissions/next', '/submissions?size=100']) {
          const shown = await reviewer.get(path);
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
];

function addressOf(n: number): string {
  return `203.${n % 250}.${Math.floor(n / 250) % 250}.${1 + Math.floor(n / 62_500)}`;
}

function summarize(failed: readonly string[]): string {
  return failed.length === 0 ? 'none' : `${failed.length}: ${[...new Set(failed)].join(', ')}`;
}
