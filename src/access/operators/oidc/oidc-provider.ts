import {
  bulkhead,
  BulkheadRejectedError,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import * as oidc from 'openid-client';
import type { Config } from '../../../platform/config.ts';
import { reasonOf } from '../../../platform/error-code.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { trimRoot } from '../../../platform/http/requests/public-root.ts';
import { normaliseIssuer, readIdentity, type Identity } from './read-identity.ts';

/** The page of the console that begins a sign-in. */
export const OIDC_PATH = '/console/oidc';

/** What the browser keeps until the provider sends it back. */
export interface SignInChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** The provider of OpenID Connect at which operators sign in. */
export interface OidcProvider {
  /** As identities have it (see `normaliseIssuer`). */
  issuer: string;
  /** The name on the button. */
  name: string;
  signInUrl: string;
  linksVerifiedEmail: boolean;
  /**
   * Returns the address at the provider to which the browser goes.
   * @throws ApiError `unavailable` if the provider does not answer
   */
  begin(checks: SignInChecks): Promise<string>;
  /**
   * Returns who has signed in, from the query with which the provider sent the browser back.
   * @throws ApiError `invalid_credentials` for an answer that is not that to `checks`, `forbidden` if the provider refuses,
   * `unavailable` if it does not answer
   */
  finish(query: string, checks: SignInChecks): Promise<Identity>;
  /** Returns the address at which the browser ends its session at the provider, or null if there is none. */
  findSignOutUrl(): Promise<string | null>;
}

const CALL_S = 5;
const PATIENCE_MS = 10_000;
/** Metadata and keys are read again after this time. */
const FRESH_MS = 600_000;
const AT_ONCE = 8;
const WAITING = 32;

type Settings = Pick<
  Config,
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_NAME'
  | 'OIDC_SCOPES'
  | 'OIDC_ROLE_CLAIM'
  | 'OIDC_ROLES'
  | 'OIDC_LINK_VERIFIED_EMAIL'
  | 'PUBLIC_URL'
>;

/** Returns the provider of the settings, or undefined without one. It is asked at the first sign-in, not before. */
export function createOidcProvider(settings: Settings): OidcProvider | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, PUBLIC_URL } = settings;
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined || PUBLIC_URL === undefined) return undefined;
  const issuer = new URL(OIDC_ISSUER);
  const consoleUrl = `${trimRoot(PUBLIC_URL)}/console`;
  const signInUrl = trimRoot(PUBLIC_URL) + OIDC_PATH;
  const redirectUri = `${signInUrl}/callback`;

  let discovered: { config: Promise<oidc.Configuration>; at: number } | undefined;
  const discover = (): Promise<oidc.Configuration> => {
    if (discovered && performance.now() - discovered.at < FRESH_MS) return discovered.config;
    const config = oidc
      .discovery(issuer, OIDC_CLIENT_ID, undefined, authenticateBy(OIDC_CLIENT_SECRET), {
        timeout: CALL_S,
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        discovered = undefined;
        throw isAway(error);
      });
    discovered = { config, at: performance.now() };
    return config;
  };
  const inTurn = wrap(timeout(PATIENCE_MS, TimeoutStrategy.Aggressive), bulkhead(AT_ONCE, WAITING));
  const ask = async <T>(work: (config: oidc.Configuration) => Promise<T> | T): Promise<T> => {
    try {
      return await inTurn.execute(async () => await work(await discover()));
    } catch (error) {
      throw describeFailure(error);
    }
  };

  return {
    issuer: normaliseIssuer(OIDC_ISSUER),
    name: OIDC_NAME ?? issuer.host,
    signInUrl,
    linksVerifiedEmail: settings.OIDC_LINK_VERIFIED_EMAIL,
    begin: ({ state, nonce, verifier }) =>
      ask(async (config) => {
        const parameters = {
          redirect_uri: redirectUri,
          scope: settings.OIDC_SCOPES,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        };
        return oidc.buildAuthorizationUrl(config, parameters).href;
      }),
    finish: (query, { state, nonce, verifier }) =>
      ask(async (config) => {
        const answer = await oidc.authorizationCodeGrant(config, new URL(redirectUri + query), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        });
        const claims = answer.claims();
        if (!claims) throw refused('The provider sent no ID token.');
        // Most providers leave e-mail and groups out of the ID token.
        const further =
          config.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await oidc.fetchUserInfo(config, answer.access_token, claims.sub);
        return readIdentity({ ...further, ...claims }, settings);
      }),
    findSignOutUrl: async () => {
      try {
        return await ask((config) =>
          config.serverMetadata().end_session_endpoint === undefined
            ? null
            : oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: consoleUrl }).href,
        );
      } catch {
        // The session here has ended in any case.
        return null;
      }
    },
  };
}

/** Sends the secret as the provider takes it: in a header by default, as the standard has it, else in the body. */
function authenticateBy(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const [inHeader, inBody] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest);
  };
}

/** Refusals of a code that is wrong, was used, or is too old. */
const OF_CODE = new Set(['invalid_grant', 'invalid_request']);
/** Codes of `ClientError` for a server that does not answer as a provider. */
const NO_ANSWER = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** Returns the answer to a failure. It never holds the error itself, whose cause may hold tokens. */
function describeFailure(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (error instanceof BulkheadRejectedError || error instanceof TaskCancelledError) return isAway(error);
  // Also if it says that it is away: the browser brings this answer, so it may be anybody's.
  if (error instanceof oidc.AuthorizationResponseError) {
    const reason = /^\w{1,60}$/.test(error.error) ? error.error : 'an error';
    return new ApiError('forbidden', `The provider did not let you sign in: ${reason}.`);
  }
  // Other refusals are of this service: a wrong secret.
  if (error instanceof oidc.ResponseBodyError && !OF_CODE.has(error.error)) return isAway(error);
  if (error instanceof oidc.WWWAuthenticateChallengeError || error instanceof TypeError) return isAway(error);
  if (error instanceof oidc.ClientError && NO_ANSWER.has(error.code ?? '')) return isAway(error);
  if (error instanceof oidc.ClientError || error instanceof oidc.ResponseBodyError)
    return refused('The answer of the provider does not belong to this sign-in, or is too old.');
  return error;
}

const refused = (why: string) => new ApiError('invalid_credentials', `${why} Sign in again.`);

function isAway(error: unknown): ApiError {
  const message = 'The provider of the sign-in does not answer as it should. Try again in a moment.';
  return new ApiError('unavailable', message, {
    headers: { 'Retry-After': '5' },
    cause: new Error(`OpenID Connect: ${causeOf(error)}`),
  });
}

function causeOf(error: unknown): string {
  if (error instanceof oidc.ResponseBodyError) return `${error.status} ${error.error}`;
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    return `${error.status}, the client or its secret is refused`;
  return reasonOf(error);
}
