import { beforeAll, expect, it } from 'vitest';
import { createHeldProducts, type HeldProducts } from '../../../src/search/memory/held-products.ts';
import { runInTurns, runThrough, type InTurns } from '../../../src/search/memory/in-turns.ts';
import { createMatchText } from '../../../src/search/memory/matching/match-text.ts';
import { createNameTable } from '../../../src/search/memory/name-table.ts';
import { createProductTable } from '../../../src/search/memory/product-table.ts';
import { createFindProducts } from '../../../src/search/memory/ranking/find-products.ts';
import { createWordTable } from '../../../src/search/memory/word-table.ts';
import { LEAST_SEARCH_MS } from '../../../src/search/search-limits.ts';

const NOTHING = new Set<string>();
const COUNT = 60_000;
const query = (text: string) => ({ text, digits: undefined, filters: {}, offset: 0, limit: 20 });
const never = new AbortController().signal;
let held: HeldProducts;

function* untilTimeIsUp(): InTurns<void> {
  while (!(yield)) continue;
}

const product = (n: number, searchName: string) => ({
  id: `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  searchName,
  quality: n % 1_000,
  brandId: '',
  categoryId: '',
  categoryPath: '',
  kind: '',
  country: '',
  nutriScore: '',
  labels: '',
  countriesSold: '',
  allergens: '',
  gtins: [],
});

beforeAll(async () => {
  held = createHeldProducts();
  for (let n = 0; n < COUNT; n++) held.put(product(n, `amber ${n} basket ${n % 977}`));
  await held.settle(never);
});

it('a search in turns finds what one in one go finds, several at once', async () => {
  const texts = ['a', 'b', 'am', 'amber', 'basket 12', 'ambr baskt'];
  const found = await Promise.all(texts.map((text) => held.findInTurns(never, query(text), NOTHING)));
  expect(found).toEqual(texts.map((text) => held.find(query(text), NOTHING)));
  expect(found[0]?.total).toBe(COUNT);
});

it('a search whose time is up gives the best of what it has found, and says that it is not all', () => {
  const words = createWordTable();
  const names = createNameTable(words);
  const products = createProductTable();
  for (let n = 0; n < COUNT; n++) {
    const { searchName, ...told } = product(n, `amber ${n} basket ${n % 977}`);
    products.put(told, names.numberOf(searchName));
  }
  const find = createFindProducts(createMatchText(words, names), names, products);
  const facets = { names: ['brand'] as const, selected: {}, size: 5 };
  const asked = [query('a'), query('amber'), query('ambr baskt'), { ...query('12'), digits: '12' }];
  for (const each of asked) {
    const whole = runThrough(find(each, NOTHING));
    const part = runThrough(find(each, NOTHING), true);
    expect([whole.isWhole, part.isWhole], each.text).toEqual([true, false]);
    expect(part.ids.length).toBeGreaterThan(0);
    expect(part.total).toBeGreaterThanOrEqual(part.ids.length);
    expect(part.total).toBeLessThanOrEqual(whole.total);
    const order = runThrough(find({ ...each, limit: COUNT }, NOTHING)).ids;
    const places = part.ids.map((id) => order.indexOf(id));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(runThrough(find({ ...each, facets }, NOTHING), true).isWhole).toBe(false);
    // It leaves nothing behind either.
    expect(runThrough(find(each, NOTHING))).toEqual(whole);
  }
});

it('the time of a search is up when it is due, though not before it has had some', async () => {
  const workUntilDue = async (dueAt: number) => {
    const startedAt = performance.now();
    await runInTurns(untilTimeIsUp(), never, dueAt);
    return performance.now() - startedAt;
  };
  expect(await workUntilDue(performance.now() - 5_000)).toBeGreaterThanOrEqual(LEAST_SEARCH_MS);
  expect(await workUntilDue(performance.now() + 150)).toBeGreaterThanOrEqual(150);
});

it('a search that is given up leaves nothing behind', () => {
  const words = createWordTable();
  const names = createNameTable(words);
  for (let n = 0; n < COUNT; n++) names.numberOf(`amber ${n} basket ${n % 977}`);
  const match = createMatchText(words, names);
  const givenUp = match('a', 'matching');
  expect(givenUp.next().done).toBe(false);
  givenUp.return(undefined as never);
  expect(runThrough(match('a', 'matching')).length).toBe(COUNT);
});

it('changes wait until no search is under way', async () => {
  const before = held.find(query('a'), NOTHING).total;
  const searches = ['a', 'amber'].map((text) => held.findInTurns(never, query(text), NOTHING));
  const changed = held.change(() => held.put(product(COUNT, 'amber late')));
  for (const { total } of await Promise.all(searches)) expect(total).toBe(before);
  await changed;
  expect((await held.findInTurns(never, query('amber'), NOTHING)).total).toBe(before + 1);
});

it.each(['a', 'amber'])('a change passes searches for "%s" that wait', async (text) => {
  const before = held.find(query(text), NOTHING).total;
  const [underWay, waiting] = [1, 2].map(() => held.findInTurns(never, query(text), NOTHING));
  await held.change(() => held.put(product(COUNT + text.length, 'amber later')));
  expect((await underWay)?.total).toBe(before);
  expect((await waiting)?.total).toBe(before + 1);
});

it.each([
  ['where one queue is free', ['amber', 'ambr baskt']],
  ['where both are busy', ['a', 'amber', 'am', 'ambr baskt']],
])('what is overdue passes searches that wait, %s', async (_, texts) => {
  const done: string[] = [];
  const note = (text: string) => () => done.push(text);
  const searches = texts.map((text) => held.findInTurns(never, query(text), NOTHING).then(note(text)));
  const overdue = held.findInTurns(never, { ...query('basket'), dueAt: 0 }, NOTHING).then(note('overdue'));
  await Promise.all([...searches, overdue]);
  expect(done.indexOf('overdue')).toBeLessThan(done.indexOf('ambr baskt'));
});

it('a change that fails says so, and holds up nothing', async () => {
  const failing = held.change(() => {
    throw new Error('not to be read');
  });
  await expect(failing).rejects.toThrow('not to be read');
  expect((await held.findInTurns(never, query('amber'), NOTHING)).total).toBeGreaterThan(0);
});
