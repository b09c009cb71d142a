import { spawn } from 'node:child_process';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const BY_SIGNAL = {
  first: '',
  last: `process.kill(process.pid, 'SIGTERM');`,
};
/** The parent is gone before the process has come so far. */
const BY_LOST_PARENT = {
  first: `while (process.connected) await new Promise(setImmediate);`,
  last: '',
};

/** Runs a process with these steps, stops it, and returns its output and its exit. */
async function stop(
  steps: string,
  deadlineMs: number,
  { first, last } = BY_SIGNAL,
): Promise<{ said: string[]; code: number | null }> {
  const program = `
    import { shutDownOnSignal } from './src/platform/shutdown.ts';
    const say = (text) => process.stdout.write(text + '\\n');
    const logger = { info() {}, warn: (_, text) => say(text), error: (text) => say(text) };
    const end = setTimeout(() => process.exit(70), 10_000);
    ${first}
    shutDownOnSignal([${steps}], logger, ${deadlineMs});
    ${last}`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (first !== '') child.disconnect();
  // A child whose channel its parent has closed sends no `close`.
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const output = child.stdout ? await readText(child.stdout) : '';
  return { said: output.split('\n').filter(Boolean), code: await ended };
}

test('a shutdown runs every step, though one of them fails, and ends well', async () => {
  const steps = `
    { name: 'first', run: () => { throw new Error('no') } },
    { name: 'second', run: async () => { throw new Error('no') } },
    { name: 'third', run: () => say('third ran') }`;
  expect(await stop(steps, 5_000)).toEqual({
    said: ['a step of the shutdown failed', 'a step of the shutdown failed', 'third ran'],
    code: 0,
  });
});

test('a step that never ends does not keep the process for ever', async () => {
  expect(await stop(`{ name: 'hangs', run: () => new Promise(() => undefined) }`, 200)).toEqual({
    said: ['not stopped in time: exiting now'],
    code: 1,
  });
});

test('a process whose parent was gone before it listened stops as well', async () => {
  expect(await stop(`{ name: 'only', run: () => say('ran') }`, 5_000, BY_LOST_PARENT)).toEqual({
    said: ['ran'],
    code: 0,
  });
});
