import type { Db, Tx } from '../../../platform/db/client.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import type { Me } from '../operator-contract.ts';
import { findOperator } from '../operator-store.ts';
import { IDLE_MINUTES, TOTAL_HOURS } from '../../session-rows.ts';
import { findSession, type StoredSession } from './session-store.ts';
import { buildCsrfToken, hashSessionToken } from './session-token.ts';

/** Describes the session with this token, which must be live. */
export async function describeMe(db: Db | Tx, token: string): Promise<Me> {
  return await describeSession(db, hashSessionToken(token), buildCsrfToken(token));
}

/** @throws ApiError `not_authenticated` if the session ended meanwhile */
export async function describeSession(db: Db | Tx, sessionHash: Buffer, csrfToken: string): Promise<Me> {
  const session = await findSession(db, sessionHash);
  const operator = session && (await findOperator(db, session.operatorId));
  if (!operator) throw new ApiError('not_authenticated', 'This session has ended meanwhile: sign in again.');
  return {
    id: operator.id,
    email: operator.email,
    role: operator.role,
    totp_enabled: operator.totpConfirmedAt !== null,
    csrf_token: csrfToken,
    session: {
      began_by: session.beganBy,
      created_at: session.createdAt.toISOString(),
      idle_expires_at: new Date(session.lastSeenAt.getTime() + IDLE_MINUTES * 60_000).toISOString(),
      expires_at: endOf(session),
    },
  };
}

/** Returns the latest time at which a session ends, whether used or not. */
export function endOf({ createdAt, endsAt }: Pick<StoredSession, 'createdAt' | 'endsAt'>): string {
  const total = createdAt.getTime() + TOTAL_HOURS * 3_600_000;
  return new Date(Math.min(total, endsAt?.getTime() ?? total)).toISOString();
}
