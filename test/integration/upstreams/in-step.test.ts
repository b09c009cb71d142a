import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gtinOf } from '../../support/imports/export-file.ts';
import { nightBefore, openUpstreamDesk, type UpstreamDesk } from '../../support/upstreams/upstream-desk.ts';
import { waitFor } from '../../support/wait-for.ts';
import { breakOff, sendFile, WHOLE } from '../../support/upstreams/upstream-server.ts';

let desk: UpstreamDesk;
beforeAll(async () => {
  desk = await openUpstreamDesk();
});
afterAll(() => desk.remove());
beforeEach(async () => {
  await desk.catalogue.empty();
  await desk.catalogue.query('truncate upstreams, upstream_runs');
  desk.server.files.clear();
  desk.server.requests.length = 0;
  // The whole file of three nights before, and a delta for each night after it.
  desk.server.modified = new Date(nightBefore(3) * 1_000);
  desk.server.setWhole([row(1, 'Oats'), row(2, 'Rye')]);
  for (const days of [4, 3, 2, 1, 0])
    desk.server.addDelta(nightBefore(days + 1), nightBefore(days), [row(1, `Oats ${days}`)]);
});

const row = (number: number, name: string) => ({ code: gtinOf(number), product_name: name });
const deltaName = (days: number) =>
  `openfoodfacts_products_${nightBeforeOf(days + 1)}_${nightBeforeOf(days)}.json.gz`;
/** As the index has it: the clock may have moved on since. */
function nightBeforeOf(days: number): number {
  const names = [...desk.server.files.keys()].filter((name) => name.startsWith('delta/open')).toSorted();
  const ends = names.map((name) => Number(/_(\d+)\.json/.exec(name)?.[1]));
  return days > 4 ? Number(/_(\d+)_/.exec(names[0] ?? '')?.[1]) : (ends.at(-1 - days) ?? 0);
}
const aDayAfterWhole = () => desk.catalogue.query(`update upstreams set whole_at = now() - interval '1 day'`);
const nameOf = async (number: number) => (await desk.catalogue.findProduct(gtinOf(number)))?.['name'];
const fetched = () => desk.server.requests.filter((one) => !one.includes('index'));
const filesOf = async () => (await desk.runs()).toReversed().map(({ file, state }) => `${state} ${file}`);
/** Waits until so much of a file has arrived. */
const partOf = (name: string, bytes: number) =>
  waitFor('the part of the file', () => {
    const part = path.join(desk.folder, 'open_food_facts', `${name}.part`);
    return existsSync(part) && statSync(part).size === bytes;
  });
const replaceFile = (name: string, change: (file: Buffer) => Buffer) => {
  const file = desk.server.files.get(name);
  if (!(file instanceof Buffer)) throw new Error(`no file ${name}`);
  desk.server.files.set(name, change(file));
  return file;
};

