import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import budgets from './word-budgets.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Budgets in words, by file. `folder/*` is for all its files together, `*` for each file that has none of its own. */
const BUDGETS: Record<string, number> = budgets;

const PAGES = ['.', 'docs', 'docs/decisions'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.posix.join(folder, file)),
);

function countWords(page: string): number {
  return readFileSync(path.join(ROOT, page), 'utf8').split(/\s+/).filter(Boolean).length;
}

test('no page of the docs exceeds its budget of words', () => {
  const longer = PAGES.map((page) => ({
    page,
    words: countWords(page),
    budget: BUDGETS[page] ?? BUDGETS['*'] ?? 0,
  })).filter(({ words, budget }) => words > budget);
  expect(longer).toEqual([]);
});

test('the decisions together do not exceed theirs', () => {
  const words = PAGES.filter((page) => page.startsWith('docs/decisions/'))
    .map(countWords)
    .reduce((sum, count) => sum + count, 0);
  expect(words).toBeGreaterThan(0);
  expect(words).toBeLessThanOrEqual(BUDGETS['docs/decisions/*'] ?? 0);
});
