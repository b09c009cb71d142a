import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

/** Of every step in a browser: a busy machine draws a page in a minute. */
const PATIENCE_MS = 120_000;

export interface BrowserPage {
  page: Page;
  /** Errors of scripts and violations of the page's policy. */
  complaints: string[];
  /** Where the page has been, and the requests that were refused or failed. */
  events: string[];
}

/** Chromium, as tests have it; `args`: switches of the command line besides. */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return await chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    // Root has no sandbox of its own to give.
    args: ['--no-sandbox', ...args],
  });
}

/** A page in a context of its own. */
export async function openBrowserPage(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions,
): Promise<BrowserPage> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 850 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // An answer such as 401 or 409 is shown by the page itself; the browser notes it as well.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return { page, complaints, events: followPage(page) };
}

function followPage(page: Page): string[] {
  const events: string[] = [];
  page.on('framenavigated', (frame) => events.push(`at ${frame.url()}`));
  page.on('requestfailed', (request) => events.push(`failed: ${request.method()} ${request.url()}`));
  page.on('response', (response) => {
    if (response.status() >= 400) {
      events.push(`${response.status()} ${response.request().method()} ${response.url()}`);
    }
  });
  return events;
}

/** Describes the page and its events, because a rare failure cannot be repeated. */
export async function describePage({ page, complaints, events }: BrowserPage): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 5_000 })
    .catch(() => 'The page shows nothing.');
  return [page.url(), ...complaints, ...events, text.slice(0, 2_000)].join('\n');
}
