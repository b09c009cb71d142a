import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { runDump } from '../../src/catalog/dumps/run-dump.ts';
import type { AlertCause } from './alert-causes.ts';
import type { World } from './world.ts';

/** As by `npm run dump`. */
async function makeDump({ db, root }: World): Promise<void> {
  await runDump({ db, root: path.join(root, 'dumps'), requestedBy: 'command', acceptsShrunken: true });
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
