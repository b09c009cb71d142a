import { NIL } from 'uuid';
import type { Logger } from 'pino';
import { normaliseEmail } from '../../accounts/email-address.ts';
import type { Addresses } from '../../limits/addresses.ts';
import type { PasswordHasher } from '../../accounts/passwords/password-hash.ts';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { ApiError, tooManyCalls } from '../../../platform/http/api-error.ts';
import { saveAuditEntry } from '../../../platform/audit/audit-store.ts';
import {
  findOperatorByEmail,
  lockOperator,
  saveOperatorChange,
  type StoredOperator,
} from '../operator-store.ts';
import { hasIdentity } from '../oidc/identity-store.ts';
import type { OidcProvider } from '../oidc/oidc-provider.ts';
import { saveSession } from './session-store.ts';
import { findKnownPlace, saveKnownAddress, type Place, type PlaceOwner } from './known-places.ts';
import { createSessionToken, hashSessionToken } from './session-token.ts';
import type { SignInGuard } from './sign-in-guard.ts';
import { findTotpStep } from './totp-code.ts';

export interface SignInDependencies {
  db: Db;
  /** A separate hasher, so that a flood of registrations cannot keep operators out. */
  operatorPasswords: PasswordHasher;
  operatorGuard: SignInGuard;
  addresses: Addresses;
  oidc?: OidcProvider | undefined;
  logger: Logger;
}

interface Credentials {
  email: string;
  password: string;
  totpCode: string | undefined;
  /** Browser and address of the request. */
  place: Place;
  requestId: string;
}

type Failure = 'password' | 'linked' | 'disabled' | 'totp_code';

/**
 * Begins a session and returns its token and operator. An unknown e-mail, a wrong password, an operator who signs in at the
 * provider and a disabled one get the same answer. The first three take the same steps, so that timing does not tell them
 * apart.
 * @throws ApiError `invalid_credentials`, with `details.totp_required` if only the one-time code is missing or wrong;
 * `rate_limited` after too many failures at a place, or for the e-mail at unknown places; `unavailable` from the
 * hasher
 */
export async function signIn(
  deps: SignInDependencies,
  given: Credentials,
): Promise<{ token: string; operator: PlaceOwner }> {
  const { db, operatorPasswords, operatorGuard, addresses } = deps;
  const email = normaliseEmail(given.email);
  const known = email ? await findOperatorByEmail(db, email) : undefined;
  const attempt = {
    email: email ?? given.email,
    address: given.place.address,
    knownPlace: known && (await findKnownPlace(db, addresses, known, given.place)),
  };
  const addressName = await addresses.nameOf(given.place.address);
  const token = createSessionToken();
  let failure: Failure | undefined;
  let locked: ApiError | undefined;
  const operator = await operatorGuard.countFailures(attempt, async (state) => {
    const found = email ? await findOperatorByEmail(db, email) : undefined;
    if (state.lockedForS !== undefined && !(found && hasCode(found, given.totpCode))) {
      locked = lockedElsewhere(state.lockedForS);
      return undefined;
    }
    const isLinked = await signsInAtProvider(deps, db, found?.id ?? NIL);
    const passwordHash = isLinked ? undefined : found?.passwordHash;
    const { matches, newHash } = await operatorPasswords.verify(passwordHash, given.password);
    if (!found) return undefined;
    failure = isLinked ? 'linked' : 'password';
    if (matches)
      failure = await db.transaction((tx) =>
        beginSession(deps, tx, found, { ...given, token, newHash, addressName }),
      );
    if (!failure) return { id: found.id, passwordHash: newHash ?? found.passwordHash };
    noteFailure(deps, { operatorId: found.id, failure, ...state, requestId: given.requestId });
    return undefined;
  });
  if (locked) throw locked;
  if (!operator) throw wrongCredentials(failure === 'totp_code');
  return { token, operator };
}

/** Returns whether the provider alone lets the operator in: it decides about the role at each sign-in. */
async function signsInAtProvider({ oidc }: SignInDependencies, db: Db | Tx, id: string): Promise<boolean> {
  return oidc !== undefined && (await hasIdentity(db, id, oidc.issuer));
}

/** Checks again under the row's lock, because password or link may have changed or the code been used meanwhile. */
async function beginSession(
  deps: SignInDependencies,
  tx: Tx,
  found: StoredOperator,
  given: Credentials & { token: string; newHash: string | undefined; addressName: string },
): Promise<Failure | undefined> {
  const operator = await lockOperator(tx, found.id);
  if (operator?.passwordHash !== found.passwordHash) return 'password';
  if (await signsInAtProvider(deps, tx, operator.id)) return 'linked';
  if (operator.disabledAt) return 'disabled';
  const step = takeTotpCode(operator, given.totpCode);
  if (step === undefined) return 'totp_code';
  await saveOperatorChange(tx, operator.id, {
    totpLastStep: step,
    lastLoginAt: new Date(),
    ...(given.newHash ? { passwordHash: given.newHash } : {}),
  });
  await saveSession(tx, operator.id, hashSessionToken(given.token));
  await saveKnownAddress(tx, operator.id, given.addressName);
  const author = { actor: `operator:${operator.id}`, requestId: given.requestId };
  await saveAuditEntry(tx, author, { action: 'operator.signed_in', entityId: operator.id });
  return undefined;
}

/**
 * Returns the time step to store, so that no code works twice. For an operator without one-time codes, returns the
 * stored step (or null). Undefined for a wrong code.
 * @throws ApiError if no code was given; asking for one is not a failure
 */
export function takeTotpCode(operator: StoredOperator, code: string | undefined): number | null | undefined {
  if (!operator.totpSecret || !operator.totpConfirmedAt) return operator.totpLastStep;
  if (code === undefined) throw wrongCredentials(true);
  const step = findTotpStep(operator.totpSecret, code);
  return step !== undefined && step > (operator.totpLastStep ?? 0) ? step : undefined;
}

/** Returns whether a code is valid for an operator with one-time codes. Does not use the code up. */
function hasCode(operator: StoredOperator, code: string | undefined): boolean {
  return (
    operator.totpConfirmedAt !== null && code !== undefined && takeTotpCode(operator, code) !== undefined
  );
}

function lockedElsewhere(seconds: number): ApiError {
  return tooManyCalls(
    `Too many attempts from many addresses. Sign in where you did before, or give a one-time code. Try again in ${seconds} s.`,
    seconds,
  );
}

/** Runs in the background: only existing operators get an audit row, and timing must not reveal that. */
function noteFailure(
  { db, logger }: SignInDependencies,
  noted: { operatorId: string; failure: Failure; isFirst: boolean; isLast: boolean; requestId: string },
): void {
  const author = { actor: 'anonymous', requestId: noted.requestId };
  const about = { entity: 'operator', entityId: noted.operatorId };
  const write = async () => {
    // One row for all failures of a quarter of an hour, because anybody can cause them.
    if (noted.isFirst)
      await saveAuditEntry(db, author, {
        action: 'operator.sign_in_failed',
        ...about,
        after: { reason: noted.failure },
      });
    if (noted.isLast) await saveAuditEntry(db, author, { action: 'operator.locked', ...about });
  };
  write().catch((error: unknown) => logger.error({ err: error }, 'a failed sign-in is not in the audit log'));
}

export function wrongCredentials(isTotpRequired: boolean): ApiError {
  return isTotpRequired
    ? new ApiError('invalid_credentials', 'Give the six digits that your authenticator shows now.', {
        details: { totp_required: true },
      })
    : new ApiError('invalid_credentials', 'The e-mail or the password is wrong.');
}
