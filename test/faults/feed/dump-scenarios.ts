import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { listDumpNames, readManifest } from '../../../src/publish/dumps/dump-folder.ts';
import { listRuns } from '../../../src/publish/dumps/dump-run-store.ts';
import { readDumpedProducts } from '../../support/changes/dump-reader.ts';
import type { StartedApi } from '../../support/servers/started-api.ts';
import { waitFor } from '../../support/wait-for.ts';
import { mount, unmount } from '../engine/engine-scenarios.ts';
import { exactly, type Finding, type Scenario } from '../scenario.ts';
import { insertProducts, type World } from '../world.ts';
import { checkCopy, createFeedCopy, untilStamped } from './copies.ts';
import { listUnfinished, STAGES, startDump } from './dump-stages.ts';

const MOST_KEPT = 7;

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
