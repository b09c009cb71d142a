import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lets others go first. `nice`: 1 to 19, the higher the later. Where Linux divides the processors among sessions first (sched(7),
 * "The autogroup feature"), it counts within a session alone. So the session gets it, too; but not that of a terminal, which
 * would keep it when the process has ended.
 */
export function lowerPriority(pid: number, nice: number): void {
  setPriority(pid, nice);
  try {
    if (!hasTerminal(pid)) writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  } catch {
    // Another system, or one without such groups.
  }
}

/** By `tty_nr` of proc(5). */
function hasTerminal(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[4] !== '0';
}
