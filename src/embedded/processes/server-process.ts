import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ServerProcess {
  readonly pid: number;
  /** Settles when the process has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** The last lines it printed, oldest first: the cause, when it ended by itself. */
  readonly lastLines: readonly string[];
  /** Sends the stop signal; what has not ended after `patienceMs` is sent `lastResort`. Safe to call again. */
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
 * The shell becomes the server (`exec`, so its process id is the server's); a second process, which belongs to
 * nobody, waits for the end of standard input. That end comes when this process stops the server or dies, be it by
 * kill -9: so the server never outlives it. The server does not know the waiting process (it is forked twice), and
 * the session, made by `detached`, keeps the id of the server taken as long as the waiting process lives.
 */
const GUARD = 'exec 3<&0 </dev/null; ( (read _ <&3; kill -"$0" $$) >/dev/null 2>&1 & ); exec "$@" 3<&-';

/**
 * Starts a server in a session of its own: Ctrl-C in a terminal reaches every process of the foreground group at
 * once, but a database must end after those that use it.
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
  // The pipe breaks when the server's guard ends first; there is nothing to do about it.
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

/** Sends `signal`, after `patienceMs` `lastResort`, and waits for the end. */
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
