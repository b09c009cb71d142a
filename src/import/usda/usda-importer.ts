import type { Importer } from '../importer.ts';
import { openZip } from '../reading/read-zip.ts';
import type { DatabaseSession } from './database-session.ts';
import { readUsdaRows } from './stage-usda.ts';
import { mapUsdaRow } from './usda-record.ts';

/** Imports the ZIP archive of FoodData Central: branded foods alone, or all of it. */
export function createUsdaImporter(openDatabaseSession: () => Promise<DatabaseSession>): Importer {
  return {
    sourceCode: 'usda',
    async *readRows(input) {
      const archive = await openZip(input.path, input.onBytesRead);
      const session = await openDatabaseSession();
      try {
        yield* readUsdaRows(archive, session, input);
      } finally {
        session.end();
        archive.close();
      }
    },
    mapRow: mapUsdaRow,
  };
}
