import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The files of the repository that a client is installed from. */
const FOR_CLIENTS = ['clients', 'docs/openapi.json'];

/** Puts the clients into a new folder as a fresh clone has them, without anything generated. Returns their folder. */
export async function checkOutClients(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const withChanges = await mustRun(ROOT, 'git', ['stash', 'create']);
  const file = path.join(folder, 'clone.tar');
  const tree = withChanges.trim() || 'HEAD';
  await mustRun(ROOT, 'git', ['archive', '--output', file, tree, ...FOR_CLIENTS]);
  await mustRun(folder, 'tar', ['-xf', file]);
  return path.join(folder, 'clients');
}

/** What a person has who wants to compile the examples. */
const COMPILER = ['typescript@5.9.3', '@types/node@22.12.0'];
const COMPILE = ['--strict', '--noUncheckedIndexedAccess', '--module', 'nodenext', '--target', 'es2022'];

export interface Outcome {
  exitCode: number | string;
  output: string;
  errors: string;
}

/** A client that was installed from its folder in a checkout, into an empty folder outside it. */
export interface InstalledClient {
  /** Runs an example by its name in kebab case, in a process of its own. */
  runExample(name: string, args?: string[], settings?: Record<string, string>): Promise<Outcome>;
  /** Runs lines of its language that print something. */
  runLines(lines: string): Promise<Outcome>;
}

/** `source`: the folder of the client, or what `npm pack` made of it. The compiler checks its examples. */
export async function installTypeScript(
  folder: string,
  clients: string,
  source = path.join(clients, 'typescript'),
): Promise<InstalledClient> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}');
  await mustRun(folder, 'npm', ['install', '--no-fund', '--no-audit', source, ...COMPILER]);
  await cp(path.join(clients, 'typescript/examples'), path.join(folder, 'examples'), { recursive: true });
  await writeFile(path.join(folder, 'tsconfig.json'), '{"include": ["examples"]}');
  await mustRun(folder, 'node_modules/.bin/tsc', ['-p', '.', '--outDir', 'compiled', ...COMPILE]);
  return {
    runExample: (name, args = [], settings = {}) =>
      run(folder, process.execPath, [`compiled/${name}.js`, ...args], settings),
    runLines: (lines) => run(folder, process.execPath, ['--input-type=module', '--eval', lines]),
  };
}

export async function installPython(folder: string, clients: string): Promise<InstalledClient> {
  await mkdir(folder, { recursive: true });
  await mustRun(folder, 'python3', ['-m', 'venv', '.']);
  await mustRun(folder, 'bin/pip', ['install', '--quiet', path.join(clients, 'python')]);
  const python = path.join(folder, 'bin/python');
  return {
    runExample: (name, args = [], settings = {}) =>
      run(
        folder,
        python,
        [path.join(clients, 'python/examples', `${name.replaceAll('-', '_')}.py`), ...args],
        settings,
      ),
    runLines: (lines) => run(folder, python, ['-c', lines]),
  };
}

/** Its output. Throws what it says when it fails. */
export async function mustRun(folder: string, program: string, args: string[]): Promise<string> {
  const { exitCode, output, errors } = await run(folder, program, args);
  if (exitCode !== 0) throw new Error(`${program} ${args.join(' ')}: ${exitCode}\n${output}${errors}`);
  return output;
}

async function run(
  cwd: string,
  program: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<Outcome> {
  const { PATH, HOME, NODE_EXTRA_CA_CERTS, NODE_USE_SYSTEM_CA } = process.env;
  // npm trusts a registry behind a proxy by the last two.
  const env = { PATH, HOME, NODE_EXTRA_CA_CERTS, NODE_USE_SYSTEM_CA, ...settings };
  return await new Promise((resolve) => {
    execFile(program, args, { cwd, env }, (error, output, errors) => {
      resolve({ exitCode: error?.code ?? (error ? 'killed' : 0), output, errors });
    });
  });
}
