import { spawn } from 'node:child_process';

/** A program that a person starts by name. */
export interface ListedProgram {
  /** One line for the list: what it measures or proves. */
  does: string;
  /** Program and options, separated by blanks: `vitest run --project long`. */
  command: string;
  env?: Readonly<Record<string, string>>;
}

/** The command of a TypeScript file. */
export const runFile = (file: string) => `node --import tsx ${file}`;

/**
 * Runs the program that the first argument names, with the arguments after it, and ends with its exit code. Without a
 * known name it prints the list and ends with 1.
 */
export function runListed(script: string, programs: Readonly<Record<string, ListedProgram>>): void {
  const [name = '', ...options] = process.argv.slice(2);
  if (!Object.hasOwn(programs, name)) {
    const width = Math.max(...Object.keys(programs).map(({ length }) => length));
    const lines = Object.entries(programs).map(([key, { does }]) => `  ${key.padEnd(width)}  ${does}`);
    process.stderr.write(`npm run ${script} -- <name> [options]\n\n${lines.join('\n')}\n`);
    process.exitCode = 1;
    return;
  }
  const { command, env } = programs[name]!;
  const [file = '', ...before] = command.split(' ');
  const child = spawn(file, [...before, ...options], { stdio: 'inherit', env: { ...process.env, ...env } });
  // The terminal sends Ctrl-C to the program itself, which then stops its servers.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.once('error', (error) => {
    process.stderr.write(`${file}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
