import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmergency } from '../../src/access/operators/emergency/operate-emergencies.ts';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { listSeriousFaults } from '../support/browser/page-faults.ts';
import { emailOf, findConsoleOperator } from '../support/callers/console-operators.ts';
import { startOidcProvider, type TestProvider } from '../support/oidc/test-provider.ts';
import { findServerPort } from '../support/servers/server-port.ts';

describe('the sign-in at a provider', () => {
  let stack: ConsoleStack;
  let provider: TestProvider;
  beforeAll(async () => {
    const port = await findServerPort();
    provider = await startOidcProvider(`http://127.0.0.1:${port}`);
    provider.people.set('ada', { email: 'ada@example.org', groups: ['shelf-admins'] });
    provider.people.set('eve', { email: 'eve@example.org', groups: ['staff'] });
    const signIn = { oidc: provider.client(), isPasswordOff: true };
    stack = await startConsoleStack({ hasIndex: false, port, signIn });
  });
  afterAll(async () => {
    await stack.stop();
    await provider.stop();
  });

  const button = (page: Page) => page.getByRole('link', { name: 'Sign in with Example ID' });
  const areas = (page: Page) => page.getByRole('navigation', { name: 'Areas' });
  async function signInThere(page: Page, login: string): Promise<void> {
    await page.getByPlaceholder('Enter any login').fill(login);
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  it('leads back to the page that was opened, and a sign-out leads to that of the provider', async () => {
    const { page, complaints } = await stack.openPage();
    await page.goto('/console/operators');
    await button(page).waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    expect(await listSeriousFaults(page)).toEqual([]);
    await button(page).click();
    await signInThere(page, 'ada');
    await areas(page).waitFor();
    expect(page.url()).toBe(`${stack.origin}/console/operators`);
    await page.getByRole('cell', { name: /^ada@example\.org/ }).waitFor();
    expect(await page.getByRole('button', { name: 'New operator' }).count()).toBe(0);
    await page.goto('/console/me');
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    expect(await page.getByLabel('Password now').count()).toBe(0);
    expect(complaints).toEqual([]);

    await page.getByRole('button', { name: 'ada@example.org' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await button(page).waitFor();
    expect(page.url()).toBe(`${stack.origin}/console`);
  });

  it('continues a page whose session has ended, beside it', async () => {
    const { page } = await stack.openPage();
    await page.goto('/console/operators');
    await button(page).click();
    await signInThere(page, 'ada');
    await areas(page).waitFor();
    await stack.db.execute(sql`delete from operator_sessions`);
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByRole('button', { name: 'Go on' }).click();
    await ended.getByRole('alert').waitFor();
    const opened = page.waitForEvent('popup');
    await ended.getByRole('link', { name: 'Sign in with Example ID' }).click();
    await areas(await opened).waitFor();
    await ended.getByRole('button', { name: 'Go on' }).click();
    await ended.waitFor({ state: 'detached' });
  });

  it('says to a person without a role what is missing, and leads back', async () => {
    const { page, complaints } = await stack.openPage();
    await page.goto('/console');
    await button(page).click();
    await signInThere(page, 'eve');
    await page.getByText('Your account at the provider has no role here.').waitFor();
    expect(await listSeriousFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.getByRole('link', { name: 'Console' }).click();
    await button(page).waitFor();
  });

  it('is not needed with an emergency code', async () => {
    const id = await findConsoleOperator(stack.db, 'editor');
    const code = await openEmergency(stack.db, id, new Date(Date.now() + 60_000), { actor: 'cli' });
    const { page, complaints } = await stack.openPage();
    await page.goto('/console');
    await page.getByRole('button', { name: 'Emergency code' }).click();
    const field = page.getByRole('textbox', { name: 'Emergency code' });
    await field.fill('another');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await field.fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await areas(page).waitFor();
    await page.getByRole('button', { name: emailOf('editor') }).waitFor();
    expect(complaints).toEqual([]);
  });
});
