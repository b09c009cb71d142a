import { eq, sql } from 'drizzle-orm';
import { products } from '../../../src/platform/db/schema/catalogue.ts';
import { findLastReconcile, requestReconcile } from '../../../src/search/index/reconcile-store.ts';
import { listRebuilds, requestRebuild } from '../../../src/search/index/rebuild-store.ts';
import { SEARCH_INDEX } from '../../../src/search/index/search-index.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { touchProducts } from '../indexer/indexer-scenarios.ts';
import { terminate, type AlertCause, type Drilled } from './alert-cause.ts';

/** What keeps the index from being what Postgres says. */
export const INDEX_ALERT_CAUSES: AlertCause[] = [
  ...['FactshelfIndexBehind', 'FactshelfIndexBudget'].map((alert) => ({
    alert,
    cause: 'Meilisearch stands still while a product changes',
    remedy: 'let it go on',
    async bringAbout({ world }: Drilled) {
      world.engine.signal('SIGSTOP');
      await touchProducts(world, 1);
      return async () => world.engine.signal('SIGCONT');
    },
  })),
  {
    alert: 'FactshelfNoIndexWriter',
    cause: 'somebody else holds the lock of the index',
    remedy: 'find the holder in pg_locks, pg_terminate_backend',
    async bringAbout({ world }) {
      const thief = await world.pool.connect();
      thief.on('error', () => undefined);
      await thief.query("set application_name = 'thief'");
      const lock = sql`select classid, objid from pg_locks where locktype = 'advisory' and classid = 7305222`;
      const { rows } = await world.db.execute<{ classid: string; objid: string }>(lock);
      const waiting = thief.query('select pg_advisory_lock($1, $2::bigint::bit(32)::int)', [
        rows[0]?.classid,
        rows[0]?.objid,
      ]);
      await terminate(world, sql`application_name = 'factshelf-indexer-lock'`);
      await waiting;
      return async () => {
        await terminate(
          world,
          sql`pid in (select pid from pg_locks where locktype = 'advisory' and classid = 7305222 and granted)`,
        );
        thief.release(true);
      };
    },
  },
  {
    alert: 'FactshelfIndexParked',
    cause: 'a product whose document Meilisearch refuses (its id is spoilt on the way)',
    remedy: 'correct the product',
    async bringAbout({ world, proxy }) {
      proxy.setRewrite((body) => body.replaceAll(/"id":"([^"]+)"(?=[^\n]*"name":"Poison)/g, '"id":"a:$1"'));
      const id = await insertProduct(world.db, { name: 'Poison' });
      return async () => {
        const { rows } = await world.db.execute<{ error: string }>(
          sql`select parked_error as error from search_outbox where parked_error is not null`,
        );
        if (!rows[0]?.error.includes('is invalid')) throw new Error('no words of the engine');
        await world.db.update(products).set({ name: 'Cured' }).where(eq(products.id, id));
        await world.converge();
        proxy.setRewrite(undefined);
      };
    },
  },
  {
    alert: 'FactshelfIndexDrift',
    cause: 'a script with the master key writes to the index, again and again',
    remedy: 'stop the script',
    async bringAbout({ world }) {
      const index = world.client.index(SEARCH_INDEX);
      const { results } = await index.getDocuments({ limit: 5 });
      const writing = setInterval(() => {
        void index.updateDocuments(results.map(({ id }) => ({ id, name: 'Drifted' }))).catch(() => undefined);
      }, 1_000);
      await requestReconcile(world.db, 'drill');
      return async () => clearInterval(writing);
    },
  },
  {
    alert: 'FactshelfReconcileMissing',
    cause: 'Meilisearch fails whenever documents are read',
    remedy: 'see the error in index_reconciles, mend the engine',
    async bringAbout({ world, proxy }) {
      const isRead = (path: string) => path.endsWith('/documents/fetch');
      proxy.setFault((_, path) =>
        isRead(path) ? { status: 500, body: '{"message":"broken","code":"internal"}' } : undefined,
      );
      return async () => {
        if (!(await findLastReconcile(world.db))?.error) throw new Error('no error of the comparison');
        proxy.setFault(() => undefined);
        await requestReconcile(world.db, 'drill');
      };
    },
  },
  {
    alert: 'FactshelfRebuildFailed',
    cause: 'Meilisearch refuses to swap the indexes',
    remedy: 'see index_rebuilds.error, mend it, npm run reindex',
    async bringAbout({ world, proxy }) {
      proxy.setFault((_, path) =>
        path.startsWith('/swap-indexes')
          ? { status: 400, body: '{"message":"no swap today","code":"invalid_swap_indexes"}' }
          : undefined,
      );
      await requestRebuild(world.db, 'drill');
      return async () => {
        const [failed] = await listRebuilds(world.db, 1);
        if (failed?.state !== 'failed' || !failed.error?.includes('no swap'))
          throw new Error('no error of the rebuild');
        proxy.setFault(() => undefined);
        await requestRebuild(world.db, 'drill');
        await world.converge();
      };
    },
  },
];
