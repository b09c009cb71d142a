import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import { PAGE_LANGUAGES, type PageLanguage } from './texts.ts';

const COOKIE = 'language';
const YEAR_S = 31_536_000;

/** The language a reader chose with `?lang=`, now or before, or else what `Accept-Language` prefers. A choice is kept in a cookie. */
export function findPageLanguage(request: Request, response: Response): PageLanguage {
  const chosen = PAGE_LANGUAGES.find((code) => code === request.query['lang']);
  if (chosen) {
    response.append(
      'Set-Cookie',
      stringifySetCookie({
        name: COOKIE,
        value: chosen,
        path: '/',
        maxAge: YEAR_S,
        sameSite: 'lax',
        httpOnly: true,
      }),
    );
    return chosen;
  }
  const kept = parseCookie(request.headers.cookie ?? '')[COOKIE];
  return (
    PAGE_LANGUAGES.find((code) => code === kept) ??
    (new Negotiator(request).language([...PAGE_LANGUAGES]) as PageLanguage | undefined) ??
    PAGE_LANGUAGES[0]
  );
}

/**
 * The header by which a page asks for names and texts in its language. With `lang` the answer would have the names of all codes
 * too, which pages bring themselves.
 */
export const languageHeader = (language: PageLanguage) => ({ 'accept-language': language });

/**
 * The query of a page with another language. `url`: path and query. Without the path, because a path that begins with two
 * slashes names another host.
 */
export function queryIn(language: PageLanguage, url: string): string {
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
  query.set('lang', language);
  return `?${query.toString()}`;
}
