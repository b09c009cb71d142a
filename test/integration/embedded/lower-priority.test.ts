import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { lowerPriority } from '../../../src/platform/processes/lower-priority.ts';
import { waitFor } from '../../support/wait-for.ts';

/** The tests may run with a lower priority than others themselves. */
const OWN = getPriority();
const hasGroups = existsSync('/proc/self/autogroup');
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

describe('lowerPriority', () => {
  it('lets others go before a process', async () => {
    const pid = await start('sleep', ['60']);
    lowerPriority(pid, 7);
    expect(getPriority(pid)).toBe(Math.max(OWN, 7));
  });

  it('does not raise a process that was started lower', async () => {
    const pid = await start('nice', ['-n', '12', 'sleep', '60']);
    const lower = Math.min(OWN + 12, 19);
    await waitFor('nice', () => getPriority(pid) === lower);
    lowerPriority(pid, 7);
    expect(getPriority(pid)).toBe(lower);
  });

  it.runIf(hasGroups)('lets other sessions go before that of the process', async () => {
    const pid = await start('sleep', ['60']);
    lowerPriority(pid, 7);
    expect(await niceOfSession(pid)).toBe('nice 7');
  });

  it.runIf(hasGroups)('leaves a session that others share as it is', async () => {
    const leader = await start('sh', ['-c', 'sleep 60 & echo $!; wait']);
    const [line] = (await once(started.at(-1)?.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    const pid = Number(line.toString());
    onTestFinished(() => void process.kill(pid, 'SIGKILL'));
    lowerPriority(pid, 7);
    expect(getPriority(pid)).toBe(Math.max(OWN, 7));
    expect([await niceOfSession(pid), await niceOfSession(leader)]).toEqual(['nice 0', 'nice 0']);
  });
});

/** In a session of its own. */
async function start(command: string, args: string[]): Promise<number> {
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  await once(child, 'spawn');
  return child.pid ?? 0;
}

const niceOfSession = async (pid: number) =>
  /nice -?\d+/.exec(await readFile(`/proc/${pid}/autogroup`, 'utf8'))?.[0];
