import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStamper } from '../../../indexer/changes/stamp-changes.ts';
import { listenForNotifications } from '../../../src/platform/db/notifications/notification-listener.ts';
import { createHttpServer, drainHttpServer, listen } from '../../../src/platform/http/server/http-server.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createChangeFeed } from '../../../src/publish/feed/change-feed.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createAdminCaller } from '../../support/callers/test-admin.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { sendItem } from '../../support/review/test-submissions.ts';
import { createTestApi } from '../../support/test-api.ts';
import { waitFor } from '../../support/wait-for.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const logger = createLogger('test', 'silent');

interface Event {
  type: string;
  data: Record<string, unknown>;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const addressOf = (server: { address(): unknown }) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

test('the example sends what happens, signed, to a receiver on this machine', async () => {
  const changeFeed = createChangeFeed({ db: database.db });
  const listener = listenForNotifications({
    databaseUrl: database.url,
    subscriptions: changeFeed.subscriptions,
    logger,
  });
  const stamper = startStamper({ db: database.db, databaseUrl: database.url, sweepMs: 60_000, logger });
  const api = createTestApi(database, { changeFeed });
  const service = createHttpServer(api.app);
  await listen(service, 0, '127.0.0.1');
  const received: Event[] = [];
  const receiver = createServer((request, response) => {
    const answer = async () => {
      const body = await readText(request);
      const headers = request.headers as Record<string, string>;
      const event = new Webhook(SECRET).verify(body, headers) as Event;
      received.push(event);
      response.end(event.data['challenge']);
    };
    void answer();
  });
  await listen(receiver, 0, '127.0.0.1');
  const { key } = await insertKey(database.db);
  const tried = spawn(process.execPath, ['docs/examples/try-webhooks.mjs', `${addressOf(receiver)}/hooks`], {
    env: {
      PATH: process.env['PATH'],
      FACTSHELF_URL: addressOf(service),
      FACTSHELF_API_KEY: key,
      WEBHOOK_SECRET: SECRET,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const eventsOf = (type: string) => received.filter((event) => event.type === type);
  try {
    await waitFor('the challenge', () => eventsOf('webhook.challenge').length === 1);
    const id = await sendItem(api, key, { gtin: '4006381333931', name: 'Spread' });
    const product = await insertProduct(database.db, { name: 'Spread' });
    await waitFor('a change', () =>
      eventsOf('products.changed').some(({ data }) => (data['products'] as string[]).includes(product)),
    );
    const admin = createAdminCaller(api, (await signInTestOperator(database.db, 'admin')).headers);
    await admin.post(`/submissions/${id}/reject`, { reason: 'no picture' });
    await waitFor('the decision', () => eventsOf('submission.rejected').length === 1);
    expect(eventsOf('submission.rejected')).toMatchObject([{ data: { id, reason: 'no picture' } }]);
    await admin.post(`/submissions/${id}/undo`, {});
    await waitFor('the undo', () => eventsOf('submission.reopened').length === 1);
  } finally {
    tried.kill();
    receiver.close();
    changeFeed.close();
    await stamper.close();
    await listener.close();
    await drainHttpServer(service);
  }
});