describe('a source', () => {
  it('begins with the whole file, and goes on with the deltas after it, in order', async () => {
    expect(await desk.run()).toEqual([]);
    expect(fetched()).toEqual([WHOLE, ...[3, 2, 1, 0].map((days) => `delta/${deltaName(days)}`)]);
    expect(await nameOf(1)).toBe('Oats 0');
    expect(await nameOf(2)).toBe('Rye');
    expect(await desk.state()).toMatchObject({
      position: nightBeforeOf(0),
      error: null,
      failures: 0,
      isDue: false,
    });
    expect((await desk.runs())[0]).toMatchObject({
      kind: 'delta',
      state: 'done',
      rows: 1,
      report: { updated: 1 },
    });
    expect(readdirSync(desk.folder).flatMap((name) => readdirSync(path.join(desk.folder, name)))).toEqual([]);
  });

  it('fetches only new deltas, and nothing where there is none', async () => {
    await desk.run();
    desk.server.requests.length = 0;
    await desk.run();
    expect(fetched()).toEqual([]);
    const name = desk.server.addDelta(nightBeforeOf(0), nightBeforeOf(0) + 600, [row(3, 'Spelt')]);
    await desk.run();
    expect(fetched()).toEqual([`delta/${name}`]);
    expect(await nameOf(3)).toBe('Spelt');
  });

  it('takes a delta without rows, or with no usable one, as a quiet day', async () => {
    await desk.run();
    const at = nightBeforeOf(0);
    desk.server.addDelta(at, at + 10, []);
    desk.server.addDelta(at + 10, at + 20, [{ code: gtinOf(9) }]);
    expect(await desk.run()).toEqual([]);
    expect((await desk.state()).position).toBe(at + 20);
  });

  it('keeps a product that is gone, and archives one that is no longer sold, as an import does', async () => {
    await desk.run();
    desk.server.addDelta(nightBeforeOf(0), nightBeforeOf(0) + 9, [{ ...row(2, 'Rye'), obsolete: 'on' }]);
    desk.server.setWhole([row(4, 'Emmer')]);
    expect(await desk.run({ asksWhole: true })).toEqual([]);
    expect(await nameOf(1)).toBe('Oats 0');
    expect((await desk.catalogue.findProduct(gtinOf(2)))?.['status']).toBe('archived');
    expect(await nameOf(4)).toBe('Emmer');
  });

  it('imports the whole file again after a week, and then the deltas after it', async () => {
    await desk.run();
    await desk.catalogue.query(`update upstreams set whole_at = now() - interval '7 days 1 minute'`);
    desk.server.requests.length = 0;
    await desk.run();
    expect(fetched()[0]).toBe(WHOLE);
    expect(await nameOf(1)).toBe('Oats 0');
  });

  it('imports the whole file where days are missing in the index at two looks', async () => {
    await desk.run();
    await desk.catalogue.query(`update upstreams set position = position - ${20 * 86_400}`);
    desk.server.requests.length = 0;
    expect(await desk.run()).toEqual(['open_food_facts']);
    expect((await desk.state()).error).toContain('Days are missing');
    // Not again so soon after the last one.
    expect(await desk.run()).toEqual(['open_food_facts']);
    expect(fetched()).toEqual([]);
    await aDayAfterWhole();
    expect(await desk.run()).toEqual([]);
    expect(fetched()[0]).toBe(WHOLE);
  });

  it('says that the upstream has stopped', async () => {
    await desk.run();
    await desk.catalogue.query(`update upstreams set position = ${nightBefore(20)}`);
    desk.server.files.set(
      'delta/index.txt',
      Buffer.from(`openfoodfacts_products_${nightBefore(22)}_${nightBefore(21)}.json.gz\n`),
    );
    expect(await desk.run()).toEqual(['open_food_facts']);
    expect((await desk.state()).error).toContain('The newest delta of the upstream ends on');
  });
});

