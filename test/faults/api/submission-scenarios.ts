import { sql } from 'drizzle-orm';
import { gtinOf } from '../../support/imports/export-file.ts';
import { exactly, type Scenario } from '../scenario.ts';

interface Answer {
  accepted: number;
  duplicate: number;
  invalid: number;
  results: { index: number; result: string }[];
}

export const SUBMISSION_API_SCENARIOS: Scenario[] = [
  {
    id: 'F46',
    title: 'back-flow of one code twice in a batch, and in 20 batches at once',
    async run(world, rounds) {
      const total = rounds(20, 5);
      let pending = 0;
      let wrong = 0;
      for (let round = 0; round < total; round++) {
        const gtin = gtinOf(900_000 + Math.floor(Math.random() * 90_000));
        const items = [
          { gtin, name: 'Offered' },
          { gtin: '3017620422004', name: 'Wrong check digit' },
          { gtin: `0${gtin}`, name: 'Offered again' },
        ];
        const answers = await Promise.all(
          Array.from({ length: 20 }, async () => {
            const response = await fetch(`${world.api.origin}/api/public/backflow`, {
              method: 'POST',
              headers: { ...world.headers, 'content-type': 'application/json' },
              body: JSON.stringify({ items }),
            });
            return response.status === 200 ? ((await response.json()) as Answer) : undefined;
          }),
        );
        const accepted = answers.reduce((sum, answer) => sum + (answer?.accepted ?? 0), 0);
        const isInOrder = answers.every(
          (answer) => answer?.results.map(({ index }) => index).join() === '0,1,2',
        );
        const isInvalid = answers.every((answer) => answer?.results[1]?.result === 'invalid');
        if (accepted !== 1 || !isInOrder || !isInvalid) wrong += 1;
        const { rows } = await world.db.execute<{ count: number }>(
          sql`select count(*)::int as count from submissions where status = 'pending' and gtin14 = ${gtin.padStart(14, '0')}`,
        );
        pending += rows[0]?.count ?? 0;
      }
      return [
        exactly(`pending, of ${total} codes`, total, pending),
        exactly('rounds with another answer than one accepted, one invalid, the others duplicates', 0, wrong),
      ];
    },
  },
];
