import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import { PAGE_LANGUAGES, type PageLanguage } from './texts.ts';

const COOKIE = 'language';
const YEAR_S = 31_536_000;

/**
 * Returns the language chosen with `?lang=`, now or earlier, or the one that `Accept-Language` prefers. A choice is
 * stored in a cookie.
 */
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
 * The header that requests names and texts in the page's language. `lang` would also add the names of all codes,
 * which pages have themselves.
 */
export const languageHeader = (language: PageLanguage) => ({ 'accept-language': language });

/**
 * Returns the page's query with another language. `url`: path and query. The path is omitted, because a path that
 * starts with two slashes would name another host.
 */
export function queryIn(language: PageLanguage, url: string): string {
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
  query.set('lang', language);
  return `?${query.toString()}`;
}
