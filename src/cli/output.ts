import { Option, type Command } from 'commander';
import { describeFailure } from '../embedded/describe-failure.ts';
import { databaseErrorOf } from '../platform/db/database-error.ts';
import { ApiError } from '../platform/http/api-error.ts';

/** The option of every command that prints a result. */
export const jsonOption = () =>
  new Option('--json', 'print the result as one line of JSON, and nothing else');

/** Adds a subcommand that prints a result. `usage`: its name and arguments, `revoke <id>`. */
export const addCommand = (program: Command, usage: string, description: string): Command =>
  program.command(usage).description(description).addOption(jsonOption());

export interface OutputOptions {
  json?: true;
}

type Stream = Pick<NodeJS.WritableStream, 'write'>;

/** Prints a result: one line of JSON for programs, or these lines for people. */
export function printResult(
  { json }: OutputOptions,
  result: object,
  lines: string | readonly string[],
  stream: Stream = process.stdout,
): void {
  for (const line of json ? [JSON.stringify(result)] : [lines].flat()) stream.write(`${line}\n`);
}

/** Renames the properties of an object as the API writes them: `rows_read` for `rowsRead`. */
export function inSnakeCase(object: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

/** Prints a line of progress, unless the output is for a program. */
export function printProgress({ json }: OutputOptions, line: string): void {
  if (!json) process.stdout.write(`${line}\n`);
}

/** Runs a program with subcommands. An error prints one line and exits with 1. */
export async function runProgram(command: Command): Promise<void> {
  endWithReader();
  try {
    await command.parseAsync();
  } catch (error) {
    const hasNoTables = databaseErrorOf(error)?.code === '42P01';
    const reason = error instanceof ApiError ? error.message : describeFailure(error);
    process.stderr.write(`${hasNoTables ? 'The database has no tables yet: npm run db:migrate' : reason}\n`);
    process.exitCode = 1;
  }
}

/** Lets a command finish quietly when the reader of its output has gone, as after `| head -1`. */
export function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/** Formats rows as lines of aligned columns, for a terminal. */
export function formatTable(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats a time to the minute, in UTC. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
