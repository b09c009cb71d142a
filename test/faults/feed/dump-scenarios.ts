import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { listDumpNames, readManifest } from '../../../src/catalog/dumps/dump-folder.ts';
import { listRuns } from '../../../src/catalog/dumps/dump-run-store.ts';
import { readDumpedProducts } from '../../support/changes/dump-reader.ts';
import type { StartedApi } from '../../support/servers/started-api.ts';
import { startProgram, type StartedProgram } from '../../support/servers/started-program.ts';
import { waitFor } from '../../support/wait-for.ts';
import { mount, unmount } from '../engine/engine-scenarios.ts';
import { exactly, type Finding, type Scenario } from '../scenario.ts';
import { insertProducts, type World } from '../world.ts';
import { checkCopy, createFeedCopy, untilStamped } from './copies.ts';

const MOST_KEPT = 7;
/** The one table that products, brands, categories and sources are read without. */
const READ_LAST = 'kinds';

const startDump = (world: World, root: string, ...options: string[]) =>
  startProgram(
    'src/cli/dump.ts',
    { ...world.settings, DUMP_DIR: root, NODE_OPTIONS: '--trace-deprecation' },
    undefined,
    options,
  );

/** @throws when it is not published, or complains about anything */
async function makeDump(world: World, root: string): Promise<void> {
  const program = startDump(world, root, '--accept-shrunken');
  const code = await program.ended;
  if (code !== 0 || program.errors() !== '')
    throw new Error(`the dump ended with ${code}: ${program.errors()}`);
}

/** Of all dumps that are shown, those of which a file is not there or not what its sum says. */
async function countBroken(root: string): Promise<number> {
  let broken = 0;
  for (const name of await listDumpNames(root)) {
    const sums = await readFile(path.join(root, name, 'SHA256SUMS'), 'utf8').catch(() => '');
    const files = sums
      .trim()
      .split('\n')
      .map((line) => line.split('  '));
    const whole = await Promise.all(
      files.map(async ([sum, file = '']) => {
        const bytes = await readFile(path.join(root, name, file)).catch(() => Buffer.of());
        return createHash('sha256').update(bytes).digest('hex') === sum;
      }),
    );
    if (whole.includes(false)) broken += 1;
  }
  return broken;
}

/** A copy of the newest dump that is shown, and of what the feed tells after it. */
async function checkDump(world: World, root: string, name: string): Promise<Finding> {
  const [newest = ''] = await listDumpNames(root);
  const manifest = await readManifest(root, newest);
  if (!manifest) throw new Error('no dump is shown');
  await untilStamped(world);
  const copy = createFeedCopy(world, {
    products: await readDumpedProducts(root, manifest),
    cursor: manifest.cursor,
  });
  await copy.readOn();
  return await checkCopy(
    world,
    `${name}: the dump that is shown, and the feed from its cursor`,
    copy.products,
  );
}

