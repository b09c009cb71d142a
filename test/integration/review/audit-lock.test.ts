import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveAuditEntry } from '../../../src/platform/audit/audit-store.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { submitFacts } from '../../support/review/test-submissions.ts';
import { waitFor } from '../../support/wait-for.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
afterAll(() => desk.database.drop());

const isAnyWaiting = async () =>
  (
    await desk.database.db.execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  ).rows.length > 0;

test('an approval that waits for a picture holds up no other change with an audit row', async () => {
  const { db } = desk.database;
  const id = await submitFacts(desk.api, { name: 'With a picture' });
  await db.execute(sql`
    insert into submission_pictures (id, submission_id, role, upload_sha256, sha256, likeness, url, width, height, byte_size)
    values (gen_random_uuid(), ${id}, 'front', sha256(${id}::bytea), sha256(${id}::bytea), 0, 'https://a.test/1.webp',
      800, 800, 1000)`);
  let approval: Promise<unknown> | undefined;
  await db.transaction(async (holder) => {
    await holder.execute(sql`select from submission_pictures where submission_id = ${id} for update`);
    approval = desk.approve(id);
    await waitFor('the approval waits', isAnyWaiting);
    await db.transaction(async (other) => {
      await other.execute(sql`set local lock_timeout = '500ms'`);
      await saveAuditEntry(other, { actor: 'test' }, { action: 'test.written' });
    });
  });
  expect(await approval).toHaveProperty('status', 200);
});
