import type pg from 'pg';
import { createPool, type DatabaseOptions } from '../../../src/platform/db/client.ts';
import { createLogger } from '../../../src/platform/logger.ts';

/** Returns a pool with one connection, so that a test sees what the connection keeps. */
export const createSinglePool = (url: string, options: Partial<DatabaseOptions> = {}): pg.Pool =>
  createPool({
    url,
    applicationName: 'factshelf-test',
    max: 1,
    statementTimeoutMs: 15_000,
    logger: createLogger('test', 'silent'),
    ...options,
  });