/** Holds a lock on a table while the dumper runs into it. */
async function lock(world: World, table: string, mode: string) {
  const holder = await world.pool.connect();
  await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
  await holder.query(`lock table ${table} in ${mode} mode`);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

async function untilBlocked({ db }: World, words: string): Promise<void> {
  await waitFor(
    `the dumper at ${words}`,
    async () => {
      const { rows } =
        await db.execute(sql`select from pg_stat_activity where application_name = 'factshelf-dump'
        and wait_event_type = 'Lock' and query ilike ${`%${words}%`}`);
      return rows.length > 0;
    },
    60_000,
  );
}

const listUnfinished = async (root: string) =>
  (await readdir(root)).filter((entry) => entry.startsWith('.unfinished-'));

interface Stage {
  name: string;
  /** Starts a dumper and resolves when it is there. */
  reach: (world: World, root: string) => Promise<{ program: StartedProgram; release: () => Promise<void> }>;
  /** Whether what it made is shown by then. */
  isShown: boolean;
}

const STAGES: Stage[] = [
  {
    name: 'waiting for the feed',
    isShown: false,
    async reach(world, root) {
      const release = await lock(world, 'change_feed', 'access exclusive');
      const program = startDump(world, root);
      await untilBlocked(world, 'change_feed');
      return { program, release };
    },
  },
  {
    name: 'at its beginning',
    isShown: false,
    async reach(world, root) {
      const release = await lock(world, 'sources', 'access exclusive');
      const program = startDump(world, root);
      await untilBlocked(world, 'sources');
      return { program, release };
    },
  },
  {
    name: 'reading products and writing them',
    isShown: false,
    async reach(world, root) {
      const program = startDump(world, root);
      await waitFor(
        'bytes in a file',
        async () => {
          const [folder = ''] = await listUnfinished(root);
          const parquet = path.join(root, folder, 'products.parquet');
          return folder !== '' && ((await stat(parquet).catch(() => undefined))?.size ?? 0) > 0;
        },
        60_000,
      );
      return { program, release: () => Promise.resolve() };
    },
  },
  {
    name: 'after the tables, before what they refer to',
    isShown: false,
    async reach(world, root) {
      const release = await lock(world, READ_LAST, 'access exclusive');
      const program = startDump(world, root);
      await untilBlocked(world, READ_LAST);
      return { program, release };
    },
  },
  {
    name: 'all is written, before the rename',
    isShown: false,
    async reach(world, root) {
      const releaseLast = await lock(world, READ_LAST, 'access exclusive');
      const program = startDump(world, root);
      await untilBlocked(world, READ_LAST);
      const release = await lock(world, 'dump_runs', 'access exclusive');
      await releaseLast();
      const [folder = ''] = await listUnfinished(root);
      await waitFor('the last file', () => existsSync(path.join(root, folder, 'SHA256SUMS')), 60_000);
      await untilBlocked(world, 'dump_runs');
      return { program, release };
    },
  },
  {
    name: 'after the rename, before the row that says so',
    isShown: true,
    async reach(world, root) {
      const before = (await listDumpNames(root)).length;
      const releaseLast = await lock(world, READ_LAST, 'access exclusive');
      const program = startDump(world, root);
      await untilBlocked(world, READ_LAST);
      // Others may read.
      const release = await lock(world, 'dump_runs', 'share');
      await releaseLast();
      await waitFor('the rename', async () => (await listDumpNames(root)).length > before, 60_000);
      await untilBlocked(world, 'update "dump_runs"');
      return { program, release };
    },
  },
];

export const DUMP_SCENARIOS: Scenario[] = [
  {
    id: 'F53',
    title: 'kill -9 of the dumper at each stage',
    async run(world, rounds) {
      const root = path.join(world.root, `killed-dumps-${Date.now()}`);
      await insertProducts(world.db, rounds(50_000, 15_000));
      await untilStamped(world);
      await makeDump(world, root);
      const findings: Finding[] = [];
      for (const { name, reach, isShown } of STAGES) {
        const before = await listDumpNames(root);
        await world.db.execute(sql`update products set name = ${name}
          where id in (select id from products where status = 'active' order by random() limit 20)`);
        const { program, release } = await reach(world, root);
        program.kill('SIGKILL');
        const code = await program.ended;
        await release();
        if (code !== null) throw new Error(`the dumper had ended with ${code} at: ${name}`);
        const shown = (await listDumpNames(root)).length - before.length;
        findings.push(
          exactly(
            `${name}: new dumps shown, broken ones`,
            `${isShown ? 1 : 0}, 0`,
            `${shown}, ${await countBroken(root)}`,
          ),
          await checkDump(world, root, name),
        );
        // The server may notice a little later that the killed one is gone.
        await waitFor(
          'the next dump',
          () =>
            makeDump(world, root).then(
              () => true,
              () => false,
            ),
          120_000,
        );
        const [last] = await listRuns(world.db, 1);
        findings.push(
          exactly(
            `${name}: the next one; files of the killed one left`,
            'published, 0',
            `${last?.state}, ${(await listUnfinished(root)).length}`,
          ),
        );
      }
      const removing = 'removing the oldest';
      while ((await listDumpNames(root)).length < MOST_KEPT) await makeDump(world, root);
      const oldest = (await listDumpNames(root)).at(-1) ?? '';
      // So many files that it takes a while.
      for (let n = 0; n < 20_000; n += 1) await writeFile(path.join(root, oldest, `.${n}`), '');
      const whole = (await readdir(path.join(root, oldest))).length;
      const count = (folder: string) =>
        readdir(path.join(root, folder)).then(
          (files) => files.length,
          () => 0,
        );
      const program = startDump(world, root);
      await waitFor(
        'the first file to go',
        async () => (await count(oldest)) + (await count(`.unfinished-${oldest}`)) < whole,
        60_000,
      );
      program.kill('SIGKILL');
      await program.ended;
      const left = (await count(oldest)) + (await count(`.unfinished-${oldest}`));
      findings.push(
        exactly(
          `${removing}, ${left > 0 ? 'some' : 'none'} of its files left: broken ones shown`,
          0,
          await countBroken(root),
        ),
        await checkDump(world, root, removing),
      );
      await rm(root, { recursive: true, force: true });
      return findings;
    },
  },
  {
    id: 'F54',
    title: 'the disk of the dumps is full, sooner or later in a dump',
    cannotRun: () => (process.getuid?.() === 0 ? undefined : 'only root may mount a small disk'),
    async run(world) {
      await insertProducts(world.db, 10_000);
      await untilStamped(world);
      const root = path.join(world.root, 'small-dumps');
      await mkdir(root, { recursive: true });
      if (!mount(root, 64)) throw new Error('cannot mount a tmpfs: it takes the right to (CAP_SYS_ADMIN)');
      const filler = path.join(root, 'filler');
      let api: StartedApi | undefined;
      try {
        api = await world.startApi({ DUMP_DIR: root });
        await makeDump(world, root);
        const [name = ''] = await listDumpNames(root);
        const files = await readdir(path.join(root, name));
        const sizes = await Promise.all(
          files.map(async (file) => (await stat(path.join(root, name, file))).size),
        );
        const size = sizes.reduce((sum, one) => sum + one, 0);
        const findings: Finding[] = [];
        for (const share of [0, 0.3, 0.7, 0.97]) {
          const room = `${share * 100} % of the room`;
          // Up to the last page, but for what is left free.
          await writeFile(filler, Buffer.alloc(64 * 1_024 * 1_024)).catch(() => undefined);
          const { size: filled } = await stat(filler);
          await rm(filler);
          await writeFile(filler, Buffer.alloc(Math.max(0, Math.floor(filled - size * share))));
          const program = startDump(world, root);
          const code = await program.ended;
          const [run] = await listRuns(world.db, 1);
          const { status, text } = await api.get('/api/v1/dumps');
          const listed = (JSON.parse(text) as { items?: { name: string }[] }).items?.map((dump) => dump.name);
          findings.push(
            exactly(
              `${room}: exit code, run, files left`,
              '1, failed, 0',
              `${code}, ${run?.state}, ${(await listUnfinished(root)).length}`,
            ),
            exactly(`${room}: why`, 'true', String(/ENOSPC|no space/i.test(run?.error ?? ''))),
            exactly(
              `${room}: dumps that are listed, broken ones`,
              `200 ${name}, 0`,
              `${status} ${listed?.join()}, ${await countBroken(root)}`,
            ),
          );
        }
        await world.db.execute(sql`delete from products
          where id in (select id from products where status = 'active' order by random() limit 20)`);
        findings.push(await checkDump(world, root, 'meanwhile'));
        await rm(filler);
        await makeDump(world, root);
        findings.push(
          exactly('room again: dumps', 2, (await listDumpNames(root)).length),
          await checkDump(world, root, 'room again'),
        );
        return findings;
      } finally {
        await api?.stop();
        unmount(root);
      }
    },
  },
];
