import type { AppDependencies } from '../../../src/routes.ts';
import type { NewKey } from '../../../src/access/accounts/account-contract.ts';
import { createKeyCheck } from '../../../src/access/accounts/keys/key-check.ts';
import { createLoginGuard } from '../../../src/access/accounts/passwords/login-guard.ts';
import type { LoginFigures, SignInFigures, SubmissionFigures } from '../../../src/access/limits/limits.ts';
import {
  createPasswordHasher,
  type PasswordHasherOptions,
} from '../../../src/access/accounts/passwords/password-hash.ts';
import { createSubmissionLimits } from '../../../src/access/limits/submission-limits.ts';
import {
  createRegistrationLimits,
  type RegistrationFigures,
} from '../../../src/access/accounts/registration-limits.ts';
import { createAddresses, type Addresses } from '../../../src/access/limits/addresses.ts';
import { createSignInGuard } from '../../../src/access/operators/sessions/sign-in-guard.ts';
import type { Db } from '../../../src/platform/db/client.ts';
import { findUsed } from '../../../src/access/limits/usage-store.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import type { TestApi } from '../test-api.ts';
import { QUICK_PARAMETERS } from './test-operator.ts';

/** Addresses without hashing and without a good reputation. */
export const PLAIN_ADDRESSES: Addresses = {
  nameOf: (address) => Promise.resolve(address),
  isGood: () => Promise.resolve(false),
};

const MANY = { most: 100_000, seconds: 60 };

/** Limits above the attempts of any other test. */
export const NO_GUARD: LoginFigures = { requests: MANY, emailFailures: MANY, addressFailures: MANY };

const NO_SUBMISSION_LIMITS: SubmissionFigures = {
  minute: MANY,
  day: MANY,
  statusReads: MANY,
  pictureMinute: MANY,
  pictureDay: MANY,
};

const NO_REGISTRATION_LIMITS: RegistrationFigures = {
  perAddress: 100_000,
  perNetwork: 100_000,
  perSecond: 100_000,
};

/** Hashes as the service makes them, for tests that look at one: 20 ms of a processor each. */
export const SERVICE_HASHES: PasswordHasherOptions = { waiting: 200, patienceMs: 20_000 };

/** The same, but a tenth of the work: most tests only sign in. */
const QUICK_HASHES: PasswordHasherOptions = { ...SERVICE_HASHES, parameters: QUICK_PARAMETERS };

/** Returns the services of accounts, without Redis. */
export function createTestAccounts(
  db: Db,
  figures: Partial<LoginFigures> = {},
  hasherOptions = QUICK_HASHES,
  operatorFigures: SignInFigures = { place: MANY, address: MANY, emergency: MANY, unknown: MANY },
): AppDependencies['accounts'] {
  return {
    passwords: createPasswordHasher(hasherOptions),
    operatorPasswords: createPasswordHasher(hasherOptions),
    loginGuard: createLoginGuard(undefined, PLAIN_ADDRESSES, { ...NO_GUARD, ...figures }),
    submissionLimits: createSubmissionLimits(undefined, PLAIN_ADDRESSES, NO_SUBMISSION_LIMITS),
    addresses: createAddresses(db),
    operatorGuard: createSignInGuard(undefined, PLAIN_ADDRESSES, operatorFigures),
    confirmation: undefined,
    passwordReset: undefined,
    registrationLimits: createRegistrationLimits(undefined, PLAIN_ADDRESSES, NO_REGISTRATION_LIMITS),
    keyCheck: createKeyCheck({ db, logger: createLogger('test', 'silent') }),
    admitChange: () => Promise.resolve(),
    findUsed: (accountId) => findUsed(db, { kind: 'account', id: accountId }),
  };
}

export interface Registered {
  email: string;
  password: string;
  apiKey: string;
  keyId: string;
}

const PASSWORD = 'seven small islands';
let registered = 0;

/** Registers a new account over HTTP. */
export async function register(
  api: TestApi,
  email = `caller-${(registered += 1)}@example.org`,
): Promise<Registered> {
  const response = await api.post('/register', { email, password: PASSWORD });
  if (response.status !== 201) throw new Error(`registration failed: ${response.text}`);
  const body = response.body as NewKey;
  return { email, password: PASSWORD, apiKey: body.api_key, keyId: body.key.id };
}
