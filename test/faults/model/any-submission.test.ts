import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createHostileDesk, type HostileDesk } from '../../support/review/hostile-desk.ts';
import { backflowItem, storedContent, submittedBody } from '../../support/review/hostile-submissions.ts';
import { insertKey } from '../../support/callers/test-limits.ts';

const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 60);

let hostile: HostileDesk;
let key: string;
beforeAll(async () => {
  hostile = await createHostileDesk();
  ({ key } = await insertKey(hostile.desk.database.db, 'internal'));
});
afterAll(() => hostile.desk.database.drop());

describe('whatever is taken', () => {
  it('as a submission is shown, and can be decided', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(submittedBody(hostile.known), async (body) => {
        const response = await hostile.desk.api.submit('/submissions', body);
        expect(response.status, response.text).toBeLessThan(500);
        if (response.status !== 201) return;
        taken += 1;
        const { id } = response.body as { id: string };
        await hostile.expectShown(id);
        await hostile.decide(id);
      }),
      { numRuns: RUNS * 4 },
    );
    expect(taken).toBeGreaterThan(RUNS / 10);
  });

  it('as back-flow is shown, and can be decided', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(backflowItem(hostile.known), async (item) => {
        const response = await hostile.desk.api.submit('/backflow', { items: [item] }, { 'X-API-Key': key });
        expect(response.status, response.text).toBeLessThan(500);
        const [result] = (response.body as { results: { submission_id: string | null; result: string }[] })
          .results;
        if (result?.result !== 'accepted' || !result.submission_id) return;
        taken += 1;
        await hostile.expectShown(result.submission_id);
        await hostile.decide(result.submission_id);
      }),
      { numRuns: RUNS * 4 },
    );
    expect(taken).toBeGreaterThan(RUNS / 10);
  });
});

describe('whatever is stored', () => {
  it('of any shape is shown, and can be decided', async () => {
    await fc.assert(
      fc.asyncProperty(storedContent, fc.constantFrom(null, `0${gtinOf(1)}`), async (content, gtin14) => {
        const id = await hostile.insertSubmission(content, gtin14);
        await hostile.expectShown(id);
        await hostile.decide(id);
      }),
      { numRuns: RUNS },
    );
  });
});
