import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartError } from '../describe-failure.ts';

const run = promisify(execFile);

export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * Returns the user that Postgres runs as; undefined: our own. Postgres refuses to run as root. Then it is the owner
 * of an existing cluster, else the system user `postgres`, which is created if needed.
 * @throws {StartError} if that user cannot be created
 */
export async function findPostgresUser(clusterDir: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await findSystemUser()) ?? (await createSystemUser());
}

async function findSystemUser(): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createSystemUser(): Promise<SystemUser> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    const user = await findSystemUser();
    if (user) return user;
    throw new Error('useradd made no user');
  } catch (error) {
    throw new StartError(
      'Postgres does not run as root, and the system user postgres could not be made: run this as an ordinary user, or set DATABASE_URL.',
      { cause: error },
    );
  }
}

/** @throws {StartError} if the user cannot enter the directory, as below /root */
export async function assertReachable(path: string, user: SystemUser | undefined): Promise<void> {
  if (!user) return;
  try {
    await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', path], { ...user, cwd: '/' });
  } catch (error) {
    throw new StartError(
      `Started as root, Postgres runs as an ordinary user, who cannot enter ${path}: put it where every user can go (such as below /srv), or run this as an ordinary user.`,
      { cause: error },
    );
  }
}
