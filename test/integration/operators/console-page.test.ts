import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express, { type Express } from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consolePage } from '../../../src/console-page.ts';
import { errorHandler } from '../../../src/platform/http/error-handler.ts';
import { requestId } from '../../../src/platform/http/requests/request-id.ts';
import { createLogger } from '../../../src/platform/logger.ts';

const PAGE =
  '<meta property="csp-nonce" nonce="{{nonce}}"><script src="/console/assets/a-1.js" nonce="{{nonce}}">';

describe('the console as it is served', () => {
  let folder: string;
  let app: Express;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'factshelf-console-page-'));
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), PAGE);
    await writeFile(path.join(folder, 'assets', 'a-1.js'), 'export {};');
    app = serve(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(['/console', '/console/', '/console/products/0199c8a1', '/console/kinds/electronics'])(
    'gives the page at %s, never to be kept',
    async (address) => {
      const response = await supertest(app).get(address);
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-store');
    },
  );

  it('allows its own files alone, and styles of a nonce that no other answer has', async () => {
    const nonces = new Set<string>();
    for (let asked = 0; asked < 3; asked += 1) {
      const { headers, text } = await supertest(app).get('/console/');
      const policy = String(headers['content-security-policy']);
      const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? '';
      nonces.add(nonce);
      expect(text).toBe(PAGE.replaceAll('{{nonce}}', nonce));
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
    }
    expect(nonces.size).toBe(3);
  });

  it('gives files for ever, as their names change with their content', async () => {
    const { status, headers } = await supertest(app).get('/console/assets/a-1.js');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it.each(['/console/main.js', '/console/favicon.ico', '/console/products/app.css'])(
    'does not give the page for the file %s',
    async (address) => {
      expect((await supertest(app).get(address)).status).toBe(404);
    },
  );

  it('does not give the page for a file of another release', async () => {
    const response = await supertest(app).get('/console/assets/a-0.js');
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ error: { code: 'not_found' } });
  });

  it('gives nothing outside of its folder', async () => {
    await writeFile(path.join(folder, '..', 'factshelf-secret'), 'secret');
    const response = await supertest(app).get('/console/assets/..%2f..%2ffactshelf-secret');
    expect(response.text).not.toContain('secret');
    await rm(path.join(folder, '..', 'factshelf-secret'));
  });

  it('refuses other methods', async () => {
    const response = await supertest(app).post('/console/');
    expect(response.status).toBe(405);
    expect(response.headers['allow']).toBe('GET, HEAD, OPTIONS');
  });

  it('says how to build it where it is not built', async () => {
    const response = await supertest(serve(path.join(folder, 'none'))).get('/console/');
    expect(response.status).toBe(404);
    expect(response.text).toContain('npm run build');
  });
});

function serve(folder: string): Express {
  const app = express();
  app.use(requestId);
  app.use('/console', consolePage(folder));
  app.use(errorHandler(createLogger('test', 'silent')));
  return app;
}
