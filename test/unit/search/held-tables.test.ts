import { expect, it } from 'vitest';
import { createRandom } from '../../../bench/search/questions/query-kinds.ts';
import { createNumberLists, withPlace } from '../../../src/search/memory/tables/growing-arrays.ts';
import { createIdTable } from '../../../src/search/memory/tables/id-table.ts';
import { runThrough } from '../../../src/search/memory/in-turns.ts';
import { createNameTable } from '../../../src/search/memory/name-table.ts';
import { createPostings } from '../../../src/search/memory/tables/postings.ts';
import { createWordTable } from '../../../src/search/memory/word-table.ts';

const random = createRandom(7);
const below = (most: number) => Math.floor(random() * most);

it('an array keeps its values as it grows', () => {
  const array = Uint16Array.of(3, 1, 4);
  expect(withPlace(array, 2)).toBe(array);
  const longer = withPlace(array, 5_000);
  expect([longer.length > 5_000, ...longer.subarray(0, 4)]).toEqual([true, 3, 1, 4, 0]);
});

it('lists that grow beside each other keep what is theirs, in order', () => {
  const lists = createNumberLists();
  const expected = new Map<number, number[]>();
  for (let i = 0; i < 20_000; i++) {
    // Some lists become long.
    const list = below(below(900) + 1);
    lists.add(list, i);
    expected.set(list, [...(expected.get(list) ?? []), i]);
  }
  for (let list = 0; list < 1_000; list++) {
    expect(Array.from(lists.valuesOf(list))).toEqual(expected.get(list) ?? []);
    expect(lists.lengthOf(list)).toBe(expected.get(list)?.length ?? 0);
  }
});

it('an id is found at its place until it is removed, whatever comes and goes beside it', () => {
  const table = createIdTable();
  const places = new Map<string, number>();
  const hex = (digits: number) =>
    below(16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  // Of a few hundred ids, and of many that come once.
  const idOf = () => `0190a000-0000-7000-${hex(4)}-0000000000${random() < 0.5 ? '01' : hex(2)}`;
  const ids = Array.from({ length: 6_000 }, idOf);
  const wrong: string[] = [];
  const check = (id: string, found: number, wanted = -1) => found === wanted || wrong.push(id);
  for (let i = 0; i < 60_000; i++) {
    const id = ids[below(ids.length)] as string;
    check(id, table.find(id), places.get(id));
    if (random() < 0.4) {
      check(id, table.remove(id), places.get(id));
      places.delete(id);
    } else if (!places.has(id)) places.set(id, table.add(id));
  }
  for (const [id, place] of places) check(id, table.find(id), place);
  expect(wrong).toEqual([]);
  expect([...places.values()].map((place) => table.idAt(place))).toEqual([...places.keys()]);
  expect(new Set(places.values()).size).toBe(places.size);
});

it('a name is spelled as it was written, and known again', () => {
  const names = createNameTable(createWordTable());
  const written = ['coca-cola 1,5 l', 'a', '"a b" c', 'a b', 'a  b'.replace('  ', ' - '), '(x)', 'ab', 'x.'];
  const numbers = written.map((name) => names.numberOf(name));
  expect(numbers).toEqual(written.map((_, i) => i));
  expect(numbers.map((name) => names.spell(name))).toEqual(written);
  for (let n = 0; n < 5_000; n++) names.numberOf(`name ${n} of ${n % 7}`);
  expect(written.map((name) => names.numberOf(name))).toEqual(numbers);
  expect(names.numberOf('name 4321 of 2')).toBe(written.length + 4_321);
});

it('postings that were written in one go and those that came since are one list, also from a saved copy', () => {
  const parts: number[] = [];
  const starts = [0];
  const expected = new Map<number, number[]>();
  const note = (name: number) => {
    const own = Array.from({ length: 1 + below(5) }, () => below(below(200) + 1));
    for (const part of new Set(own)) expected.set(part, [...(expected.get(part) ?? []), name]);
    return own;
  };
  const names = 30_000;
  for (let name = 0; name < names; name++) starts.push(parts.push(...note(name)));
  const postings = createPostings();
  runThrough(postings.rebuild(Int32Array.from(parts), Int32Array.from(starts), names, 200));
  for (let name = names; name < names + 500; name++)
    for (const part of new Set(note(name))) postings.add(part, name);
  const copy = createPostings();
  copy.load(structuredClone(postings.save()));
  for (let part = 0; part < 210; part++) {
    expect(Array.from(postings.valuesOf(part))).toEqual(expected.get(part) ?? []);
    expect(Array.from(copy.valuesOf(part))).toEqual(expected.get(part) ?? []);
    expect(postings.lengthOf(part)).toBe(expected.get(part)?.length ?? 0);
  }
});
