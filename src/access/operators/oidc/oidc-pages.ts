import { Router, type Request, type RequestHandler } from 'express';
import { parseCookie, stringifySetCookie } from 'cookie';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Db } from '../../../platform/db/client.ts';
import { ApiError, refuseParameter } from '../../../platform/http/api-error.ts';
import { clientBucket } from '../../../platform/http/callers/client-address.ts';
import { refuseMethod } from '../../../platform/http/mount-routes.ts';
import { noteRoute } from '../../../platform/http/requests/matched-route.ts';
import { requestIdOf } from '../../../platform/http/requests/request-id.ts';
import { replaceSession } from '../sessions/replace-session.ts';
import { nameCookie } from '../sessions/session-token.ts';
import type { SignInGuard } from '../sessions/sign-in-guard.ts';
import { OIDC_PATH, type OidcProvider } from './oidc-provider.ts';
import { signInByProvider } from './sign-in-by-provider.ts';

interface OidcPagesOptions {
  provider: OidcProvider;
  db: Db;
  operatorGuard: SignInGuard;
  isSecure: boolean;
  logger: Logger;
  /** Shows errors as pages. */
  showErrors: RequestHandler;
}

const COOKIE = 'oidc';
/** A person may have to find a second factor. */
const COOKIE_S = 600;
/** Of the address to return to: browsers drop a cookie of more than 4,096 bytes. */
const MOST_CHARACTERS = 2_000;
/** The form of what `openid-client` makes: anybody can send a cookie of another one. */
const randomText = z.string().regex(/^[\w-]{43}$/);
const keptSchema = z.object({
  state: randomText,
  nonce: randomText,
  verifier: randomText,
  returnTo: z.string(),
});

/**
 * The two steps of a sign-in at the provider, for browsers: to the provider, and back to the console. The cookie between
 * them binds the answer to this browser. It is `Lax`, because the provider sends the browser back.
 */
export function oidcPages(options: OidcPagesOptions): Router {
  const { provider, db, operatorGuard, isSecure, logger, showErrors } = options;
  const buildCookie = (value: string) =>
    stringifySetCookie({
      name: nameCookie(COOKIE, isSecure),
      value,
      path: '/',
      maxAge: value === '' ? 0 : COOKIE_S,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
    });
  const router = Router({ caseSensitive: true, strict: true });

  router.get('/', noteRoute(OIDC_PATH), showErrors, async (request, response) => {
    const wanted = request.query['return_to'] ?? '/console';
    const returnTo = typeof wanted === 'string' ? readReturnPath(wanted) : undefined;
    if (returnTo === undefined) throw refuseParameter('return_to', 'must be a page of this console');
    const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const address = await provider.begin(checks);
    const page = returnTo.length > MOST_CHARACTERS ? '/console' : returnTo;
    const kept = Buffer.from(JSON.stringify({ ...checks, returnTo: page })).toString('base64url');
    response.append('Set-Cookie', buildCookie(kept)).set('Cache-Control', 'no-store');
    response.redirect(303, address);
  });

  router.get('/callback', noteRoute(`${OIDC_PATH}/callback`), showErrors, async (request, response) => {
    response.set('Cache-Control', 'no-store');
    const kept = readKept(request, isSecure);
    if (!kept) {
      const why = 'This sign-in did not begin in this browser, or more than ten minutes ago';
      throw new ApiError('invalid_credentials', `${why}. Sign in again.`);
    }
    const requestId = requestIdOf(request);
    let refusal: ApiError | undefined;
    const token = await operatorGuard.countOfAddress(clientBucket(request), async () => {
      try {
        const identity = await provider.finish(readQuery(request), kept);
        const { linksVerifiedEmail } = provider;
        return await signInByProvider({ db, logger }, { identity, linksVerifiedEmail, requestId });
      } catch (error) {
        // While the provider is away, the browser may try again with the same cookie.
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        refusal = error;
        return undefined;
      }
    });
    response.append('Set-Cookie', buildCookie(''));
    if (token === undefined) throw refusal;
    // The former cookie is `Strict`: browsers send it only on the way back from a provider of the same site.
    const place = { cookieHeader: request.headers.cookie, isCookieSecure: isSecure };
    response.append('Set-Cookie', await replaceSession(db, token, place));
    response.redirect(303, readReturnPath(kept.returnTo) ?? '/console');
  });

  router.all(['/', '/callback'], refuseMethod(['GET']));
  return router;
}

/** The address that paths are resolved against; only whether they leave it counts. */
const HERE = 'http://console.invalid';

/** Returns the path of a page of the console. Undefined for anything else: other hosts, and the sign-in itself. */
export function readReturnPath(text: string): string | undefined {
  if (!URL.canParse(text, HERE)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, HERE);
  const isConsole = /^\/console(?!\/oidc(\/|$))(\/|$)/.test(pathname);
  return origin === HERE && isConsole ? pathname + search + hash : undefined;
}

function readKept(request: Request, isSecure: boolean): z.output<typeof keptSchema> | undefined {
  const value = parseCookie(request.headers.cookie ?? '')[nameCookie(COOKIE, isSecure)] ?? '';
  try {
    return keptSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
  } catch {
    return undefined;
  }
}

/** Returns the query as sent, with its question mark. */
const readQuery = ({ originalUrl }: Request) => /\?.*$/.exec(originalUrl)?.[0] ?? '';
