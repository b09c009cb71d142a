import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';

const ADDRESS = 'https://facts.example.org';

let database: TestDatabase;
let api: TestApi;
let operator: Record<string, string>;

beforeAll(async () => {
  database = await createDemoDatabase();
  api = createTestApi(database, { publicUrl: ADDRESS });
  operator = (await signInTestOperator(database.db, 'reviewer')).headers;
});
afterAll(() => database.drop());

const get = (path: string) => api.request().get(path);
/** What the page says itself, without what stands around every page. */
const readMain = async (path: string, headers: Record<string, string> = {}) => {
  const { status, text } = await get(path).set(headers);
  expect(status, path).toBe(200);
  return /<main.*<\/main>/s.exec(text)?.[0] ?? '';
};
const listLinks = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link ?? '');
const readCells = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]+>/g, '')),
  );
/** The cells of the table of a file of docs/ that pages show again. */
const readLiveTable = (file: string) => {
  const text = readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8');
  const [, table = ''] = /<!-- live: \w+ -->\n\n(.*?)\n\n/s.exec(text) ?? [];
  const rows = table.split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
};

test('every link of the docs leads somewhere, to a heading that is there', async () => {
  const pages = new Map<string, string>();
  const waiting = ['/docs/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const html = await readMain(path, operator);
    pages.set(path, html);
    for (const link of listLinks(html)) {
      const [target = ''] = link.split('#');
      if (/^\/docs\/(?!try\/)/.test(target) && !pages.has(target) && !waiting.includes(target))
        waiting.push(target);
    }
  }
  expect(pages.size).toBeGreaterThan(20);
  for (const [path, html] of pages) {
    for (const link of listLinks(html).filter((address) => !/^https?:/.test(address))) {
      const [target = '', anchor] = link.split('#');
      const whole = pages.get(target === '' ? path : target);
      if (whole === undefined) expect((await get(link).set(operator)).status, `${path} → ${link}`).toBe(200);
      else if (anchor !== undefined) expect(whole, `${path} → ${link}`).toContain(`id="${anchor}"`);
    }
  }
});

describe('pages for operators', () => {
  const OWN = ['/docs/runbook', '/docs/operators', '/docs/backups', '/docs/secrets', '/docs/import'];

  it.each(OWN)('%s is shown to operators, and to others the way to the console', async (path) => {
    const refused = await get(path);
    expect([refused.status, refused.headers['cache-control']]).toEqual([401, 'no-store']);
    expect(refused.text).toContain('<a href="/console">');
    expect(refused.text).not.toContain('factshelf_');
    const shown = await get(path).set(operator);
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(shown.text).toContain('href="/docs/alerts"');
    expect((await get(`${path}.md`)).status).toBe(401);
    const file = await get(`${path}.md`).set(operator);
    expect([file.status, file.text.slice(0, 2)]).toEqual([200, '# ']);
  });

  it('are not listed or found for others', async () => {
    for (const path of ['/docs/', '/docs/quick-start', '/docs/search?q=autovacuum', '/llms.txt'])
      expect((await get(path)).text, path).not.toContain('/docs/runbook');
    expect(await readMain('/docs/search?q=pg_terminate_backend')).toContain('Nothing in the docs');
    const found = await readMain('/docs/search?q=pg_terminate_backend', operator);
    expect(found).toContain('href="/docs/runbook#');
  });

  it('are shown to everybody while nobody can be recognised, because the runbook says how to mend that', async () => {
    const select = () => {
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    };
    const { status } = await createTestApi({ ...database, consoleDb: { select } as never })
      .request()
      .get('/docs/runbook')
      .set(operator);
    expect(status).toBe(200);
  });
});

