import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findServerPort } from '../support/servers/server-port.ts';
import {
  createDataRoot,
  listAddresses,
  startFactshelf,
  type StartedProgram,
} from '../support/servers/started-program.ts';
import { mustRun } from './installed-client.ts';

/** The clients of Open Food Facts from its own packages. Only their address is changed. */
const PYTHON_CLIENT = 'openfoodfacts==5.4.1';
const NODE_CLIENTS = ['@openfoodfacts/openfoodfacts-nodejs@2.0.0-alpha.35', 'openfoodfacts-nodejs@0.1.0'];
/** A product of the demonstration catalogue. */
const CODE = '9521000000018';

let root: Awaited<ReturnType<typeof createDataRoot>>;
let program: StartedProgram;
let base: string;
let folder: string;

beforeAll(async () => {
  root = await createDataRoot();
  folder = path.join(root.path, 'clients');
  await mkdir(folder);
  const port = await findServerPort();
  base = `http://127.0.0.1:${port}/off`;
  program = startFactshelf(path.join(root.path, 'data'), port);
  await listAddresses(program);
  await mustRun(folder, 'python3', ['-m', 'venv', '.']);
  await mustRun(folder, 'bin/pip', ['install', '--quiet', PYTHON_CLIENT]);
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}');
  await mustRun(folder, 'npm', ['install', '--no-fund', '--no-audit', ...NODE_CLIENTS]);
});
afterAll(async () => {
  program.kill('SIGTERM');
  await program.ended;
  await root.remove();
});

async function python(lines: string, credentials = ''): Promise<unknown> {
  const script = [
    'import json, openfoodfacts',
    `api = openfoodfacts.API(user_agent="test/1.0"${credentials})`,
    `for part in (api.product, api.facet): part.base_url = ${JSON.stringify(base)}`,
    `api.product.base_search_url = ${JSON.stringify(base)}`,
    `print(json.dumps(${lines}))`,
  ].join('\n');
  return JSON.parse(await mustRun(folder, 'bin/python', ['-c', script]));
}

async function node(lines: string): Promise<unknown> {
  const file = path.join(folder, 'run.mjs');
  await writeFile(file, lines);
  return JSON.parse(await mustRun(folder, 'node', [file]));
}

