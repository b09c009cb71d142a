import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions } from 'playwright-core';
import type { AppDependencies } from '../../../src/routes.ts';
import { launchBrowser, openBrowserPage, type BrowserPage } from './browser-page.ts';
import { createTestApi, type TestApi } from '../test-api.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';

/** How the pages for people are looked at: small and large, light and dark. */
export const LOOKS: BrowserContextOptions[] = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
];

export interface PageStack {
  database: TestDatabase;
  api: TestApi;
  origin: string;
  /** A page of a browser of its own, in English unless `locale` says otherwise. */
  openPage: (options?: BrowserContextOptions) => Promise<BrowserPage>;
  stop: () => Promise<void>;
}

/** The application on a database of its own, and a browser that looks at it. */
export async function startPageStack(
  overrides: Partial<AppDependencies> = {},
  created = createTestDatabase(),
): Promise<PageStack> {
  const database = await created;
  const api = createTestApi(database, overrides);
  const server = createServer(api.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launchBrowser();
  return {
    database,
    api,
    origin,
    openPage: (options = {}) => openBrowserPage(browser, origin, { locale: 'en-GB', ...options }),
    async stop() {
      await browser.close();
      server.closeAllConnections();
      server.close();
      await database.drop();
    },
  };
}
