import type { Page, Request } from 'playwright-core';
import { waitFor } from '../wait-for.ts';

const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Follows the requests of a page. The function resolves when none is under way and the last answer is painted. */
export function followRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    // A stream of events never ends.
    if (request.resourceType() !== 'eventsource') open.add(request);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    page.on(event as 'requestfinished', (request) => open.delete(request));
  }
  return () =>
    waitFor('a page that asks for nothing', async () => {
      if (open.size > 0) return false;
      await page.evaluate(PAINTED);
      return open.size === 0;
    }).then(() => undefined);
}
