import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { listDumpNames } from '../../../src/publish/dumps/dump-folder.ts';
import { startProgram, type StartedProgram } from '../../support/servers/started-program.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { World } from '../world.ts';

/** The one table that products, brands, categories and sources are read without. */
const READ_LAST = 'kinds';

/** `npm run dump` into this folder. */
export const startDump = (world: World, root: string, ...options: string[]) =>
  startProgram(
    'src/cli/dump',
    { ...world.settings, DUMP_DIR: root, NODE_OPTIONS: '--trace-deprecation' },
    undefined,
    options,
  );

/** Holds a lock on a table while the dumper runs into it. */
async function lock(world: World, table: string, mode: string) {
  const holder = await world.pool.connect();
  await holder.query('begin');
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

/** Folders of dumps that nobody has finished. */
export const listUnfinished = async (root: string) =>
  (await readdir(root)).filter((entry) => entry.startsWith('.unfinished-'));

interface Stage {
  name: string;
  /** Starts a dumper and resolves when it is there. */
  reach: (world: World, root: string) => Promise<{ program: StartedProgram; release: () => Promise<void> }>;
  /** Whether what it made is shown by then. */
  isShown: boolean;
}

/** Where a dumper can be killed, in the order it gets there. */
export const STAGES: Stage[] = [
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
