import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertProduct } from '../support/catalogue/catalogue.ts';
import { drawSymbol, filmSymbol } from '../support/pictures/barcode-pictures.ts';
import { launchBrowser, openBrowserPage } from '../support/browser/browser-page.ts';
import { listFaults } from '../support/browser/page-faults.ts';
import { LOOKS, startPageStack, type PageStack } from '../support/browser/page-stack.ts';
import { waitFor } from '../support/wait-for.ts';

/** A symbol of each kind, and the product that it leads to. */
const SYMBOLS = [
  { bcid: 'ean13', text: '9521000000018', gtin: '9521000000018' },
  { bcid: 'ean8', text: '96385074', gtin: '96385074' },
  { bcid: 'upca', text: '036000291452', gtin: '036000291452' },
  { bcid: 'upce', text: '01234565', gtin: '012345000065' },
  { bcid: 'gs1datamatrix', text: '(01)09521000000018(17)260505(10)A46', gtin: '9521000000018' },
  { bcid: 'qrcode', text: 'https://id.example.org/01/09521000000018/10/A46', gtin: '9521000000018' },
];
const FAKE_CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

let stack: PageStack;
let folder: string;
let film: string;
/** A browser whose camera plays the film from its start for anyone who turns it on. */
let filming: Browser;
beforeAll(async () => {
  stack = await startPageStack();
  folder = await mkdtemp(path.join(tmpdir(), 'factshelf-scan-'));
  film = path.join(folder, 'film.y4m');
  filming = await launchBrowser([...FAKE_CAMERA, `--use-file-for-fake-video-capture=${film}`]);
  await insertProduct(stack.database.db, { name: 'Hazelnut spread', gtins: ['9521000000018'] });
});
afterAll(async () => {
  await filming.close();
  await stack.stop();
  await rm(folder, { recursive: true });
});

/** A page whose camera films this. */
async function openWithFilm(symbol: { bcid: string; text: string }) {
  await filmSymbol(film, symbol);
  return await openBrowserPage(filming, stack.origin, { ...LOOKS[1], locale: 'en-GB' });
}

const useCamera = (page: Page) => page.getByRole('button', { name: 'Use the camera' }).click();

describe.each(SYMBOLS)('$bcid', ({ gtin, ...symbol }) => {
  it('in front of the camera leads to its product', async () => {
    const { page, complaints } = await openWithFilm(symbol);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${stack.origin}/`)) foreign.push(request.url());
    });
    await page.goto('/scan');
    await useCamera(page);
    await page.waitForURL(`**/product/${gtin}`);
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('in a picture leads to its product', async () => {
    const { page } = await stack.openPage(LOOKS[0]);
    await page.goto('/scan');
    const buffer = await drawSymbol(symbol);
    await page
      .getByLabel('Read a picture')
      .setInputFiles({ name: 'symbol.png', mimeType: 'image/png', buffer });
    await page.waitForURL(`**/product/${gtin}`);
    await page.context().close();
  });
});

describe('the camera', () => {
  const NOTHING = { bcid: 'code128', text: 'none of ours' };
  const listStates = 'globalThis.opened.map(({ readyState }) => readyState)';
  /** Keeps the tracks that the page is given, to see whether they are stopped. */
  const WATCH = `globalThis.opened = [];
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      globalThis.opened.push(...stream.getTracks());
      return stream;
    };`;

  it('is said to run, without a fault of the page, and stops by its button, and when the page is left', async () => {
    const { page } = await openWithFilm(NOTHING);
    await page.addInitScript(WATCH);
    await page.goto('/scan');
    await useCamera(page);
    await page.getByRole('status').getByText('Looking for a barcode').waitFor();
    await page.getByLabel('Film of the camera').waitFor();
    await waitFor('the film', () => page.evaluate<boolean>('document.querySelector("video").videoWidth > 0'));
    expect(await listFaults(page)).toEqual([]);
    expect(await page.evaluate(listStates)).toEqual(['live']);
    await page.getByRole('button', { name: 'Stop the camera' }).click();
    expect(await page.evaluate(listStates)).toEqual(['ended']);
    await useCamera(page);
    await waitFor('the camera', () => page.evaluate<boolean>('globalThis.opened.length === 2'));
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pagehide"))');
    expect(await page.evaluate(listStates)).toEqual(['ended', 'ended']);
    await page.context().close();
  });

  it('that is refused is said to be', async () => {
    const browser = await launchBrowser([
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream=deny',
    ]);
    const { page } = await openBrowserPage(browser, stack.origin, { locale: 'en-GB' });
    await page.goto('/scan');
    await useCamera(page);
    await page.getByRole('status').getByText('The camera may not be used here.').waitFor();
    await browser.close();
  });

  it('that is not there is said not to be', async () => {
    const browser = await launchBrowser(['--use-fake-ui-for-media-stream']);
    const { page } = await openBrowserPage(browser, stack.origin, { locale: 'en-GB' });
    await page.goto('/scan');
    await useCamera(page);
    await page.getByRole('status').getByText('No camera was found.').waitFor();
    await browser.close();
  });
});

describe('a picture', () => {
  it('without a barcode, and what is no picture, are said to be', async () => {
    const { page } = await stack.openPage();
    await page.goto('/scan');
    const field = page.getByLabel('Read a picture');
    const buffer = await drawSymbol({ bcid: 'code128', text: 'none of ours' });
    await field.setInputFiles({ name: 'other.png', mimeType: 'image/png', buffer });
    await page.getByRole('status').getByText('There is no barcode in this picture').waitFor();
    await field.setInputFiles({
      name: 'broken.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    });
    await page.getByRole('status').getByText('That did not work.').waitFor();
    await page.context().close();
  });
});

describe.each([true, false])('a code that is typed, scripts: %s', (javaScriptEnabled) => {
  it('leads to its product, or says why not', async () => {
    const { page } = await stack.openPage({ ...LOOKS[1], javaScriptEnabled });
    await page.goto('/scan');
    const field = page.getByLabel('Barcode, or text of a QR code');
    await field.fill('9521000000019');
    await page.getByRole('button', { name: 'Look it up' }).click();
    await page.getByRole('alert').getByText('This is no barcode of a product').waitFor();
    expect(await field.inputValue()).toBe('9521000000019');
    await field.fill('9521000000018');
    await page.getByRole('button', { name: 'Look it up' }).click();
    await page.waitForURL('**/product/9521000000018');
    await page.goto('/scan?data=96385074');
    expect(new URL(page.url()).pathname).toBe('/product/96385074');
    await page.context().close();
  });
});

it('only this page may compile WebAssembly', async () => {
  const policyOf = async (address: string) =>
    (await stack.api.request().get(address)).headers['content-security-policy'];
  expect(await policyOf('/scan')).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(await policyOf('/contribute')).not.toContain('wasm');
});
