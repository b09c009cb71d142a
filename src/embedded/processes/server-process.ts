import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ServerProcess {
  readonly pid: number;
  /** Resolves when the process has ended, for any reason. */
  readonly exited: Promise<void>;
  /** Its last output lines, oldest first: the cause, if it ended by itself. */
  readonly lastLines: readonly string[];
  /** Sends the stop signal, and `lastResort` after `patienceMs`. May be called again. */
  stop(patienceMs: number, lastResort: NodeJS.Signals): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

interface ServerProcessOptions {
  command: string;
  args: string[];
  stopSignal: NodeJS.Signals;
  cwd: string;
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  onLine: (line: string) => void;
}

/**
 * Shell script that becomes the server (`exec`, so the process id is the server's). A detached guard process waits
 * for the end of standard input and then signals the server. The end comes when this process stops the server or
 * dies, even by kill -9, so the server never outlives it. The guard is forked twice, so the server is not its parent.
 * While the guard lives, its session (from `detached`) keeps the server's process id from being reused.
 */
const GUARD = 'exec 3<&0 </dev/null; ( (read _ <&3; kill -"$0" $$) >/dev/null 2>&1 & ); exec "$@" 3<&-';

/**
 * Starts a server in its own session. Ctrl-C in a terminal signals the whole foreground group, but a database must
 * stop after its clients.
 */
export function startServerProcess(options: ServerProcessOptions): ServerProcess {
  const signalName = options.stopSignal.replace('SIG', '');
  const child = spawn('/bin/sh', ['-c', GUARD, signalName, options.command, ...options.args], {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
  });
  const lastLines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > 30) lastLines.shift();
      options.onLine(line);
    });
  }
  // The pipe breaks if the guard ends first. Nothing can be done about it.
  child.stdin.on('error', () => undefined);
  const exited = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      lastLines.push(error.message);
      resolve();
    });
    child.on('close', () => resolve());
  });
  void exited.then(() => child.stdin.destroy());
  return {
    pid: child.pid ?? 0,
    exited,
    lastLines,
    stop: async (patienceMs, lastResort) =>
      await stopChild(child, exited, options.stopSignal, patienceMs, lastResort),
    kill: (signal) => void child.kill(signal),
  };
}

/** Sends `signal`, then `lastResort` after `patienceMs`, and waits for the end. */
export async function stopChild(
  child: ChildProcess,
  exited: Promise<void>,
  signal: NodeJS.Signals,
  patienceMs: number,
  lastResort: NodeJS.Signals,
): Promise<void> {
  child.kill(signal);
  const timer = setTimeout(() => child.kill(lastResort), patienceMs);
  await exited;
  clearTimeout(timer);
}
