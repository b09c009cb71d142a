import { parseCookie, stringifySetCookie } from 'cookie';
import type { PageContext } from '../page.ts';

const COOKIE = 'answer_token';
/** As long as a contact address is kept after a review. */
const KEPT_S = 90 * 86_400;

/**
 * Stores the answer token of a submission in a cookie, for the page of this submission alone. In a URL it would end
 * up in browser histories and proxy logs.
 */
export function keepAnswerToken({ request, response }: PageContext, id: string, token: string): void {
  response.append(
    'Set-Cookie',
    stringifySetCookie({
      name: COOKIE,
      value: token,
      path: `/contribute/${id}`,
      maxAge: KEPT_S,
      sameSite: 'strict',
      httpOnly: true,
      secure: request.secure,
    }),
  );
}

export function findAnswerToken({ request }: Pick<PageContext, 'request'>): string | undefined {
  return parseCookie(request.headers.cookie ?? '')[COOKIE];
}
