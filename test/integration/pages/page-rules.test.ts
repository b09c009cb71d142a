import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { accountPages } from '../../../src/pages/account/account-pages.tsx';
import { sendSubmission } from '../../../src/pages/contribute/contribute-page.tsx';
import { picturePages } from '../../../src/pages/contribute/picture-pages.ts';
import { sendPicturesFirst } from '../../../src/pages/contribute/pictures-first-page.tsx';
import { answerPage } from '../../../src/pages/contribute/submission-page.tsx';
import { PAGE_LANGUAGES } from '../../../src/pages/texts/texts.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

describe('pages', () => {
  let database: TestDatabase;
  let api: TestApi;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = createTestApi(database);
  });
  afterAll(() => database.drop());

  const get = (path: string, headers: Record<string, string> = {}) => api.request().get(path).set(headers);

  it.each([
    ['de-CH,de;q=0.9,en;q=0.5', 'de'],
    ['fr', 'fr'],
    ['pt', 'en'],
    ['', 'en'],
  ])('are in the language that Accept-Language %s prefers: %s', async (header, language) => {
    const page = await get('/', { 'Accept-Language': header });
    expect(page.headers['content-language']).toBe(language);
    expect(page.text).toContain(`<html lang="${language}">`);
    expect(page.headers['vary']).toContain('Accept-Language');
  });

  it('keep the language that was chosen', async () => {
    const chosen = await get('/?lang=de', { 'Accept-Language': 'fr' });
    expect(chosen.headers['content-language']).toBe('de');
    const cookie = String(chosen.headers['set-cookie']).split(';')[0] ?? '';
    const kept = await get('/', { 'Accept-Language': 'fr', Cookie: cookie });
    expect(kept.headers['content-language']).toBe('de');
  });

  it('ignore an unknown language', async () => {
    const page = await get('/?lang=xx', { Cookie: 'language=<script>' });
    expect(page.headers['content-language']).toBe('en');
    expect(page.headers['set-cookie']).toBeUndefined();
  });

  it('take scripts and styles from here alone', async () => {
    const page = await get('/');
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    const files = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const answer = await get(file);
      expect([answer.status, answer.headers['cache-control']], file).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
  });

  it.each(
    [sendSubmission, answerPage, ...picturePages, sendPicturesFirst, ...accountPages].filter(
      ({ method }) => method === 'post',
    ),
  )('take no form from another site: $path', async ({ path, takesFiles }) => {
    const address = path.replaceAll(/:\w+/g, '0198c3a0-6f5e-7c1b-9a52-1d2f3c4b5a69');
    const post = (headers: Record<string, string>) => {
      const sent = api.request().post(address).set(headers);
      return takesFiles
        ? sent.attach(takesFiles.fields[0] ?? '', Buffer.from('x'), 'x.png')
        : sent
            .type('form')
            .send('email=eve%40example.org&password=seven+small+islands&gtin=9521000000018&name=Spread');
    };
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ] as Record<string, string>[]) {
      const { status, text } = await post({ ...headers, Accept: 'text/html' });
      expect([status, text.includes('comes from a page of another site')], JSON.stringify(headers)).toEqual([
        403,
        true,
      ]);
    }
    const own = await post({
      Origin: 'https://facts.example',
      Host: 'facts.example',
      'Sec-Fetch-Site': 'same-origin',
    });
    expect(own.text).not.toContain('comes from a page of another site');
  });

  it('tell their own forms where they are: browsers send no origin under the policy of other answers', async () => {
    const { headers } = await get('/contribute');
    expect(headers['referrer-policy']).toBe('same-origin');
  });

  it('know their methods', async () => {
    expectError(await api.request().delete('/'), 405, 'method_not_allowed');
  });
});

const readTexts = (language: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../src/pages/texts/${language}.json`, import.meta.url), 'utf8'),
  ) as object;

/** `home.title: {{count}}`: which texts there are, and what is filled in. Languages differ in their plural forms. */
function listKeys(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return listKeys(value, `${prefix}${key}.`);
    const places = [...String(value).matchAll(/\{\{(\w+)\}\}/g)].map(([, place = '']) => place).join(' ');
    const name = key.replace(/_(zero|one|two|few|many|other)$/, '');
    return [`${prefix}${name}: ${places}`];
  });
}

test.each(PAGE_LANGUAGES)('the texts are whole in %s', (language) => {
  const keys = (code: string) => [...new Set(listKeys(readTexts(code)))].toSorted();
  expect(keys(language)).toEqual(keys('en'));
});
