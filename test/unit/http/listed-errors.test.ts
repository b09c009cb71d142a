import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ERROR_STATUS } from '../../../src/platform/http/api-error.ts';

test('docs/api.md names every error code', async () => {
  const [, rest = ''] = (await readFile('docs/api.md', 'utf8')).split('\n## Errors\n');
  const [section = ''] = rest.split('\n## ');
  expect(Object.keys(ERROR_STATUS).filter((code) => !section.includes(`\`${code}\``))).toEqual([]);
});
