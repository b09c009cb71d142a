import { expect, test } from 'vitest';
import { factsOf } from '../../support/imports/off-rows.ts';

test.each([
  [39, 39],
  ['39', 39],
  [0, null],
  [-1, null],
  [1.5, null],
  ['many', null],
  [5e12, 1_000_000_000],
  [undefined, null],
])('counts %s scans as %s', (unique_scans_n, popularity) => {
  expect(factsOf({ unique_scans_n }).popularity).toBe(popularity);
});

test.each([
  [1_682_719_941, '2023-04-28T22:12:21Z'],
  ['1682719941', '2023-04-28T22:12:21Z'],
  [0, null],
  [9e12, null],
  ['yesterday', null],
  [{}, null],
])('reads the time %s as %s', (given, time) => {
  expect(factsOf({ created_t: given, last_modified_t: given })).toMatchObject({
    source_created_at: time,
    source_updated_at: time,
  });
});
