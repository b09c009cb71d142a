import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { runDump } from '../../../src/publish/dumps/run-dump.ts';
import type { AlertCause } from './alert-cause.ts';
import type { World } from '../world.ts';

/** As by `npm run dump`. */
async function makeDump({ db, root }: World, acceptsShrunken = true): Promise<void> {
  await runDump({ db, root: path.join(root, 'dumps'), requestedBy: 'command', acceptsShrunken });
}

export const DUMP_ALERT_CAUSES: AlertCause[] = [
  {
    alert: 'FactshelfDumpNotPublished',
    cause: 'a file stands where the folder of dumps should be',
    remedy: 'see the error in dump_runs, remove the file, npm run dump',
    async bringAbout({ world }) {
      const root = path.join(world.root, 'dumps');
      await rm(root, { recursive: true, force: true });
      await writeFile(root, '');
      await makeDump(world).catch(() => undefined);
      return async () => {
        await rm(root);
        await makeDump(world);
      };
    },
  },
  {
    alert: 'FactshelfDumpNotPublished',
    cause: 'somebody archives a tenth of the products',
    remedy: 'see the reason in dump_runs, put them back, npm run dump',
    async bringAbout({ world }) {
      await makeDump(world);
      const { rows } = await world.db.execute<{ id: string }>(sql`
        update products set status = 'archived' where id in (
          select id from products where status = 'active' limit (select count(*) / 10 from products where status = 'active'))
        returning id`);
      await makeDump(world, false);
      return async () => {
        const ids = rows.map(({ id }) => id);
        await world.db.execute(
          sql`update products set status = 'active' where id = any(${sql.param(ids)}::uuid[])`,
        );
        await makeDump(world, false);
      };
    },
  },
  {
    alert: 'FactshelfDumpOld',
    cause: 'nobody has made a dump for three days',
    remedy: 'npm run dump',
    async bringAbout({ world }) {
      await makeDump(world);
      await world.db.execute(sql`
        update dump_runs set manifest = jsonb_set(manifest, '{created_at}', to_jsonb(now() - interval '3 days'))
        where manifest is not null`);
      return () => makeDump(world);
    },
  },
];
