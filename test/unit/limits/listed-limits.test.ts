import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  ACCOUNT_FIGURES,
  AT_ONCE,
  LOGIN_FIGURES,
  SIGN_IN_FIGURES,
  SUBMISSION_FIGURES,
} from '../../../src/access/limits/limits.ts';
import { readConfig } from '../../../src/platform/config.ts';

const PERIODS: Record<number, string> = {
  60: 'a minute',
  900: '15 minutes',
  3_600: 'an hour',
  86_400: 'a day',
};

const GROUPS = [LOGIN_FIGURES, SIGN_IN_FIGURES, ACCOUNT_FIGURES, SUBMISSION_FIGURES];

test('docs/limits.md lists every limit on callers', async () => {
  const page = await readFile('docs/limits.md', 'utf8');
  const rows = page.split('\n').flatMap((line) =>
    line.startsWith('|')
      ? [
          line
            .split('|')
            .map((cell) => cell.trim())
            .filter(Boolean)
            .join(' | '),
        ]
      : [],
  );
  const counted = GROUPS.flatMap((group) => Object.values(group)).map(
    ({ what, of, most, seconds }) => `${what} | ${of} | ${most} | ${PERIODS[seconds]}`,
  );
  // A setting of the operator, shown with its default.
  counted.push(`new accounts | address | ${readConfig({}).REGISTRATIONS_PER_ADDRESS} | a day`);
  const atOnce = Object.values(AT_ONCE).map(
    ({ what, mostOfOne, most }) => `${what} | ${mostOfOne} | ${most}`,
  );
  expect(rows).toEqual(expect.arrayContaining([...counted, ...atOnce]));
  expect(rows.filter((row) => /^[a-z]/.test(row))).toHaveLength(counted.length + atOnce.length);
});
