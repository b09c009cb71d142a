import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { onDatabase } from '../../src/cli/on-database.ts';
import type { Db } from '../../src/platform/db/client.ts';

const readSchema = z.object({
  reader: z.string(),
  file: z.string(),
  figures: z.record(z.string(), z.number()),
});
/** Of sums of amounts that are added in another order. */
const MOST_RELATIVE = 1e-9;

await new Command('dump-peers')
  .description(
    'Makes a dump, and has pyarrow and DuckDB (pip install pyarrow duckdb) find in it what SQL finds.',
  )
  .option('--python <command>', 'a Python that has them', 'python3')
  .action(run)
  .parseAsync();

async function run({ python }: { python: string }): Promise<void> {
  const root = await mkdtemp(path.join(tmpdir(), 'factshelf-peers-'));
  try {
    runProgram(process.execPath, ['--import', 'tsx', 'src/cli/dump.ts', '--accept-shrunken'], {
      DUMP_DIR: root,
    });
    const [name = ''] = await readdir(root);
    const script = fileURLToPath(new URL('./read-dumps.py', import.meta.url));
    const read = runProgram(python, [script, path.join(root, name)]);
    await onDatabase('peers', async (db) => compare(await askDatabase(db), read));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function runProgram(program: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** The same figures as read-dumps.py, of products in use. */
async function askDatabase(db: Db): Promise<Record<string, number>> {
  const { rows } = await db.execute<Record<string, number>>(sql`
    with shown as (
      select p.*, c.archive_kind from products p join categories c on c.id = p.category_id
      where p.status = 'active' and p.merged_into_id is null)
    select count(*)::float8 as products, sum(quality_score)::float8 as quality,
      (select sum((f.nutriments->>'fat_g')::float8) from shown s join food_details f on f.product_id = s.id
        where s.archive_kind = 'food') as fat,
      (select count(*)::float8 from shown s join barcodes b on b.product_id = s.id) as barcodes,
      (select count(*)::float8 from (
        select product_id, source_id from shown s join provenance p on p.product_id = s.id where p.fields <> '{}'
        union select s.id, key::uuid from shown s, jsonb_object_keys(s.claims) key) one) as sources,
      (select count(*)::float8 from shown s join provenance p on p.product_id = s.id,
        jsonb_object_keys(p.fields)) as fields,
      (select count(*)::float8 from shown s, lateral (
        select jsonb_object_keys(coalesce(s.facts->'names', '{}'))
        union select s.facts->>'name_lang' where s.facts->>'name_lang' is not null) name) as names,
      count(distinct brand_id)::float8 as brands,
      floor(extract(epoch from max(updated_at)) * 1000)::float8 as updated,
      (select count(distinct s.id)::float8 from shown s join provenance p on p.product_id = s.id
        join sources o on o.id = p.source_id where o.license like 'CC0%') as free
    from shown`);
  return rows[0] ?? {};
}

function compare(expected: Record<string, number>, read: string): void {
  for (const line of read.trimEnd().split('\n')) {
    const { reader, file, figures } = readSchema.parse(JSON.parse(line));
    const wrong = Object.entries(figures).filter(([name, figure]) => {
      const own = expected[name] ?? 0;
      return Math.abs(own - figure) > MOST_RELATIVE * Math.abs(own);
    });
    const shown = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`);
    process.stdout.write(`${reader}, ${file}: ${shown.join(', ')}\n`);
    for (const [name, figure] of wrong)
      process.stdout.write(`  DIFFERENT: ${name} is ${figure}, SQL says ${expected[name]}\n`);
    if (wrong.length > 0) process.exitCode = 1;
  }
}
