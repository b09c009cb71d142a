// @ts-check
import path from 'node:path';
import { bringUpToDate, DIST, listAll, ROOT } from './up-to-date.mjs';

/** The service's files that the console imports. */
const SHARED = /-contract\.ts$|\/facts\/registry\/|\/callers\/operator\.ts$/;

await bringUpToDate({
  place: path.join(DIST, 'console'),
  last: 'index.html',
  listSources: async () => [
    ...(await listAll(path.join(ROOT, 'console'))),
    ...(await listAll(path.join(ROOT, 'src'))).filter((file) => SHARED.test(file)),
    path.join(ROOT, 'package-lock.json'),
  ],
  async build(draft) {
    const vite = await import('vite');
    await vite.build({
      configFile: path.join(ROOT, 'console/vite.config.ts'),
      build: { outDir: draft },
      logLevel: 'error',
    });
  },
});
