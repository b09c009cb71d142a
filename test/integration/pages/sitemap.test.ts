import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSitemap } from '../../../src/catalog/sitemap/sitemap.ts';
import { computeCheckDigit } from '../../../src/facts/values/gtin.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const gtinOf = (at: number) => {
  const body = `40000000${String(at).padStart(4, '0')}`;
  return body + computeCheckDigit(body);
};

describe('what search engines read', () => {
  let database: TestDatabase;
  let api: TestApi;
  const inUse = Array.from({ length: 7 }, (_, at) => gtinOf(at));

  beforeAll(async () => {
    database = await createTestDatabase();
    api = createTestApi(database, { publicUrl: 'https://facts.example.org/' });
    for (const gtin of inUse)
      await insertProduct(database.db, {
        gtins: [gtin, { gtin: `1${gtin.slice(0, 12)}${computeCheckDigit(`1${gtin.slice(0, 12)}`)}` }],
        updatedAt: new Date('2026-03-04T05:06:07.000Z'),
      });
    await insertProduct(database.db, { status: 'archived', gtins: [gtinOf(100)] });
    await insertProduct(database.db, { status: 'draft', gtins: [gtinOf(101)] });
    await insertProduct(database.db, {});
  });
  afterAll(() => database.drop());

  const get = (path: string) => api.request().get(path);

  it('robots.txt names the sitemap, and what is not for them', async () => {
    const { status, text, headers } = await get('/robots.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'User-agent: *',
        'Disallow: /api/',
        'Disallow: /console',
        'Disallow: /search',
        'Sitemap: https://facts.example.org/sitemap.xml',
      ]),
    );
  });

  it('the sitemap lists every product in use once, under its primary barcode', async () => {
    const index = await get('/sitemap.xml');
    expect([index.status, index.headers['content-type'], index.headers['cache-control']]).toEqual([
      200,
      'application/xml; charset=utf-8',
      'public, max-age=3600',
    ]);
    const parts = [...index.text.matchAll(/<sitemap><loc>([^<]+)<\/loc><\/sitemap>/g)].map(
      ([, part]) => part,
    );
    expect(parts).toEqual(['https://facts.example.org/sitemaps/1.xml']);
    const { status, text } = await get('/sitemaps/1.xml');
    expect(status).toBe(200);
    const urls = [...text.matchAll(/<url><loc>([^<]+)<\/loc><lastmod>([^<]+)<\/lastmod><\/url>/g)];
    expect(urls.map(([, url = '']) => url).toSorted()).toEqual(
      inUse.map((gtin) => `https://facts.example.org/product/${gtin}`),
    );
    expect(new Set(urls.map(([, , day]) => day))).toEqual(new Set(['2026-03-04T05:06:07.000Z']));
  });

  it('no header of a request is in what shared caches keep', async () => {
    const forged = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
    const proxied = (publicUrl?: string) => createTestApi(database, { trustProxy: 1, publicUrl }).request();
    for (const path of ['/robots.txt', '/sitemap.xml', '/sitemaps/1.xml']) {
      const named = await proxied('https://facts.example.org').get(path).set(forged);
      expect([path, named.headers['cache-control']]).toEqual([path, 'public, max-age=3600']);
      expect(named.text).not.toContain('evil.example');
      const unnamed = await proxied().get(path).set(forged);
      expect([path, unnamed.headers['cache-control']]).toEqual([path, 'private, no-cache']);
    }
  });

  it.each(['0', '2', '1e1', '99999999', '-1', '1%20'])('there is no part %s', async (part) => {
    expect((await get(`/sitemaps/${part}.xml`)).status).toBe(404);
  });

  it('parts hold each product once, whatever their size', async () => {
    for (const partSize of [1, 2, 3, 9, 100]) {
      const sitemap = createSitemap({ db: database.db, partSize });
      const count = await sitemap.countParts();
      const parts = await Promise.all(
        Array.from({ length: count }, (_, index) => sitemap.readPart(index + 1)),
      );
      expect(parts.every((part) => part && part.length <= partSize)).toBe(true);
      expect(parts.flatMap((part) => part?.map(({ gtin }) => gtin) ?? []).toSorted(), `${partSize}`).toEqual(
        inUse,
      );
      expect(await sitemap.readPart(count + 1)).toBeUndefined();
    }
  });

  it('what is too much at once is refused', async () => {
    const sitemap = createSitemap({ db: database.db, partSize: 1 });
    await sitemap.countParts();
    const settled = await Promise.allSettled(Array.from({ length: 60 }, () => sitemap.readPart(1)));
    const refused = settled.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(60);
    for (const one of refused)
      expect((one as PromiseRejectedResult).reason).toMatchObject({ code: 'unavailable' });
  });
});
