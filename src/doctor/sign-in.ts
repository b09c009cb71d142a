import { listEmergencies } from '../access/operators/emergency/emergency-store.ts';
import { createOidcProvider } from '../access/operators/oidc/oidc-provider.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/client.ts';
import { reasonOf } from '../platform/error-code.ts';
import { fine, wrong, type Finding } from './doctor-contract.ts';

const CHECK = 'sign-in';

/** Checks how operators sign in: whether the provider answers, and who may get in without it. */
export async function checkSignIn(config: Config, db: Db): Promise<Finding[]> {
  const emergencies = await listEmergencies(db);
  return [
    ...emergencies.map(({ email, endsAt }) =>
      wrong(
        CHECK,
        `The emergency of ${email} is open until ${endsAt.toISOString()}.`,
        `npm run operator -- emergency ${email} --end, once the provider answers`,
      ),
    ),
    await checkProvider(config),
  ];
}

async function checkProvider(config: Config): Promise<Finding> {
  const provider = createOidcProvider(config);
  if (!provider) return fine(CHECK, 'Operators sign in with a password.');
  const passwords = config.PASSWORD_SIGN_IN ? ', or with a password' : '';
  try {
    await provider.begin({ state: 'doctor', nonce: 'doctor', verifier: 'doctor' });
    return fine(CHECK, `Operators sign in at ${config.OIDC_ISSUER}, which answers${passwords}.`);
  } catch (error) {
    const remedy = 'OIDC_ISSUER, as the provider names itself, and a way to it from here';
    return wrong(CHECK, `${config.OIDC_ISSUER} does not answer as a provider: ${reasonOf(error)}.`, remedy);
  }
}
