import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions } from 'playwright-core';
import type { AppDependencies } from '../../../src/routes.ts';
import { launchBrowser, openBrowserPage, type BrowserPage } from './browser-page.ts';
import { createTestApi, type TestApi } from '../test-api.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';

/** How the pages for people are looked at: small and large, light and dark. */
export const LOOKS = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const satisfies BrowserContextOptions[];

/** The browsers that use a form: light and dark with scripts, and a small screen without scripts. */
export const READERS = [
  ...LOOKS.map((look) => ({ ...look, javaScriptEnabled: true })),
  { ...LOOKS[1], javaScriptEnabled: false },
];

export interface PageServer {
  database: TestDatabase;
  api: TestApi;
  origin: string;
  stop: () => Promise<void>;
}

/** The application on a database of its own, with a port. */
export async function startPageServer(
  overrides: Partial<AppDependencies> = {},
  created = createTestDatabase(),
): Promise<PageServer> {
  const database = await created;
  const api = createTestApi(database, overrides);
  const server = createServer(api.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    database,
    api,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await database.drop();
    },
  };
}

export interface PageStack extends PageServer {
  /** A page of a browser of its own, in English unless `locale` says otherwise. */
  openPage: (options?: BrowserContextOptions) => Promise<BrowserPage>;
}

/** The same, and a browser that looks at it. */
export async function startPageStack(...given: Parameters<typeof startPageServer>): Promise<PageStack> {
  const server = await startPageServer(...given);
  const browser = await launchBrowser();
  return {
    ...server,
    openPage: (options = {}) => openBrowserPage(browser, server.origin, { locale: 'en-GB', ...options }),
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}
