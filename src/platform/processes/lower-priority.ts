import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of a process. `nice` is 1 to 19; higher values get less CPU time. Where Linux shares CPU
 * between sessions first (sched(7), "The autogroup feature"), `nice` only counts within a session. The session then
 * gets the value too, but only if the process leads it, because other processes could not raise it again without
 * root.
 */
export function lowerPriority(pid: number, nice: number): void {
  // Without root, a process that was started with a lower priority cannot be raised.
  if (getPriority(pid) < nice) setPriority(pid, nice);
  try {
    if (sessionOf(pid) === pid) writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  } catch {
    // Not Linux, or Linux without autogroups.
  }
}

/** Returns the id of the process’s session, as proc(5) describes it. */
function sessionOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
}
