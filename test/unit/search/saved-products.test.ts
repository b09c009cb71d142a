import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRandom, pick, type Random } from '../../../bench/search/questions/query-kinds.ts';
import { FACETS } from '../../../src/search/facets/facets-contract.ts';
import {
  createHeldProducts,
  type HeldProducts,
  type ToldProduct,
} from '../../../src/search/memory/held-products.ts';
import { readSaved, writeSaved } from '../../../src/search/memory/tables/saved-file.ts';

const COUNT = 3_000;
const BRANDS = 700;
const facts = { format: 'test', last: 1, change: '' };
let directory: string;

beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), 'saved-'))));
afterEach(() => rm(directory, { recursive: true }));

function someProduct(random: Random, n: number): ToldProduct {
  const number = (below: number) => Math.floor(random() * below);
  const list = (kind: string) =>
    JSON.stringify(Array.from({ length: number(4) }, () => `${kind}${number(9)}`));
  const category = number(40);
  return {
    id: `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    searchName: `${pick(['amber', 'basket', 'cedar'], random)} ${number(500)} dune${number(900)}`,
    quality: number(1_000),
    brandId: pick(['', `brand ${number(BRANDS)}`], random) ?? '',
    categoryId: `category ${category}`,
    categoryPath: `root${category % 5}/above${category % 11}/code${category}`,
    kind: `kind${category % 3}`,
    country: `country ${number(30)}`,
    nutriScore: pick(['', 'a', 'b'], random) ?? '',
    labels: list('label'),
    countriesSold: list('country'),
    allergens: pick(['[]', '["known"]', '["milk","known"]', '["milk","nuts"]'], random) ?? '',
    gtins: Array.from({ length: number(3) }, () => String(number(1e13)).padStart(14, '0')),
  };
}

/** What is found and counted. */
async function tell(held: HeldProducts) {
  const facets = { names: FACETS, size: 10, selected: { brand: ['brand 3'], label: ['label2'] } };
  const ask = { digits: undefined, filters: { countries: ['country 7'] }, offset: 0, limit: 20 };
  return {
    lists: await held.countFacets(new AbortController().signal, { labels: ['label1'] }, facets),
    texts: ['amber', 'dune1', 'basket 12', 'cedr dune7', 'a'].map((text) => [
      held.find({ ...ask, text }, new Set()),
      held.find({ ...ask, text, order: 'name', facets }, new Set()),
    ]),
    digits: held.find({ ...ask, text: '12', digits: '12', facets }, new Set()),
  };
}

it('what comes back from a file answers and goes on as what was written', async () => {
  const random = createRandom(7);
  const held = createHeldProducts();
  for (let n = 0; n < COUNT; n++) held.put(someProduct(random, n));
  for (let n = 0; n < COUNT; n += 7) held.remove(someProduct(random, n).id);
  const path = join(directory, 'held');
  await writeSaved(path, facts, held.save());
  const loaded = createHeldProducts();
  const found = await readSaved(path, () => Promise.resolve(true));
  loaded.load(found?.saved ?? {});

  const before = await tell(held);
  expect(await tell(loaded)).toEqual(before);
  expect(before.lists.brand?.listed.length).toBeGreaterThan(9);

  const changes = Array.from({ length: COUNT }, (_, n) => someProduct(random, COUNT / 2 + n));
  for (const one of [held, loaded])
    await one.change(() => {
      for (const product of changes) one.put(product);
      for (const { id } of changes.slice(0, 300)) one.remove(id);
    });
  const after = await tell(held);
  expect(await tell(loaded)).toEqual(after);
  expect(after.lists).not.toEqual(before.lists);
});

it('two processes that write the same file at once leave a whole one, and nothing else', async () => {
  const held = createHeldProducts();
  const random = createRandom(1);
  await held.change(() => {
    for (let n = 0; n < COUNT; n++) held.put(someProduct(random, n));
  });
  const path = join(directory, 'held');
  // In containers that share a volume both have the same process id, as here.
  await Promise.all([writeSaved(path, facts, held.save()), writeSaved(path, facts, held.save())]);
  expect(await readdir(directory)).toEqual(['held']);
  const copy = createHeldProducts();
  copy.load((await readSaved(path, () => Promise.resolve(true)))?.saved ?? {});
  expect(await tell(copy)).toEqual(await tell(held));
});

it('what a process that died has left unfinished goes, what another one is writing stays', async () => {
  const path = join(directory, 'held');
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const name of ['held.dead', 'held.busy', 'other']) await writeFile(join(directory, name), '');
  for (const name of ['held.dead', 'other']) await utimes(join(directory, name), longAgo, longAgo);
  await writeSaved(path, facts, createHeldProducts().save());
  expect((await readdir(directory)).sort()).toEqual(['held', 'held.busy', 'other']);
});
