import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import {
  createWakeUpQueue,
  createWakeUpWorker,
  type QueueOptions,
  type WakeUpQueue,
} from '../../src/platform/job-queue/wake-up-queue.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createConsoleCaller } from '../support/browser/console-call.ts';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { waitFor } from '../support/wait-for.ts';

const BOARD = '/console/queue-board';

let stack: ConsoleStack;
let options: QueueOptions;
let wakeUps: WakeUpQueue;

const redisUrl = inject('redisUrl');
const BACKENDS = [
  { backend: 'Postgres', redis: undefined },
  ...(redisUrl ? [{ backend: 'Redis', redis: { redisUrl, prefix: `board-${randomUUID()}` } }] : []),
];

/** A worker that fails its first job, and takes the others. */
async function failJob(): Promise<string> {
  let taken = 0;
  const worker = createWakeUpWorker(options, () => {
    taken += 1;
    if (taken === 1) throw new Error('no index today');
  });
  onTestFinished(() => worker.close());
  await wakeUps.wake();
  return await waitFor('a failed job', async () => {
    const [job] = await wakeUps.ask((queue) => queue.getJobs(['failed']));
    return job?.id;
  });
}

const listActions = async () => {
  const { rows } = await stack.db.execute<{ action: string; entity_id: string; actor: string }>(
    sql`select action, entity_id, actor from audit_log where action like 'job.%' or action like 'queue.%' order by seq`,
  );
  return rows;
};

describe.each(BACKENDS)('the board of a queue in $backend', ({ redis }) => {
  beforeAll(async () => {
    stack = await startConsoleStack({ hasIndex: false, redis });
    const { rows } = await stack.db.execute<{ name: string }>(sql`select current_database() as name`);
    const url = new URL(inject('postgresUrl'));
    url.pathname = `/${rows[0]?.name}`;
    options = {
      databaseUrl: url.href,
      redisUrl: undefined,
      ...redis,
      logger: createLogger('test', 'silent'),
    };
    wakeUps = createWakeUpQueue(options);
  });
  afterAll(async () => {
    await wakeUps.close();
    await stack.stop();
  });

  test('an admin finds a failed job from the console and retries it, which is in the audit log', async () => {
    const id = await failJob();
    const { page, complaints } = await stack.signIn('admin', '/operations');
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(stack.origin) && !request.url().startsWith('data:'))
        foreign.push(request.url());
    });
    await page.getByRole('link', { name: 'Jobs of the queue' }).click();
    await page.getByRole('link', { name: 'index-sync' }).first().click();
    await page
      .getByRole('link', { name: /failed/i })
      .first()
      .click();
    await page.getByText('no index today').first().waitFor();
    // Its buttons have their names as tooltips alone.
    const retry = page.locator('ul[class*=jobActions] button').first();
    await retry.hover();
    await page.getByText('Retry', { exact: true }).waitFor();
    await retry.click();
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Confirm' }).click();
    expect((await answered).status()).toBe(204);
    await waitFor('the job to be done', () =>
      wakeUps.ask(async (queue) => (await queue.getJob(id))?.isCompleted()),
    );
    await waitFor('the audit row', async () => (await listActions()).length > 0);
    expect(await listActions()).toEqual([
      { action: 'job.retried', entity_id: id, actor: expect.stringMatching(/^operator:/) },
    ]);
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.each(['reviewer', 'editor'] as const)('the board is not for a %s', async (role) => {
    const { page } = await stack.signIn(role, '/review');
    const answer = await page.goto(`${stack.origin}${BOARD}/`);
    expect(answer?.status()).toBe(403);
    const { headers } = await createConsoleCaller(stack, role);
    for (const path of ['/api/queues', '/static/css/none.css'])
      expect((await fetch(`${stack.origin}${BOARD}${path}`, { headers })).status).toBe(403);
    const put = await fetch(`${stack.origin}${BOARD}/api/queues/index-sync/pause`, {
      method: 'PUT',
      headers,
    });
    expect(put.status).toBe(403);
  });

  test('nor for a stranger, nor for a page of another site, nor without the token of the session', async () => {
    expect((await fetch(`${stack.origin}${BOARD}/`)).status).toBe(401);
    const { headers } = await createConsoleCaller(stack, 'admin');
    const { 'X-CSRF-Token': token, ...others } = headers as Record<string, string>;
    const pause = async (more: Record<string, string>) => {
      const url = `${stack.origin}${BOARD}/api/queues/index-sync/pause`;
      return (await fetch(url, { method: 'PUT', headers: { ...others, ...more } })).status;
    };
    expect(await pause({})).toBe(403);
    expect(await pause({ 'X-XSRF-TOKEN': 'x' })).toBe(403);
    expect(await pause({ 'X-XSRF-TOKEN': token ?? '', Origin: 'https://other.example' })).toBe(403);
    expect(await pause({ 'X-XSRF-TOKEN': token ?? '' })).toBe(200);
    expect((await listActions()).at(-1)).toMatchObject({ action: 'queue.paused', entity_id: 'index-sync' });
    await wakeUps.ask((queue) => queue.resume());
  });
});
