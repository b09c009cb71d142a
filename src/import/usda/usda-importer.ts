import type { Importer } from '../importer.ts';
import { openZip } from '../reading/read-zip.ts';
import type { Session } from './session.ts';
import { readUsdaRows } from './stage-usda.ts';
import { mapUsdaRow } from './usda-record.ts';

/** Imports the ZIP archive of FoodData Central: branded foods alone, or all of it. */
export function createUsdaImporter(openSession: () => Promise<Session>): Importer {
  return {
    sourceCode: 'usda',
    async *readRows(input) {
      const archive = await openZip(input.path, input.onBytesRead);
      const session = await openSession();
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