describe('what an upstream does wrong', () => {
  it.each([
    ['is empty', ''],
    ['is a web page', '<!doctype html><title>Down</title>'],
    ['is being written', 'openfoodfacts_products_17'],
  ])('an index that %s changes nothing', async (_what, index) => {
    await desk.run();
    const before = await desk.state();
    desk.server.files.set('delta/index.txt', Buffer.from(index));
    expect(await desk.run()).toEqual(['open_food_facts']);
    expect(await desk.state()).toMatchObject({ position: before.position, failures: 1, isDue: false });
  });

  it('an index that shrinks to older days changes nothing', async () => {
    await desk.run();
    const before = await desk.state();
    desk.server.files.set('delta/index.txt', Buffer.from(`${deltaName(2)}\n`));
    desk.server.requests.length = 0;
    expect(await desk.run()).toEqual([]);
    expect(fetched()).toEqual([]);
    expect((await desk.state()).position).toBe(before.position);
  });

  it('a download that breaks off is resumed', async () => {
    const name = `delta/${deltaName(1)}`;
    const file = replaceFile(name, (given) => given);
    let tries = 0;
    desk.server.files.set(name, (request, response) => {
      tries += 1;
      if (tries === 1)
        breakOff(file, () => partOf(deltaName(1), Math.floor(file.length / 2)))(request, response);
      else sendFile(request, response, file, new Date());
    });
    expect(await desk.run()).toEqual([]);
    expect(fetched().filter((one) => one.includes(deltaName(1)))).toEqual([
      name,
      `${name} bytes=${Math.floor(file.length / 2)}-`,
    ]);
    expect(await nameOf(1)).toBe('Oats 0');
  });

  it.each([
    // The rows before the end are saved.
    ['is cut off', 'Oats 1', (file: Buffer) => file.subarray(0, file.length - 9)],
    ['is a web page', 'Oats 2', () => Buffer.from('<html>Try again later</html>')],
    ['is a compressed web page', 'Oats 2', () => gzipSync('<html>Try again later</html>\n')],
  ])(
    'a delta that %s stops before it, and is fetched again when it is repaired',
    async (_what, name1, spoil) => {
      const name = `delta/${deltaName(1)}`;
      const file = replaceFile(name, spoil);
      expect(await desk.run()).toEqual(['open_food_facts']);
      expect(await desk.state()).toMatchObject({
        position: nightBeforeOf(2),
        failedFile: deltaName(1),
        failures: 1,
      });
      expect(await nameOf(1)).toBe(name1);
      desk.server.files.set(name, file);
      expect(await desk.run()).toEqual([]);
      expect(await nameOf(1)).toBe('Oats 0');
      expect((await filesOf()).filter((one) => one.includes(deltaName(1)))).toEqual([
        `failed ${deltaName(1)}`,
        `done ${deltaName(1)}`,
      ]);
    },
  );

  it('after five failures at one day the whole file takes its place', async () => {
    desk.server.files.delete(`delta/${deltaName(1)}`);
    for (let i = 1; i <= 5; i++) {
      expect(await desk.run()).toEqual(['open_food_facts']);
      expect((await desk.state()).failures).toBe(i);
    }
    expect(await desk.run()).toEqual(['open_food_facts']);
    await aDayAfterWhole();
    desk.server.requests.length = 0;
    desk.server.modified = new Date();
    desk.server.setWhole([row(5, 'Teff')]);
    expect(await desk.run()).toEqual([]);
    expect(fetched()[0]).toBe(WHOLE);
    expect(await nameOf(5)).toBe('Teff');
    expect(await nameOf(1)).toBe('Oats 0');
  });

  it('a redirect to another host is not followed', async () => {
    desk.server.files.set(WHOLE, (_request, response) => {
      response.writeHead(302, { location: 'https://evil.example/openfoodfacts-products.jsonl.gz' }).end();
    });
    expect(await desk.run()).toEqual(['open_food_facts']);
    expect((await desk.state()).error).toContain(
      'evil.example/openfoodfacts-products.jsonl.gz is at a host that is not allowed',
    );
  });

  it('a redirect on the same host is followed', async () => {
    const file = replaceFile(WHOLE, (given) => given);
    desk.server.files.set('elsewhere.gz', file);
    desk.server.files.set(WHOLE, (_request, response) => {
      response.writeHead(302, { location: '/data/elsewhere.gz' }).end();
    });
    expect(await desk.run()).toEqual([]);
    expect(await nameOf(2)).toBe('Rye');
  });

  it('a file that is too large is not fetched', async () => {
    expect(await desk.run({ mostBytes: 20 })).toEqual(['open_food_facts']);
    expect((await desk.state()).error).toMatch(/has \d+ bytes, more than the 20/);
  });

  it('a server that sends nothing is given up, and asked again', async () => {
    desk.server.files.set(WHOLE, (_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 });
      response.write('x');
    });
    expect(await desk.run({ silenceMs: 30 })).toEqual(['open_food_facts']);
    expect(fetched()).toHaveLength(4);
    expect((await desk.state()).error).toContain('it took too long');
  });

  it('an index without end is not read', async () => {
    desk.server.files.set('delta/index.txt', (_request, response) => response.end('x'.repeat(1_048_577)));
    expect(await desk.run()).toEqual(['open_food_facts']);
    expect((await desk.state()).error).toContain('is too long for an index');
  });

  it('a wrong checksum in the index stops before the file', async () => {
    const index = replaceFile('delta/index.txt', (given) =>
      Buffer.from(given.toString().replaceAll(/^(?=open)/gm, `${'0'.repeat(64)}  `)),
    );
    expect(index.toString()).not.toContain('0'.repeat(64));
    expect(await desk.run()).toEqual(['open_food_facts']);
    expect((await desk.state()).error).toMatch(/^The checksum of .* is wrong$/);
    expect(gunzipSync(replaceFile(WHOLE, (given) => given)).toString()).toContain('Rye');
  });

  it('an inner address is not reached unless the settings allow its network', async () => {
    const { createUpstreamClient } = await import('../../../src/upstream/upstream-client.ts');
    const client = createUpstreamClient(new Set(['127.0.0.1']), {
      permitted: [],
      resolve: () => Promise.resolve([]),
    });
    const asking = client.readText(`${desk.server.address}delta/index.txt`, new AbortController().signal);
    await expect(asking).rejects.toThrow('is in an inner network');
    await client.close();
  });
});
