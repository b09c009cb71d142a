import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOffDesk, type OffDesk } from '../../support/compatible/off-desk.ts';
import type { Demand } from '../../support/compatible/app-demands.ts';
import { RECORDED_CALLS } from '../../support/compatible/recorded-calls.ts';

let desk: OffDesk;

beforeAll(async () => {
  desk = await createOffDesk();
});
afterAll(async () => {
  await desk.close();
});

const TYPES = {
  text: (value: unknown) => typeof value === 'string' && value !== '',
  number: (value: unknown) => typeof value === 'number',
  integer: Number.isInteger,
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
};

/** Returns what of an answer is not as an app's code demands, by path. */
function listFaults(value: unknown, demand: Demand, at = ''): string[] {
  if (typeof demand !== 'string') {
    if (Array.isArray(value)) {
      return value.length === 0
        ? [`${at} is empty`]
        : value.flatMap((item) => listFaults(item, demand, `${at}[]`));
    }
    if (!TYPES.object(value)) return [`${at} is no object`];
    return Object.entries(demand).flatMap(([name, inner]) =>
      listFaults((value as Record<string, unknown>)[name], inner, `${at}.${name}`),
    );
  }
  const isOptional = demand.endsWith('?');
  if (isOptional && (value === undefined || value === '')) return [];
  const type = demand.replace('?', '') as keyof typeof TYPES;
  return TYPES[type](value) ? [] : [`${at} is no ${type}: ${JSON.stringify(value)}`];
}

describe('the request of', () => {
  test.each(RECORDED_CALLS)(
    '$app has the fields that it reads',
    async ({ method, path, form, headers, reads }) => {
      const address = path.startsWith('/upc/') ? path : `/off${path}`;
      const { body } =
        method === 'get'
          ? await desk.read(address, headers).expect(200)
          : await desk.send('post', address, headers).type('form').send(form).expect(200);
      expect(listFaults(body, reads)).toEqual([]);
      expect(JSON.stringify(body)).not.toMatch(/:null[,}]/);
    },
  );
});

test('an unknown barcode is what each app takes for one', async () => {
  for (const path of ['/off/api/v0/product/96385074.json', '/off/api/v2/product/96385074?fields=code']) {
    const { body } = await desk.read(path).expect(404);
    expect(body).toMatchObject({ status: 0, status_verbose: 'product not found' });
  }
  const { body } = await desk.read('/off/api/v3/product/96385074/').expect(404);
  expect(body).toMatchObject({ status: 'failure', result: { id: 'product_not_found' } });
});

test('an answer that lacks a field, or has it in another type, is found', () => {
  const demand: Demand = { status: 'integer', product: { nutriments: { fat_100g: 'number?' } } };
  expect(listFaults({ status: 1, product: { nutriments: {} } }, demand)).toEqual([]);
  expect(listFaults({ status: '1', product: { nutriments: null } }, demand)).toEqual([
    '.status is no integer: "1"',
    '.product.nutriments is no object',
  ]);
  expect(listFaults({ status: 1, product: { nutriments: { fat_100g: '3' } } }, demand)).toHaveLength(1);
});
