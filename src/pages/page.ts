import type { Request, Response } from 'express';
import type { ComponentChildren } from 'preact';
import type { ApiError } from '../platform/http/api-error.ts';
import type { FormCaps } from '../platform/http/requests/form-body.ts';
import type { Calls } from '../endpoints.ts';
import type { Ask } from './ask.ts';
import type { Texts } from './texts/texts.ts';

/** The input of a page. */
export interface PageContext {
  request: Request;
  response: Response;
  /** Texts and number and date formats in the reader's language. */
  texts: Texts;
  ask: Ask;
  /** The submitted form; empty unless it is a POST. */
  form: URLSearchParams;
  /** The limit of `sendsTo` that refuses this form; the form can then be shown again with what was typed. */
  refusal: ApiError | undefined;
  /** The uploaded files by field, on a page that accepts them. */
  files: Readonly<Record<string, Buffer>>;
  /**
   * From now on, endpoints are called as the signed-in account.
   * @throws ApiError `not_authenticated`
   */
  useSession: () => Promise<void>;
  /** Absolute address of the service without a trailing slash, for use outside the page: `https://facts.example`. */
  root: string;
}

export interface Page {
  title: string;
  /** For search engines and previews; at most two sentences. */
  description?: string | undefined;
  /** The canonical path for search engines; undefined excludes the page from them. */
  canonical?: string | undefined;
  /** Address of a picture for previews. */
  image?: string | undefined;
  /** The same content for programs, as schema.org data. */
  jsonLd?: object | undefined;
  /** Style sheets of `assets/`, by name, in addition to the common one. */
  styles?: readonly string[];
  /** Scripts of `assets/`, by name. The page works without them. */
  scripts?: readonly string[];
  /** Nothing is painted before the whole page is read: the columns of a long table would move meanwhile. */
  isPaintedWhole?: true;
  /** Shows private data: no cache may store it. */
  isSecret?: boolean;
  /** 200 unless given. */
  status?: number;
  /** The text in the search field of the header. */
  searched?: string;
  /** The page has a search field of its own. */
  hasOwnSearch?: true;
  body: ComponentChildren;
}

/** A redirect, after a form or to the canonical address. */
export interface Redirect {
  status: 303 | 308;
  location: string;
}

/** A file for programs, such as a sitemap. */
export interface TextFile {
  /** Media type. */
  type: string;
  text: string;
  cacheControl: string;
}

export type Shown = Page | Redirect | TextFile;

export interface PageRoute {
  method: 'get' | 'post';
  /** In Express syntax: `/brand/:slug`. */
  path: string;
  /**
   * Returns the data that the cached page depends on besides its language; an empty text if there is none. The page
   * is rendered once for it, kept compressed, and shared caches may store it. Undefined: render this page for its
   * reader.
   */
  kept?: (context: PageContext) => Promise<string> | string | undefined;
  /** The endpoint that receives its form. The endpoint's limits are checked before the form is read. */
  sendsTo?: keyof Calls;
  /** Larger forms are refused before they are parsed. Default: a few short fields. */
  caps?: FormCaps;
  /** The file fields of its form. Unless given, the form has only text fields. */
  takesFiles?: { fields: readonly string[]; mostBytes: number };
  /** Its scripts compile WebAssembly; no other page may. */
  compilesWasm?: boolean;
  /** Renders the page. `kept` is the result of `kept`. */
  show: (context: PageContext, kept: string) => Promise<Shown> | Shown;
}
