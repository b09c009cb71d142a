import path from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { createPasswordHasher } from '../../../src/accounts/passwords/password-hash.ts';
import { createDb, createPool, type Db } from '../../../src/db/client.ts';
import type { Role } from '../../../src/http/callers/operator.ts';
import { createLogger } from '../../../src/logger.ts';
import { createOperator } from '../../../src/operators/operate-operators.ts';
import { launchBrowser, openBrowserPage, type BrowserPage } from './browser-page.ts';
import { findServerPort } from '../servers/server-port.ts';
import { createDataRoot, listAddresses, readRunning, startFactshelf } from '../servers/started-program.ts';
import { waitFor } from '../wait-for.ts';

export const PASSWORD = 'correct horse battery';

export interface ConsoleStack {
  origin: string;
  db: Db;
  /** A page of a browser of its own, on which nobody is signed in. */
  openPage: (options?: BrowserContextOptions) => Promise<BrowserPage>;
  /** The same with an operator of the role signed in, at a page of the console. */
  signIn: (role: Role, address: string, options?: BrowserContextOptions) => Promise<BrowserPage>;
  stop: () => Promise<void>;
}

/** All of `npm start` with one operator of each role, and a browser. */
export async function startConsoleStack(): Promise<ConsoleStack> {
  const root = await createDataRoot();
  const dataDir = path.join(root.path, 'data');
  const port = await findServerPort();
  const origin = `http://127.0.0.1:${port}`;
  const program = startFactshelf(dataDir, port);
  await listAddresses(program);
  const logger = createLogger('test', 'silent');
  const { DATABASE_URL: url } = await readRunning(dataDir);
  const pool = createPool({ url, applicationName: 'console-test', logger, statementTimeoutMs: 10_000 });
  const db = createDb(pool);
  // A start that takes long on a busy machine says that all is there before its index holds everything.
  await waitFor('an index of all', async () => {
    const { rows } = await pool.query('SELECT FROM search_outbox LIMIT 1');
    return rows.length === 0;
  });
  const passwords = createPasswordHasher();
  for (const role of ['reviewer', 'editor', 'admin'] as const) {
    const given = { email: emailOf(role), role, password: PASSWORD };
    await createOperator({ db, passwords }, given, { actor: 'test' });
  }
  const browser = await launchBrowser();
  const openPage = (options: BrowserContextOptions = {}) => openBrowserPage(browser, origin, options);
  return {
    origin,
    db,
    openPage,
    signIn: async (role, address, options) => {
      const opened = await openPage(options);
      await opened.page.goto(`/console${address}`);
      await fillSignIn(opened.page, role);
      await opened.page.getByRole('navigation', { name: 'Areas' }).waitFor();
      return opened;
    },
    stop: async () => {
      await browser.close();
      await pool.end();
      program.kill('SIGTERM');
      await program.ended;
      await root.remove();
    },
  };
}

export function emailOf(role: Role): string {
  return `${role}@example.org`;
}

export async function fillSignIn(page: Page, role: Role, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(emailOf(role));
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
