import type { Config } from '../../../platform/config.ts';
import { ROLES, type Role } from '../../../platform/http/callers/operator.ts';
import { normaliseEmail } from '../../accounts/email-address.ts';

/** A person at the provider. Issuer and subject identify; the e-mail is a label. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  /** The highest role of the claim's values; undefined if none of them gives one. */
  role: Role | undefined;
}

/** Claims of OpenID Connect, checked by the client. */
type Claims = { iss: string; sub: string } & Record<string, unknown>;

export function readIdentity(
  claims: Claims,
  { OIDC_ROLE_CLAIM, OIDC_ROLES = [] }: Pick<Config, 'OIDC_ROLE_CLAIM' | 'OIDC_ROLES'>,
): Identity {
  const values = [findClaim(claims, OIDC_ROLE_CLAIM)].flat();
  const given = OIDC_ROLES.filter(({ value }) => values.includes(value)).map(({ role }) => role);
  return {
    issuer: normaliseIssuer(claims.iss),
    subject: claims.sub,
    email: typeof claims['email'] === 'string' ? normaliseEmail(claims['email']) : undefined,
    isEmailVerified: claims['email_verified'] === true,
    role: ROLES.findLast((role) => given.includes(role)),
  };
}

/** `https://id.example.org` and `https://id.example.org/` are one issuer. */
export function normaliseIssuer(issuer: string): string {
  return new URL(issuer).href;
}

/** A name of a claim may hold dots itself: https://example.org/roles. */
function findClaim(claims: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isObject ? (value as Record<string, unknown>)[name] : undefined;
  }, claims);
}
