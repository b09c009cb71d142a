import { readFile } from 'node:fs/promises';
import { errorCodeOf } from '../../platform/error-code.ts';

/**
 * When a process began, in the system's own unit, so that a reused process id is not taken for the old one; empty
 * where the system does not tell. Undefined when there is no such process, or it has ended and nobody took notice.
 */
export async function findProcessStart(pid: number): Promise<string | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces and parentheses; the state follows, and as field 22 the start.
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
    // Another user's process.
    return errorCodeOf(error) === 'EPERM';
  }
}
