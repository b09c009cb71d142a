import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lets others go first. `nice`: 1 to 19, the higher the later. Where Linux divides the processors among sessions first (sched(7),
 * "The autogroup feature"), it counts within a session alone. So the session gets it, too, when the process leads it: others of
 * a session would keep what only root can take back.
 */
export function lowerPriority(pid: number, nice: number): void {
  setPriority(pid, nice);
  try {
    if (sessionOf(pid) === pid) writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  } catch {
    // Another system, or one without such groups.
  }
}

/** By proc(5). */
function sessionOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
}
