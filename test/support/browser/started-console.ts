import path from 'node:path';
import { createPasswordHasher } from '../../../src/access/accounts/passwords/password-hash.ts';
import { createDb, createPool } from '../../../src/platform/db/client.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createConsoleOperators } from '../callers/console-operators.ts';
import { findServerPort } from '../servers/server-port.ts';
import { createDataRoot, listAddresses, readRunning, startFactshelf } from '../servers/started-program.ts';
import { waitFor } from '../wait-for.ts';
import { launchBrowser } from './browser-page.ts';
import type { ServedConsole } from './console-pages.ts';

/** All of `npm start` with one operator of each role, and a browser. */
export async function startConsole(): Promise<ServedConsole & { stop: () => Promise<void> }> {
  const root = await createDataRoot();
  const dataDir = path.join(root.path, 'data');
  const port = await findServerPort();
  const program = startFactshelf(dataDir, port);
  await listAddresses(program);
  const logger = createLogger('test', 'silent');
  const { DATABASE_URL: url } = await readRunning(dataDir);
  const pool = createPool({ url, applicationName: 'console-test', logger, statementTimeoutMs: 10_000 });
  const db = createDb(pool);
  // A start that takes long on a busy machine says that all is there before its index holds everything.
  await waitFor('an index of all', async () => {
    const { rows } = await pool.query('SELECT FROM search_outbox LIMIT 1');
    return rows.length === 0;
  });
  await createConsoleOperators(db, createPasswordHasher());
  const browser = await launchBrowser();
  return {
    origin: `http://127.0.0.1:${port}`,
    db,
    browser,
    stop: async () => {
      await browser.close();
      await pool.end();
      program.kill('SIGTERM');
      await program.ended;
      await root.remove();
    },
  };
}
