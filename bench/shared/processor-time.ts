import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks a second: `getconf CLK_TCK` on current Linux. */
const TICKS_PER_SECOND = 100;

interface ProcessStat {
  pid: number;
  parent: number;
  name: string;
  seconds: number;
}

/**
 * Processor seconds, user and system, that each child of this process has used so far, its own children included: the
 * connections of Postgres are processes of their own. Keys are process ids. Linux only.
 */
export async function readProcessorSeconds(): Promise<Map<number, { name: string; seconds: number }>> {
  const stats = await listStats();
  const secondsOf = (pid: number): number =>
    stats
      .filter(({ parent }) => parent === pid)
      .reduce(
        (sum, child) => sum + secondsOf(child.pid),
        stats.find((stat) => stat.pid === pid)?.seconds ?? 0,
      );
  const children = stats.filter(({ parent }) => parent === process.pid);
  return new Map(children.map(({ pid, name }) => [pid, { name, seconds: secondsOf(pid) }]));
}

/** MiB of memory that a process holds now. Linux only. */
export async function readResidentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}

async function listStats(): Promise<ProcessStat[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process may end between the two reads.
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  return texts.filter(Boolean).map(parseStat);
}

/** See proc_pid_stat(5): the name stands in brackets and may hold spaces. */
function parseStat(text: string): ProcessStat {
  const nameEnd = text.lastIndexOf(')');
  const fields = text
    .slice(nameEnd + 2)
    .split(' ')
    .map(Number);
  const [parent = 0] = fields.slice(1);
  // Its own, then that of its children which have ended.
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
  return {
    pid: Number.parseInt(text, 10),
    parent,
    name: text.slice(text.indexOf('(') + 1, nameEnd),
    seconds: ticks / TICKS_PER_SECOND,
  };
}
