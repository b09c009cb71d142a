import { expect } from 'vitest';
import { createAdminCaller, type AdminCaller } from '../callers/test-admin.ts';
import { signInTestOperator } from '../callers/test-operator.ts';
import { sendItem } from '../review/test-submissions.ts';
import type { Holder, WebhookDesk } from './webhook-desk.ts';

export const DECISIONS = ['submission.approved', 'submission.rejected'];

/** An admin who decides what holders submit. */
export interface WebhookDecisions {
  admin: AdminCaller;
  /** Submits a product that the catalogue does not have, another one each time. Returns the id of the submission. */
  submit: (holder: Holder) => Promise<string>;
  /** Submits one and rejects it. Returns the id of the submission. */
  reject: (holder: Holder, reason?: string) => Promise<string>;
}

export async function createWebhookDecisions({ api, database }: WebhookDesk): Promise<WebhookDecisions> {
  const admin = createAdminCaller(api, (await signInTestOperator(database.db, 'admin')).headers);
  let submitted = 0;
  const submit = async ({ apiKey }: Holder) =>
    await sendItem(api, apiKey, { gtin: newGtin((submitted += 1)), name: `Submission ${submitted}` });
  return {
    admin,
    submit,
    async reject(holder, reason = 'not a product') {
      const id = await submit(holder);
      const answer = await admin.post(`/submissions/${id}/reject`, { reason });
      expect(answer.status, answer.text).toBe(200);
      return id;
    },
  };
}

/** Another one for each count. */
export function newGtin(count: number): string {
  const digits = `40063813${String(count).padStart(4, '0')}`;
  const sum = Array.from(digits).reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
