import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { createChangeFeed } from '../../../src/publish/feed/change-feed.ts';
import type { Db } from '../../../src/platform/db/client.ts';
import { listenForNotifications } from '../../../src/platform/db/notifications/notification-listener.ts';
import type { AppDependencies } from '../../../src/routes.ts';
import type { Role } from '../../../src/platform/http/callers/operator.ts';
import { createHttpServer, listen } from '../../../src/platform/http/server/http-server.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createLiveStreams } from '../../../src/access/operators/live/live-streams.ts';
import { createFolderStorage } from '../../../src/review/pictures/storage/folder-storage.ts';
import { startQualityWorker } from '../../../src/quality/recompute/quality-worker.ts';
import { createWakeUpQueue } from '../../../src/platform/job-queue/wake-up-queue.ts';
import { createSearch } from '../../../src/search/create-search.ts';
import { createDemoDatabase } from '../database/demo-database.ts';
import { createPictureRoot } from '../pictures/test-pictures.ts';
import { startTestIndex } from '../search/test-index.ts';
import { createTestApi } from '../test-api.ts';
import { describePage, launchBrowser, openBrowserPage, type BrowserPage } from './browser-page.ts';
import { openSignedIn, visit } from './console-pages.ts';

export interface ConsoleStack {
  origin: string;
  db: Db;
  /** Opens a page in a browser of its own until the test ends, signed out. */
  openPage: (options?: BrowserContextOptions) => Promise<BrowserPage>;
  /** The same with an operator of the role signed in. */
  openSignedIn: (role: Role, options?: BrowserContextOptions) => Promise<BrowserPage>;
  /** The same, at a page of the console. */
  signIn: (role: Role, address: string, options?: BrowserContextOptions) => Promise<BrowserPage>;
  stop: () => Promise<void>;
}

/**
 * The service on a copy of the demonstration catalogue, with an index, live streams and the built console, and one
 * operator of each role; and a browser. `hasIndex: false`: without the index, and nobody takes jobs of the queue. The
 * queue is in `redis`, or in Postgres.
 */
export async function startConsoleStack({
  hasIndex = true,
  port = 0,
  redis,
  signIn = {},
}: {
  hasIndex?: boolean;
  /** Where it listens; any free port unless given. */
  port?: number;
  /** How operators sign in. */
  signIn?: Pick<AppDependencies, 'oidc' | 'isPasswordOff'>;
  redis?: { redisUrl: string; prefix: string } | undefined;
} = {}): Promise<ConsoleStack> {
  const database = await createDemoDatabase();
  const { db, consoleDb, url: databaseUrl } = database;
  const logger = createLogger('test-console', 'silent');
  const index = hasIndex && inject('meilisearch') ? startTestIndex(database) : undefined;
  const metrics = createMetrics();
  const engine = index?.openEngine(undefined, metrics);
  const search = createSearch({ db, metrics, logger, engine });
  const liveStreams = createLiveStreams({ db: consoleDb, logger });
  const changeFeed = createChangeFeed({ db });
  const listener = listenForNotifications({
    databaseUrl,
    subscriptions: [...liveStreams.subscriptions, ...changeFeed.subscriptions],
    logger,
  });
  const wakeUps = createWakeUpQueue({
    redisUrl: undefined,
    databaseUrl,
    ...(index && { prefix: index.indexUid }),
    ...redis,
    logger,
  });
  const qualityWorker = startQualityWorker({ db: consoleDb, logger });
  const pictures = createPictureRoot();
  const { app } = createTestApi(database, {
    searchProducts: search.searchProducts,
    suggest: search.suggest,
    metrics,
    searchIndex: engine,
    liveStreams,
    changeFeed,
    wakeUps,
    pictureStorage: createFolderStorage(pictures.root),
    ...signIn,
  });
  const server = createHttpServer(app);
  await listen(server, port, '127.0.0.1');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launchBrowser();
  await index?.settled();
  const untilTheEnd = (opened: BrowserPage) => {
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') console.error(await describePage(opened));
      await opened.page.context().close();
    });
    return opened;
  };
  const openWithSession = async (role: Role, options?: BrowserContextOptions) =>
    untilTheEnd(await openSignedIn({ origin, db, browser }, role, options));
  return {
    origin,
    db,
    openPage: async (options = {}) => untilTheEnd(await openBrowserPage(browser, origin, options)),
    openSignedIn: openWithSession,
    signIn: async (role, address, options) => {
      const opened = await openWithSession(role, options);
      await visit(opened.page, address);
      return opened;
    },
    stop: async () => {
      await browser.close();
      liveStreams.close();
      changeFeed.close();
      server.closeAllConnections();
      server.close();
      await listener.close();
      search.close();
      await Promise.all([qualityWorker.close(), wakeUps.close(), index?.close()]);
      pictures.remove();
      await database.drop();
    },
  };
}
