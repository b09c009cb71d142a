import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { gtinOf } from '../support/imports/export-file.ts';
import { approveShown, waitUntilReady } from '../support/review/review-page.ts';
import { drawJpeg } from '../support/pictures/test-pictures.ts';
import { waitFor } from '../support/wait-for.ts';

const NAME = 'Zwetschgenroester';

describe('pictures in the console', () => {
  let stack: ConsoleStack;
  let submissionId: string;
  let productId: string;

  beforeAll(async () => {
    stack = await startConsoleStack();
    submissionId = await submitWithPictures(stack.origin);
  });
  afterAll(() => stack.stop());

  it('are seen beside the submission, large when clicked, and taken over but for one that is left out', async () => {
    const { page, complaints } = await stack.signIn('reviewer', `/review?id=${submissionId}`);
    await waitUntilReady(page, NAME);
    await waitUntilDrawn(page, 'Picture 1: front');
    await waitUntilDrawn(page, 'Picture 2: ingredients');
    await page.getByRole('button', { name: 'Picture 1: front, larger' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Picture 1: front, 800 × 600' }).waitFor();
    await waitFor('the large picture', () =>
      dialog
        .getByRole('img', { name: 'Picture 1: front' })
        .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth === 800),
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Take over picture 2' }).uncheck();
    await approveShown(page, NAME);
    await waitFor('the approval', async () => (await readStatus(stack.origin, submissionId)) !== undefined);
    productId = (await readStatus(stack.origin, submissionId)) ?? '';
    const pictures = await readPictures(stack.origin, productId);
    expect(pictures).toHaveLength(1);
    const shown = await fetch(new URL(pictures[0]?.urls.full ?? '', stack.origin));
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect(complaints).toEqual([]);
  });

  it('are taken down at their product by an editor, and are then gone', async () => {
    const [picture] = await readPictures(stack.origin, productId);
    const { page, complaints } = await stack.signIn('editor', `/products/${productId}`);
    await page.getByRole('heading', { name: 'Pictures from contributors' }).waitFor();
    await waitUntilDrawn(page, 'front, 800 × 600');
    await page.getByRole('button', { name: 'Take down…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Its photographer did not agree');
    await dialog.getByRole('button', { name: 'Take down', exact: true }).click();
    await page.getByRole('heading', { name: 'Pictures from contributors' }).waitFor({ state: 'detached' });
    expect(await readPictures(stack.origin, productId)).toEqual([]);
    expect((await fetch(new URL(picture?.urls.full ?? '', stack.origin))).status).toBe(404);
    expect(complaints).toEqual([]);
  });
});

async function submitWithPictures(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/public/submissions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ gtin: gtinOf(77), name: NAME, category: 'beverages' }),
  });
  const { id, answer_token: token } = (await answer.json()) as { id: string; answer_token: string };
  for (const [number, role] of ['front', 'ingredients'].entries()) {
    const sent = await fetch(`${origin}/api/public/submissions/${id}/images?role=${role}`, {
      method: 'POST',
      headers: { 'X-Answer-Token': token },
      body: new Uint8Array(await drawJpeg(number + 1)),
    });
    expect(sent.status).toBe(201);
  }
  return id;
}

/** Until the browser has it, and not only its place. */
async function waitUntilDrawn(page: Page, name: string): Promise<void> {
  const image = page.getByRole('img', { name, exact: true });
  await waitFor(name, () =>
    image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth === 400),
  );
}

/** The product that came of it. */
async function readStatus(origin: string, id: string): Promise<string | undefined> {
  const answer = await fetch(`${origin}/api/public/submissions/${id}`);
  return ((await answer.json()) as { product_id: string | null }).product_id ?? undefined;
}

async function readPictures(origin: string, productId: string): Promise<{ urls: { full: string } }[]> {
  const answer = await fetch(`${origin}/api/v1/products/${productId}`);
  return ((await answer.json()) as { pictures: { urls: { full: string } }[] }).pictures;
}
