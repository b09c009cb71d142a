import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Db } from '../../../src/platform/db/client.ts';
import type { Role } from '../../../src/platform/http/callers/operator.ts';
import { emailOf, findConsoleOperator, PASSWORD } from '../callers/console-operators.ts';
import { beginSession } from '../callers/test-operator.ts';
import { openBrowserPage, type BrowserPage } from './browser-page.ts';

/** A console that is served somewhere, and the database behind it. */
export interface ServedConsole {
  origin: string;
  db: Db;
  browser: Browser;
}

/** A page in a context of its own, with the session of an operator, that is nowhere yet. */
export async function openSignedIn(
  { origin, db, browser }: ServedConsole,
  role: Role,
  options: BrowserContextOptions = {},
): Promise<BrowserPage> {
  const opened = await openBrowserPage(browser, origin, options);
  const { Cookie } = await beginSession(db, await findConsoleOperator(db, role));
  const [name = '', value = ''] = Cookie.split('=');
  // Bound to its host, as the service sends it.
  const { hostname } = new URL(origin);
  await opened.page
    .context()
    .addCookies([
      { name, value, url: `https://${hostname}/`, secure: true, httpOnly: true, sameSite: 'Strict' },
    ]);
  return opened;
}

/** Opens a page of the console. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(`/console${address}`);
  await page.getByRole('navigation', { name: 'Areas' }).waitFor();
}

export async function fillSignIn(page: Page, role: Role, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(emailOf(role));
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