describe('pages for programs', () => {
  it('are Markdown at the address of the page with .md, with the address of the service', async () => {
    const { text, headers } = await get('/docs/quick-start.md');
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(text).toMatch(/^# Quick start\n/);
    expect(text).toContain(`${ADDRESS}/api/v1/products/barcode/9521000000018`);
    expect(text).toContain('](/docs/searching.md#as-people-type)');
    expect(text).not.toContain('127.0.0.1');
  });

  it('have the tiers of this service, and endpoints with their parameters and answers', async () => {
    const { text } = await get('/docs/limits.md');
    expect(text).toMatch(/^\| partner \| [\d,]+ \| [\d,]+ \|$/m);
    expect(text).not.toContain('<!--');
    const endpoints = (await get('/docs/endpoints/products.md')).text;
    expect(endpoints).toContain('## GET /api/v1/products/lookup');
    expect(endpoints).toMatch(/^- `codes` \(.*required\)/m);
    expect(endpoints).toContain('"result": "found"');
  });

  it('are listed by /llms.txt, which misses none and names none that is not there', async () => {
    const { text, headers } = await get('/llms.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const listed = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link = '']) => link.replace(ADDRESS, ''));
    for (const path of listed) expect((await get(path)).status, path).toBe(200);
    const pages = listLinks((await get('/docs/')).text).filter((link) =>
      /^\/docs\/(?!search)[\w/-]+$/.test(link),
    );
    for (const page of new Set(pages)) if (page !== '/docs/operators') expect(listed).toContain(`${page}.md`);
  });
});

test('every endpoint of the description has its section, with a request in each language and an answer', async () => {
  const { body } = await get('/api/v1/openapi.json');
  const { paths } = body as {
    paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(operations.length).toBeGreaterThan(40);
  for (const { operationId, tags } of operations) {
    const html = await readMain(`/docs/endpoints/${tags[0]?.toLowerCase()}`);
    expect(html).toContain(`<h2 id="${operationId}">`);
    expect(html, `${operationId} has no recorded answer: run \`npm run docs:answers\``).toContain(
      `aria-label="Answer of ${operationId}"`,
    );
    const languages =
      operationId === 'sendPicture' ? ['curl'] : ['curl', 'TypeScript', 'Python', 'Go', 'PHP'];
    for (const language of languages) expect(html).toContain(`aria-label="${operationId} in ${language}"`);
  }
});

test('an endpoint shows parameters with their bounds, what a call costs, and its errors', async () => {
  const html = await readMain('/docs/endpoints/products');
  const [, section = ''] = /<h2 id="lookUpProducts">(.*?)<h2 /s.exec(html) ?? [];
  expect(section).toContain('/api/v1/products/lookup');
  expect(section).toContain('X-Quota-Cost');
  expect(section).toContain('quota_exhausted');
  // Of what every endpoint can answer the code alone.
  expect(section).toContain('500 <code>internal_error</code>');
  const page = await readMain('/docs/endpoints/catalogue');
  expect(page).toContain('integer, 1 to 100');
  const [, free = ''] = /<h2 id="getReferenceData">(.*?)<h2 /s.exec(page) ?? [];
  expect(free).toContain('none of the quota');
});

test('pages are made once for each language, and kept by shared caches', async () => {
  for (const path of ['/docs/', '/docs/api', '/docs/limits', '/docs/endpoints/search']) {
    const first = await get(path).set('X-Request-Id', 'of-the-first-reader');
    expect([first.status, first.headers['cache-control']], path).toEqual([200, 'public, max-age=300']);
    expect(first.headers['vary'], path).toMatch(/Accept-Language.*Cookie.*Accept-Encoding/);
    expect(first.headers, path).not.toHaveProperty('x-request-id');
    expect(first.headers, path).toHaveProperty('content-encoding');
    const again = await get(path).set('If-None-Match', first.headers['etag'] ?? '');
    expect(again.status, path).toBe(304);
    const german = await get(path).set('Accept-Language', 'de');
    expect(german.text, path).toContain('<html lang="de">');
    expect(german.headers['etag'], path).not.toBe(first.headers['etag']);
    const chosen = await get(`${path}?lang=de`);
    expect(chosen.headers['cache-control'], path).toBe('private, no-cache');
  }
});

test('no header of a request is in what shared caches keep', async () => {
  const unnamed = createTestApi(database, { trustProxy: 1 });
  for (const path of ['/docs/quick-start', '/docs/api']) {
    const { text } = await unnamed
      .request()
      .get(path)
      .set({ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' });
    expect(text).toContain(`<link rel="canonical" href="${path}"/>`);
    expect(text).not.toContain('evil.example');
  }
});

test('examples name the service as its readers know it', async () => {
  const html = await readMain('/docs/quick-start');
  expect(html).toContain(`${ADDRESS}/api/v1/products/barcode/9521000000018`);
  expect(html).not.toContain('127.0.0.1');
});

describe('limits', () => {
  it('are those of the tiers of this service', async () => {
    const [table = ''] = (await readMain('/docs/limits')).split('</table>');
    expect(readCells(table).slice(1)).toEqual(readLiveTable('limits.md'));
    await database.pool.query("update tiers set per_minute = 77 where code = 'anonymous'");
    expect(readCells(await readMain('/docs/limits'))).toContainEqual(['anonymous', '77', '1,000']);
  });
});

describe('licences', () => {
  it('are those of the sources of this service, with what the demonstration adds', async () => {
    const [table = ''] = (await readMain('/docs/licences')).split('</table>');
    const shown = readCells(table).slice(1);
    const known = shown
      .filter(([name]) => name !== 'Factshelf demo catalogue')
      .map(([name, licence, attribution]) => [name, licence, attribution]);
    const written = readLiveTable('licences.md');
    expect(known).toEqual(expect.arrayContaining(written));
    expect(known).toHaveLength(written.length);
    expect(shown).toContainEqual(['Factshelf demo catalogue', 'CC0 1.0', expect.any(String), '549']);
  });

  it('link nowhere but to web addresses', async () => {
    await database.pool.query("update sources set homepage_url = 'javascript:alert(1)' where code = 'usda'");
    const html = await readMain('/docs/licences');
    expect(html).toContain('USDA FoodData Central');
    expect(html).not.toContain('javascript:');
  });
});

describe('search of the docs', () => {
  const find = (text: string) => readMain(`/docs/search?q=${encodeURIComponent(text)}`);

  it.each([
    ['quality score', '/docs/endpoints/products#getQuality'],
    ['dumps', '/docs/mirroring#dumps'],
    ['allergen_not_in', '/docs/searching#exact-filters'],
    ['used up quota', '/docs/api#errors'],
    ['webhoks', '/docs/webhooks'],
    ['scan', '/docs/scanning'],
  ])('finds %s', async (text, address) => {
    const html = await find(text);
    expect(html.split('docs-found')[1]).toContain(`href="${address}"`);
    expect(html).toContain('<mark>');
  });

  it('shows what was asked as text', async () => {
    const text = '"><script>alert(1)</script>';
    const { text: html } = await get(`/docs/search?q=${encodeURIComponent(text)}`);
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&lt;script>alert(1)');
  });

  it('says that nothing is found, and waits for a text', async () => {
    expect(await find('xylophonist')).toContain('Nothing in the docs');
    expect(await readMain('/docs/search')).not.toContain('Nothing in the docs');
  });

  it.each(['q=a&q=b', 'q=%ff', `q=${'x'.repeat(101)}`])('refuses %s', async (query) => {
    expect((await get(`/docs/search?${query}`)).status).toBe(400);
  });

  it.each(['[', '(a|b', String.raw`\d+ $ ^ *`, '+ = < > ~', '🥜'])('takes %s for words', async (text) => {
    await find(text);
  });
});