async function registerKey(email: string): Promise<string> {
  const response = await fetch(`${new URL(base).origin}/api/v1/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: 'seven small islands' }),
  });
  return ((await response.json()) as { api_key: string }).api_key;
}

describe('the Python client', () => {
  test('gets a product, whole and in parts', async () => {
    expect(await python(`api.product.get("${CODE}")`)).toMatchObject({
      code: CODE,
      product_name: 'Nocciola hazelnut spread',
      brands: 'Avelotta',
      nutriments: { 'energy-kcal_100g': expect.any(Number) as number },
    });
    expect(await python(`api.product.get("${CODE}", fields=["code", "product_name"])`)).toEqual({
      code: CODE,
      product_name: 'Nocciola hazelnut spread',
    });
  });

  test('gets nothing for an unknown barcode', async () => {
    expect(await python('api.product.get("96385074")')).toBeNull();
  });

  test('searches by text, both ways', async () => {
    expect(await python('api.product.text_search("hazelnut spread", page_size=5)')).toMatchObject({
      page: 1,
      page_size: 5,
      products: expect.arrayContaining([expect.objectContaining({ code: CODE })]) as object[],
    });
    expect(await python('api.product.search("hazelnut spread", page_size=5)')).toMatchObject({
      page: 1,
      hits: expect.arrayContaining([expect.objectContaining({ code: CODE })]) as object[],
    });
  });

  test('lists brands and the products of one', async () => {
    expect(await python('api.facet.get("brand")')).toMatchObject({
      tags: expect.arrayContaining([expect.objectContaining({ name: 'Avelotta' })]) as object[],
    });
    expect(
      await python('api.facet.get_products("brand", "avelotta", fields=["code", "brands"])'),
    ).toMatchObject({
      products: expect.arrayContaining([{ code: CODE, brands: 'Avelotta' }]) as object[],
    });
  });
});

describe('the Python client with a key as its password', () => {
  /** A grey square of one pixel each way. */
  const PICTURE =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
  let credentials: string;

  beforeAll(async () => {
    credentials = `, username="apps@example.org", password="${await registerKey('apps@example.org')}"`;
  });

  test('writes a product, and adds a picture to what it wrote', async () => {
    const body = JSON.stringify({ code: CODE, lang: 'en', stores: 'Harbour Market' });
    const saved = await python(`api.product.update(${body}).json()`, credentials);
    expect(saved).toMatchObject({
      code: CODE,
      status: 1,
      status_verbose: 'fields saved',
      submission: { status: 'pending' },
    });
    const { submission } = saved as { submission: { id: string } };
    const picture = `image_data_base64="${PICTURE}", selected={"front": {"en": {}}}`;
    expect(await python(`api.product.upload_image("${CODE}", ${picture}).json()`, credentials)).toMatchObject(
      {
        status: 'success',
        submission: { id: submission.id },
      },
    );
  });

  test('is refused with a password that is no key', async () => {
    const call = `api.product.update({"code": "${CODE}", "stores": "X"})`;
    await expect(python(call, ', username="a", password="b"')).rejects.toThrow('401');
  });
});

describe('the client for Node', () => {
  const create = () => `
    import { OpenFoodFacts } from '@openfoodfacts/openfoodfacts-nodejs';
    const client = new OpenFoodFacts(fetch, { host: ${JSON.stringify(base)} });
    const print = ({ data, error }) => console.log(JSON.stringify(data ?? error));
  `;

  test('gets a product in both versions', async () => {
    expect(await node(`${create()} print(await client.getProductV3('${CODE}'));`)).toMatchObject({
      status: 'success',
      product: { code: CODE, product_name: 'Nocciola hazelnut spread' },
    });
    expect(await node(`${create()} print(await client.getProductV2('${CODE}'));`)).toMatchObject({
      status: 1,
      product: { code: CODE },
    });
    expect(await node(`${create()} print(await client.getProductV3('96385074'));`)).toMatchObject({
      status: 'failure',
      result: { id: 'product_not_found' },
    });
  });

  test('searches by filters', async () => {
    expect(
      await node(
        `${create()} print(await client.search({ brands_tags: 'avelotta', fields: 'code,brands' }));`,
      ),
    ).toMatchObject({
      page: 1,
      products: expect.arrayContaining([{ code: CODE, brands: 'Avelotta' }]) as object[],
    });
  });
});

test('the client for Node writes a product with a key as its password', async () => {
  const key = await registerKey('node@example.org');
  const saved = await node(`
    import { OpenFoodFacts } from '@openfoodfacts/openfoodfacts-nodejs';
    const client = new OpenFoodFacts(fetch, { host: ${JSON.stringify(base)} });
    const { data } = await client.getProductV2('${CODE}');
    const product = { ...data.product, languages_codes: { en: 1 }, stores: 'Harbour Market of Node' };
    const password = ${JSON.stringify(key)};
    console.log(await client.addOrEditProductV2(product, { username: 'node@example.org', password }));
  `);
  expect(saved).toBe(true);
  const response = await fetch(`${new URL(base).origin}/api/public/submissions?mine=true`, {
    headers: { 'X-API-Key': key },
  });
  expect(await response.json()).toMatchObject({ total: 1, items: [{ gtin: CODE, status: 'pending' }] });
});

test('the first client for Node gets products, brands and the products of a brand', async () => {
  const ask = (call: string) =>
    node(`
      import OFF from 'openfoodfacts-nodejs';
      const client = new OFF();
      client.URL = ${JSON.stringify(base)};
      console.log(JSON.stringify(await client.${call}));
    `);
  expect(await ask(`getProduct(${CODE})`)).toMatchObject({ status: 1, product: { code: CODE } });
  expect(await ask('getBrands()')).toMatchObject({
    tags: expect.arrayContaining([expect.objectContaining({ name: 'Avelotta' })]) as object[],
  });
  expect(await ask("getBrand('avelotta')")).toMatchObject({
    products: expect.arrayContaining([expect.objectContaining({ code: CODE })]) as object[],
  });
});
