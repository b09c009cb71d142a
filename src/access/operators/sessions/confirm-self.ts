import type { Db } from '../../../platform/db/client.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import type { Operator, SignedIn } from '../../../platform/http/callers/operator.ts';
import type { Author } from '../../../platform/audit/audit-store.ts';
import type { OwnProof } from '../operator-contract.ts';
import { findOperator, lockOperator, saveOperatorChange, type StoredOperator } from '../operator-store.ts';
import { findSession } from './session-store.ts';
import { takeTotpCode, wrongCredentials, type SignInDependencies } from './sign-in.ts';

/** For this time after a sign-in without a password, the sign-in itself is the proof. */
const FRESH_MINUTES = 10;

/** The signed-in operator, and the bucket of the request's address. */
export interface Self {
  operator: Operator;
  session: SignedIn;
  address: string;
  author: Author;
}

/**
 * Checks an operator's own password. Failures count per session: a stolen session allows few guesses, and does not
 * lock its operator out elsewhere.
 * @throws ApiError `invalid_credentials`, `rate_limited`, and `unavailable` from the hasher
 */
export async function checkOwnPassword(
  deps: SignInDependencies,
  self: Self,
  password: string,
): Promise<StoredOperator> {
  const checked = await checkOwn(deps, self, password, () => Promise.resolve(true));
  if (!checked) throw new ApiError('invalid_credentials', 'The password is wrong.');
  return checked;
}

/**
 * Checks an operator's own password and, if turned on, a one-time code; in a session that began without a password, that it
 * began lately. Required before changes that would let the thief of a session keep access.
 * @throws ApiError as `checkOwnPassword`; with `details.totp_required` if the password was right
 */
export async function confirmSelf(deps: SignInDependencies, self: Self, proof: OwnProof): Promise<void> {
  const session = await findSession(deps.db, self.session.sessionHash);
  if (session && session.beganBy !== 'password') {
    if (Date.now() - session.createdAt.getTime() < FRESH_MINUTES * 60_000) return;
    const message = `Your sign-in is older than ${FRESH_MINUTES} minutes: sign out, and sign in again.`;
    throw new ApiError('invalid_credentials', message);
  }
  if (proof.own_password === undefined)
    throw new ApiError(
      'invalid_request',
      'own_password is required in a session that began with a password.',
    );
  let isCodeWrong = false;
  const checked = await checkOwn(deps, self, proof.own_password, async (operator) => {
    isCodeWrong = !(await useCode(deps.db, operator.id, proof.own_totp_code));
    return !isCodeWrong;
  });
  if (isCodeWrong) throw wrongCredentials(true);
  if (!checked) throw new ApiError('invalid_credentials', 'Your own password is wrong.');
}

async function checkOwn(
  { db, operatorPasswords, operatorGuard }: SignInDependencies,
  { operator, session, address }: Self,
  password: string,
  isConfirmed: (found: StoredOperator) => Promise<boolean>,
): Promise<StoredOperator | undefined> {
  const knownPlace = `session ${session.sessionHash.toString('hex')}`;
  const attempt = { email: operator.email, address, knownPlace };
  return await operatorGuard.countFailures(attempt, async () => {
    const found = await findOperator(db, operator.id);
    const { matches } = await operatorPasswords.verify(found?.passwordHash, password);
    return found && matches && (await isConfirmed(found)) ? found : undefined;
  });
}

/** Uses up a one-time code. No code works twice, whatever it was used for. */
async function useCode(db: Db, id: string, code: string | undefined): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const operator = await lockOperator(tx, id);
    const step = operator && takeTotpCode(operator, code);
    if (step === undefined) return false;
    await saveOperatorChange(tx, id, { totpLastStep: step });
    return true;
  });
}
