import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { forPython, prepareDescription, withRefusals } from './prepare-description.mjs';

const CLIENTS = fileURLToPath(new URL('.', import.meta.url));
const TYPESCRIPT = path.join(CLIENTS, 'typescript');
const PYTHON = path.join(CLIENTS, 'python');
const PYTHON_TOOLS = path.join(PYTHON, '.venv/bin');
const PYTHON_PACKAGE = 'python/src/factshelf';

/** What is written here and never edited. */
const GENERATED = [
  'typescript/src/schema.ts',
  ...['api', 'models', 'client.py', 'errors.py', 'types.py'].map((name) => `${PYTHON_PACKAGE}/${name}`),
];

/**
 * `npm run clients` writes the generated parts of both clients from docs/openapi.json, by the generators that their
 * folders pin; with `--check` it writes nothing and exits with 1 when one of them differs.
 */
const fresh = await mkdtemp(path.join(tmpdir(), 'factshelf-clients-'));
try {
  const text = await readFile(path.join(CLIENTS, '../docs/openapi.json'), 'utf8');
  const description = prepareDescription(JSON.parse(text));
  await generateTypeScript(withRefusals(description));
  await generatePython(forPython(description));
  for (const name of GENERATED) await (process.argv.includes('--check') ? check(name) : replace(name));
} finally {
  await rm(fresh, { recursive: true, force: true });
}

async function generateTypeScript(description) {
  const input = path.join(fresh, 'typescript.json');
  await writeFile(input, JSON.stringify(description));
  run(TYPESCRIPT, 'npm', 'ci', '--ignore-scripts', '--no-fund', '--no-audit', '--silent');
  const output = path.join(fresh, 'typescript/src/schema.ts');
  // A field with a default may be left out of what is sent.
  run(
    TYPESCRIPT,
    'node_modules/.bin/openapi-typescript',
    input,
    '--default-non-nullable=false',
    '-o',
    output,
  );
}

async function generatePython(description) {
  const input = path.join(fresh, 'python.json');
  await writeFile(input, JSON.stringify(description));
  if (!existsSync(`${PYTHON_TOOLS}/pip`)) run(PYTHON, 'python3', '-m', 'venv', '.venv');
  run(PYTHON, `${PYTHON_TOOLS}/pip`, 'install', '--quiet', '--requirement', 'requirements.txt');
  const output = path.join(fresh, PYTHON_PACKAGE);
  await mkdir(path.dirname(output), { recursive: true });
  const choices = ['--meta', 'none', '--fail-on-warning', '--path', input, '--output-path', output];
  run(PYTHON, `${PYTHON_TOOLS}/openapi-python-client`, 'generate', ...choices);
}

async function replace(name) {
  await rm(path.join(CLIENTS, name), { recursive: true, force: true });
  await cp(path.join(fresh, name), path.join(CLIENTS, name), { recursive: true });
}

function check(name) {
  const { status } = spawnSync('diff', ['-rq', '-x', '__pycache__', name, path.join(fresh, name)], {
    cwd: CLIENTS,
    stdio: 'inherit',
  });
  if (status === 0) return;
  console.error(`clients/${name} differs from docs/openapi.json: run \`npm run clients\`.`);
  process.exitCode = 1;
}

/** Runs a program in a folder, with the tools of Python before others: its generator formats with one of them. */
function run(folder, program, ...options) {
  const { status, error } = spawnSync(program, options, {
    cwd: folder,
    env: { ...process.env, PATH: `${PYTHON_TOOLS}${path.delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? `exit code ${status}`}`);
}
