import { expect, test } from 'vitest';
import { findDueTime } from '../../../src/publish/dumps/nightly-dumps.ts';
import type { Manifest } from '../../../src/publish/dumps/dump-contract.ts';
import { ConfigError, readConfig } from '../../../src/platform/config.ts';
import { findShrinkage } from '../../../src/publish/dumps/run-dump.ts';

test.each([
  ['2026-11-22T02:00:00Z', '2026-11-22T02:00:00.000Z'],
  ['2026-11-22T23:59:59Z', '2026-11-22T02:00:00.000Z'],
  ['2026-11-22T01:59:59Z', '2026-11-21T02:00:00.000Z'],
  ['2026-01-01T00:00:00Z', '2025-12-31T02:00:00.000Z'],
])('at %s the last dump was due at %s', (now, due) => {
  expect(findDueTime({ hours: 2, minutes: 0 }, new Date(now)).toISOString()).toBe(due);
});

test('DUMP_AT is a time of the day, or off', () => {
  expect(readConfig({}).DUMP_AT).toEqual({ hours: 2, minutes: 0 });
  expect(readConfig({ DUMP_AT: '23:59' }).DUMP_AT).toEqual({ hours: 23, minutes: 59 });
  expect(readConfig({ DUMP_AT: 'off' }).DUMP_AT).toBe('off');
  for (const wrong of ['24:00', '2:00', '02:60', 'never'])
    expect(() => readConfig({ DUMP_AT: wrong }), wrong).toThrow(ConfigError);
});

test('a column that hardly anything was in may come to nothing, but not go', () => {
  const dump = (rows: number, columns: Record<string, number>) =>
    ({
      tables: [
        {
          name: 'products',
          rows,
          files: [],
          columns: Object.entries(columns).map(([name, filled]) => ({ name, type: 'text', filled })),
        },
      ],
    }) as unknown as Manifest;
  const before = dump(1_000, { name: 1_000, rare: 10, often: 11 });
  expect(findShrinkage(before, dump(950, { name: 950, rare: 0, often: 1 }))).toEqual([]);
  expect(findShrinkage(before, dump(949, { name: 949, often: 0 }))).toEqual([
    'products has 949 rows, before it had 1,000.',
    'products has no values in rare any more.',
    'products has no values in often any more.',
  ]);
  expect(findShrinkage(before, { tables: [] } as unknown as Manifest)).toEqual(['products is not there.']);
});
