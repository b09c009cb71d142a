import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface RunningImport {
  /** Its report. @throws when it fails */
  ended: Promise<string>;
}

/** The project's own import, as a process of its own beside the service. */
export function startImport(file: string, databaseUrl: string, dir: string, rows?: number): RunningImport {
  const program = fileURLToPath(new URL('../../src/cli/import/import.ts', import.meta.url));
  const given = [file, '--refused', join(dir, 'refused.tsv'), ...(rows ? ['--limit', String(rows)] : [])];
  const child = spawn(process.execPath, [...process.execArgv, program, ...given], {
    env: { ...process.env, DATABASE_URL: databaseUrl, REDIS_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = async () => {
    const [report, complaint, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ]);
    if (code !== 0) throw new Error(`The import failed: ${complaint.slice(-500)}`);
    return report;
  };
  return { ended: end() };
}
