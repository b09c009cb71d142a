import { readFile } from 'node:fs/promises';
import { errorCodeOf } from '../error-code.ts';

/**
 * Returns the start time of a process in the system's unit, which tells a reused process id from the original. Empty
 * if the system does not provide it. Undefined if there is no such process, or it is a zombie.
 */
export async function findProcessStart(pid: number): Promise<string | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces and parentheses. The state follows; the start time is field 22.
    const [state, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : fields[18];
  } catch {
    return isSignalable(pid) ? '' : undefined;
  }
}

export async function isSameProcess(pid: number, start: string): Promise<boolean> {
  const found = await findProcessStart(pid);
  return found !== undefined && (found === start || found === '' || start === '');
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return errorCodeOf(error) === 'EPERM';
  }
}
