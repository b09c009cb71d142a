import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPictureDecoder } from '../../src/review/pictures/decoding/decode-picture.ts';
import { createFolderStorage } from '../../src/review/pictures/storage/folder-storage.ts';
import { gtinOf } from '../support/imports/export-file.ts';
import { listFaults } from '../support/browser/page-faults.ts';
import { READERS, startPageStack, type PageStack } from '../support/browser/page-stack.ts';
import { createAdminCaller } from '../support/callers/test-admin.ts';
import { signInTestOperator } from '../support/callers/test-operator.ts';
import { createPictureRoot, declarePng, drawJpeg } from '../support/pictures/test-pictures.ts';

const kept = createPictureRoot();
let stack: PageStack;
let files: string;
beforeAll(async () => {
  stack = await startPageStack({
    pictureStorage: createFolderStorage(kept.root),
    // The service gives up sooner; this is about its pages, on a slow machine too.
    decodePicture: createPictureDecoder({ timeoutMs: 40_000 }),
  });
  files = await mkdtemp(path.join(tmpdir(), 'factshelf-picture-form-'));
});
afterAll(async () => {
  await stack.stop();
  kept.remove();
  await rm(files, { recursive: true });
});

async function write(name: string, bytes: Buffer): Promise<string> {
  const file = path.join(files, name);
  await writeFile(file, bytes);
  return file;
}

it.each(READERS.map((look, number) => ({ ...look, number })))(
  'a picture is sent with a product, approved and public; $viewport.width px, scripts: $javaScriptEnabled',
  async ({ number, ...look }) => {
    const { page, complaints } = await stack.openPage(look);
    const gtin = gtinOf(7_000 + number);
    await page.goto(`/contribute?gtin=${gtin}`);
    await page.getByLabel('Name', { exact: true }).fill(`Pictured ${gtin}`);
    await page.getByLabel('Category').fill('Food');
    await page.getByRole('button', { name: 'Send' }).click();
    const send = page.getByRole('button', { name: 'Send the picture' });
    const field = page.getByLabel('Picture', { exact: true });

    await field.setInputFiles(await write(`bomb-${number}.png`, declarePng(64_250)));
    await send.click();
    await page.getByRole('alert').getByText('more than 50 megapixels').waitFor();
    await field.setInputFiles(await write(`page-${number}.jpg`, Buffer.from('<script>alert(1)</script>')));
    await send.click();
    await page.getByRole('alert').getByText('This file is damaged').waitFor();
    if (look.javaScriptEnabled) expect(await listFaults(page)).toEqual([]);

    await field.setInputFiles(await write(`wrong-${number}.jpg`, await drawJpeg(300 + number)));
    await send.click();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('The picture was taken back.').waitFor();
    await field.setInputFiles(await write(`right-${number}.jpg`, await drawJpeg(400 + number)));
    await page.getByLabel('What it shows').selectOption('Ingredients');
    await send.click();
    await page.getByText('The picture has arrived').waitFor();
    const thumbnail = page.getByRole('img', { name: 'Ingredients' });
    expect(await thumbnail.getAttribute('src')).toMatch(/^data:image\/webp;base64,/);
    expect(await page.evaluate('document.querySelector("img[src^=data]").naturalWidth')).toBeGreaterThan(0);

    const reviewer = createAdminCaller(
      stack.api,
      (await signInTestOperator(stack.database.db, 'reviewer')).headers,
    );
    const id = /contribute\/([\da-f-]{36})/.exec(page.url())?.[1] as string;
    const { body } = await reviewer.get(`/submissions/${id}`);
    expect((body as { pictures: { role: string }[] }).pictures).toMatchObject([{ role: 'ingredients' }]);
    const approved = await reviewer.post(`/submissions/${id}/approve`, {});
    expect(approved.status, approved.text).toBe(200);

    await page.goto(`/product/${gtin}`);
    const picture = page.locator('main img').first();
    await picture.waitFor();
    const address = new URL((await picture.getAttribute('src')) ?? '', stack.origin);
    expect(address.pathname).toMatch(/^\/images\/[\da-f]{64}\/\d+\.webp$/);
    expect((await fetch(address)).headers.get('content-type')).toBe('image/webp');
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

it.each(READERS.map((look, number) => ({ ...look, number })))(
  'two pictures and a barcode are a contribution, $viewport.width px, scripts: $javaScriptEnabled',
  async ({ number, ...look }) => {
    const { page, complaints } = await stack.openPage(look);
    const gtin = gtinOf(7_200 + number);
    await page.goto(`/product/${gtin}`);
    complaints.splice(0);
    await page.getByRole('link', { name: 'Add it with pictures' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Choose a picture, or type a name.').waitFor();
    if (look.javaScriptEnabled) expect(await listFaults(page)).toEqual([]);
    complaints.splice(0);
    const front = page.getByLabel('Front', { exact: true });
    await front.setInputFiles(await write(`front-${number}.jpg`, await drawJpeg(600 + number)));
    const label = page.getByLabel('Label: ingredients and nutrition');
    await label.setInputFiles(await write(`label-${number}.jpg`, await drawJpeg(700 + number)));
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('It waits for its review').waitFor();
    const { headers } = await signInTestOperator(stack.database.db, 'reviewer');
    const id = /contribute\/([\da-f-]{36})/.exec(page.url())?.[1] as string;
    const { body } = await createAdminCaller(stack.api, headers).get(`/submissions/${id}`);
    expect(body).toMatchObject({ pictures: [{ role: 'front' }, { role: 'ingredients' }] });
    await page.getByText(`Unnamed product ${gtin}`).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

it('without the answer token, and without a file, nothing is taken', async () => {
  const { page } = await stack.openPage({ javaScriptEnabled: false });
  await page.goto(`/contribute?gtin=${gtinOf(7_100)}`);
  await page.getByLabel('Name', { exact: true }).fill('Tokenless');
  await page.getByLabel('Category').fill('Food');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Send the picture' }).waitFor();
  const address = new URL(page.url());
  const send = async (form: FormData, headers: Record<string, string> = {}) =>
    (await fetch(`${stack.origin}${address.pathname}/images`, { method: 'POST', body: form, headers }))
      .status;
  const filled = new FormData();
  filled.set('picture', new Blob([Uint8Array.from(await drawJpeg(500))]), 'a.jpg');
  expect(await send(filled)).toBe(403);
  expect(await send(new FormData())).toBe(400);
  const large = new FormData();
  large.set('picture', new Blob([new Uint8Array(10_000_001)]), 'a.jpg');
  expect(await send(large)).toBe(413);
  const bare = await fetch(`${stack.origin}${address.pathname}/images`, {
    method: 'POST',
    body: 'picture=1',
  });
  expect(bare.status).toBe(400);
  await page.context().close();
});
