import type { Db } from '../platform/db/client.ts';
import { retryTransaction } from '../platform/db/retry-transaction.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { saveAuditEntry } from '../platform/audit/audit-store.ts';
import {
  CursorMoved,
  deleteFollow,
  findFollow,
  hasProducts,
  lockFollow,
  restartFollow,
  saveFollow,
  type Follow,
} from './follow-store.ts';

const AUTHOR = { actor: 'follow' };
const ENTITY = 'catalogue';

/**
 * Normalises the address of a leader.
 * @throws ApiError `validation_failed`
 */
export function readLeaderAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ApiError(
      'validation_failed',
      'The leader must be an address such as https://facts.example.org',
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ApiError(
      'validation_failed',
      'The address has no name, password or query: a key goes in FOLLOW_API_KEY.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

/**
 * Begins or resumes following a leader, which the database remembers. The catalogue is read-only from then on.
 * @param given undefined: the leader that is already followed
 * @throws ApiError `invalid_state` if the catalogue has products of its own or follows another leader, or no leader
 * is known
 */
export async function beginFollow(
  db: Db,
  given: string | undefined,
  { isMoved }: { isMoved: boolean },
): Promise<Follow> {
  return await retryTransaction(db, async (tx) => {
    const current = await findFollow(tx);
    if (!current && given === undefined)
      throw refuse('Name the service to follow: npm run follow -- https://facts.example.org');
    if (!current && (await hasProducts(tx))) {
      throw refuse(
        'There are products in this catalogue already. Only an empty one can follow: with `npm start` set ' +
          'DEMO_CATALOGUE=false and begin with a new DATA_DIR.',
      );
    }
    const leader = given ?? current?.leader ?? '';
    if (current && current.leader !== leader && !isMoved) {
      throw refuse(
        `This catalogue follows ${current.leader}. Where that service is now at ${leader}, say so with --moved; what the ` +
          'new address does not have is removed.',
      );
    }
    await saveFollow(tx, leader);
    const follow = await findFollow(tx);
    if (!follow) throw new Error('the row that was just written is not there');
    await saveAuditEntry(tx, AUTHOR, {
      action: 'follow.started',
      entity: ENTITY,
      after: { leader, cursor: follow.cursor },
    });
    return follow;
  });
}

/** Records that the following process has ended. The catalogue stays read-only, and the next process resumes. */
export async function noteFollowStopped(db: Db, changes: number): Promise<void> {
  const follow = await findFollow(db);
  if (!follow) return;
  await saveAuditEntry(db, AUTHOR, {
    action: 'follow.stopped',
    entity: ENTITY,
    after: { leader: follow.leader, cursor: follow.cursor, changes },
  });
}

/**
 * Ends following. The catalogue keeps its products and becomes writable.
 * @throws ApiError `invalid_state`
 */
export async function endFollow(db: Db): Promise<string> {
  return await retryTransaction(db, async (tx) => {
    const follow = await findFollow(tx);
    if (!follow) throw refuse('This catalogue does not follow another one.');
    await deleteFollow(tx);
    await saveAuditEntry(tx, AUTHOR, {
      action: 'follow.ended',
      entity: ENTITY,
      before: { leader: follow.leader, cursor: follow.cursor },
    });
    return follow.leader;
  });
}

/**
 * Restarts from the beginning, over the present products, because the cursor expired or a dump is unusable.
 * @param dump name of the unusable dump
 * @throws CursorMoved if that dump is not being copied any more
 */
export async function restartFromBeginning(db: Db, reason: string, dump?: string): Promise<void> {
  await retryTransaction(db, async (tx) => {
    const follow = await lockFollow(tx);
    if (dump !== undefined && (follow?.cursor !== null || follow.dump !== dump)) throw new CursorMoved();
    await restartFollow(tx);
    await saveAuditEntry(tx, AUTHOR, { action: 'follow.restarted', entity: ENTITY, after: { reason } });
  });
}

function refuse(message: string): ApiError {
  return new ApiError('invalid_state', message);
}
