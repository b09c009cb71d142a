import { Command, InvalidArgumentError } from 'commander';
import { findHeadProblem, verifyAuditChain } from '../platform/audit/verify-audit.ts';
import { onDatabase } from './on-database.ts';
import { addCommand, printResult, runProgram, type OutputOptions } from './output.ts';

const command = new Command('audit').description('Looks after the audit log.');

addCommand(
  command,
  'verify',
  'Looks for rows that were changed, removed or put in. Exits with 1 when there are any.',
)
  .option('--head <row:hash>', 'a head that was noted down earlier: it must still be there', readHead)
  .action((options: { head?: { seq: number; hash: string } } & OutputOptions) =>
    onDatabase('audit', async (db) => {
      const { head: noted } = options;
      const { checked, erased, problems, head } = await verifyAuditChain(db);
      const headProblem = noted && (await findHeadProblem(db, noted));
      const found = [...problems, ...(headProblem ? [headProblem] : [])];
      for (const { message } of found) {
        process.stderr.write(`${message}\n`);
        process.exitCode = 1;
      }
      printResult(
        options,
        { checked, erased, problems: found, head },
        `${checked} rows were checked${erased > 0 ? `, ${erased} of them erased on request` : ''}.${head ? ` The last one, to be noted down: ${head.seq}:${head.hash}` : ''}`,
      );
    }),
  );

function readHead(text: string): { seq: number; hash: string } {
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) {
    throw new InvalidArgumentError('It must be a number, a colon and 64 hexadecimal digits.');
  }
  return { seq: Number(seq), hash };
}

await runProgram(command);
