import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A process of its own with these steps, told to stop: what it said, and how it ended. */
async function stop(steps: string, deadlineMs: number): Promise<{ said: string[]; code: number | null }> {
  const program = `
    import { shutDownOnSignal } from './src/platform/shutdown.ts';
    const say = (text) => process.stdout.write(text + '\\n');
    const logger = { info() {}, warn: (_, text) => say(text), error: (text) => say(text) };
    setInterval(() => undefined, 1_000);
    shutDownOnSignal([${steps}], logger, ${deadlineMs});
    process.kill(process.pid, 'SIGTERM');`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { said: output.split('\n').filter(Boolean), code };
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
