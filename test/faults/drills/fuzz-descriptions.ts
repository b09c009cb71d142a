import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { sql } from 'drizzle-orm';
import { loadDemoCatalogue } from '../../../src/demo/demo-catalogue.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { createWorld } from '../world.ts';

/** What an answer must never be: a failure, a status or a type that is not described, or of another shape. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** They can end the session that a run is made with, of which all that follows would be refused: a run of their own has them. */
const ENDS_SESSION = [
  'signOut',
  'changeOwnPassword',
  'endOperatorSessions',
  'disableOperator',
  'changeOperatorRole',
  'resetOperatorPassword',
  'resetOperatorTotp',
];

interface Description {
  servers?: { url: string }[];
  paths: Record<string, Record<string, { operationId: string; servers?: { url: string }[] }>>;
}

/** Schemathesis knows one base for all: each path gets that of its own server. */
function withWholePaths({ servers = [], paths, ...rest }: Description): Description {
  const whole = Object.entries(paths).map(([below, methods]) => {
    const own = Object.values(methods)[0]?.servers ?? servers;
    return [
      (own[0]?.url ?? '').replace(/\/$/, '') + below,
      Object.fromEntries(
        Object.entries(methods).map(([name, operation]) => [name, { ...operation, servers: undefined }]),
      ),
    ];
  });
  return { ...rest, paths: Object.fromEntries(whole) as Description['paths'] };
}

const command = new Command('fuzz-descriptions')
  .description('Calls every described operation with made-up input. Needs `schemathesis` on the PATH.')
  .option('--examples <n>', 'inputs for each operation', '130')
  .option('--seed <n>', 'to have the same inputs again', '1')
  .option('--only <which>', 'public, off, upc or admin')
  .action(run);

interface Options {
  examples: string;
  seed: string;
  only?: string;
}

async function run({ examples, seed, only }: Options): Promise<void> {
  const world = await createWorld();
  try {
    // Products with all facts, so that their schemas are checked.
    await world.db.execute(sql`delete from products`);
    await loadDemoCatalogue(world.db, createLogger('fuzz-descriptions', 'silent'));
    await world.converge();
    const { headers } = await signInTestOperator(world.db, 'admin');
    const other = await signInTestOperator(world.db, 'admin');
    const runs: [string, string, Record<string, string>, 'exclude' | 'include'][] = [
      ['public', '/api/v1/openapi.json', world.headers, 'exclude'],
      ['off', '/off/openapi.json', world.headers, 'exclude'],
      ['upc', '/upc/openapi.json', world.headers, 'exclude'],
      ['admin', '/api/admin/openapi.json', headers, 'exclude'],
      ['admin', '/api/admin/openapi.json', other.headers, 'include'],
    ];
    for (const [name, address, own, ofSession] of runs) {
      if (only !== undefined && only !== name) continue;
      const { text } = await world.api.get(address, own);
      const file = path.join(world.root, `${name}.json`);
      await writeFile(file, JSON.stringify(withWholePaths(JSON.parse(text) as Description)));
      const code = await runSchemathesis([
        'run',
        file,
        `--url=${world.api.origin}`,
        `--checks=${CHECKS.join(',')}`,
        `--max-examples=${examples}`,
        `--seed=${seed}`,
        // A read that waits for changes takes 25 s at the most.
        '--request-timeout=30',
        '--generation-database=none',
        '--continue-on-failure',
        '--no-color',
        '--warnings=off',
        ...Object.entries(own).map(([header, value]) => `--header=${header}: ${value}`),
        ...ENDS_SESSION.map((id) => `--${ofSession}-operation-id=${id}`),
      ]);
      if (code !== 0) process.exitCode = 1;
      if (name !== 'admin' || ofSession === 'include') continue;
      // Without it, all that the run saw of the console's interface was its refusal.
      const { status } = await world.api.get('/api/admin/me', own);
      process.stdout.write(`the session at the end: ${status}\n`);
      if (status !== 200) process.exitCode = 1;
    }
  } finally {
    await world.close();
  }
}

async function runSchemathesis(args: string[]): Promise<number | null> {
  const program = spawn('schemathesis', args, { stdio: 'inherit', cwd: tmpdir() });
  return await new Promise((resolve, reject) => {
    program.once('error', reject);
    program.once('exit', resolve);
  });
}

await command.parseAsync();
