import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { nameCopy } from '../../../src/index/copy-name.ts';
import { listCopies } from '../../../src/index/copy-store.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { AlertCause } from './alert-cause.ts';
import { createOwnEngine } from '../servers/own-engine.ts';

const FILLED_MS = 120_000;

export const COPY_ALERT_CAUSE: AlertCause = {
  alert: 'FactshelfIndexCopyLeftOut',
  cause: 'kill -9 of one of two copies of the index',
  remedy: 'start it',
  async bringAbout({ world, proxy }) {
    const root = path.join(world.root, 'copy');
    await mkdir(root, { recursive: true });
    const second = await createOwnEngine(root);
    await second.start();
    const one = { INDEXER_PORT: String(world.indexer.port), MEILI_URL: proxy.url };
    const replaceIndexer = async (settings: Record<string, string>) => {
      await world.indexer.kill('SIGTERM');
      await world.replaceIndexer(settings);
    };
    const untilInService = () =>
      waitFor(
        'the second copy to be in service',
        async () =>
          (await listCopies(world.db)).some(
            ({ name, state }) => name === nameCopy(second.url) && state === 'in_service',
          ),
        FILLED_MS,
      );
    await replaceIndexer({ ...one, MEILI_URLS: `${proxy.url},${second.url}` });
    await untilInService();
    await second.kill();
    return async () => {
      await second.start();
      await untilInService();
      // The alerts after this one are of a service with one copy.
      await replaceIndexer(one);
      await second.kill();
    };
  },
};
