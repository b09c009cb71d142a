import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';

async function logTo(isTTY: boolean): Promise<string> {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const logger = createLogger('api', 'info', stream);
  logger.warn({ path: '/x?key=secret' }, 'refused pfk_abcdefghij');
  setImmediate(() => stream.end());
  return stripVTControlCharacters(await text(stream));
}

test('a log on a terminal is lines for people', async () => {
  expect(await logTo(true)).toMatch(
    /^\[\d\d:\d\d:\d\d\] WARN \(api\): refused pfk_\[hidden\]\n {4}path: "\/x\?key=\[hidden\]"\n$/,
  );
});

test('a log elsewhere is lines of JSON', async () => {
  expect(JSON.parse(await logTo(false))).toMatchObject({
    level: 40,
    name: 'api',
    msg: 'refused pfk_[hidden]',
    path: '/x?key=[hidden]',
  });
});
