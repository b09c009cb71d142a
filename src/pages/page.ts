import type { Request, Response } from 'express';
import type { ComponentChildren } from 'preact';
import type { Answers, Ask } from './ask.ts';
import type { Texts } from './texts/texts.ts';

/** What a page is made from. */
export interface PageContext {
  request: Request;
  response: Response;
  /** Words, numbers and dates in the reader's language. */
  texts: Texts;
  ask: Ask;
  /** What was filled in; empty unless it is a POST. */
  form: URLSearchParams;
  /** The file that was sent, on a page that takes one. */
  file: Buffer | undefined;
  /**
   * From now on endpoints are asked as the account that is signed in.
   * @throws ApiError `not_authenticated`
   */
  useSession: () => Promise<void>;
  /** Address of the service without a slash at its end, for what others read: `https://facts.example`. */
  root: string;
}

export interface Page {
  title: string;
  /** For search engines and previews, at most two sentences. */
  description?: string | undefined;
  /** The one address that search engines know the page by, from `/`; undefined: they leave it out. */
  canonical?: string | undefined;
  /** Address of a picture for previews. */
  image?: string | undefined;
  /** Says the same to programs, as schema.org has it. */
  jsonLd?: object | undefined;
  /** Style sheets of `assets/` besides that of all pages, by their names. */
  styles?: readonly string[];
  /** Scripts of `assets/`, by their names. The page does without them. */
  scripts?: readonly string[];
  /** Shows something private: no cache keeps it. */
  isSecret?: boolean;
  /** 200 unless given. */
  status?: number;
  /** What stands in the field for searches above. */
  searched?: string;
  /** The page has that field itself. */
  hasOwnSearch?: true;
  body: ComponentChildren;
}

/** Another address to go to: after a form, or where a page stands under another one. */
export interface Redirect {
  status: 303 | 308;
  location: string;
}

/** What programs read instead of a page, such as a sitemap. */
export interface TextFile {
  /** Media type. */
  type: string;
  text: string;
  cacheControl: string;
}

export type Shown = Page | Redirect | TextFile;

export interface PageRoute {
  method: 'get' | 'post';
  /** As Express has it: `/brand/:slug`. */
  path: string;
  /**
   * What the page says besides what every reader of its language reads alike; empty: nothing. The page is made once for it, kept
   * compressed, and shared caches may keep it too. Undefined: this one is made for its reader.
   */
  kept?: (context: PageContext) => Promise<string> | string | undefined;
  /**
   * The field of its form that is a file, and the endpoint that gets it, whose limits are passed before the file is read. Unless
   * given, the form is one of texts.
   */
  takesFile?: { field: string; mostBytes: number; operationId: keyof Answers };
  /** Its scripts compile WebAssembly, which no other page may. */
  compilesWasm?: boolean;
  /** `kept`: what `kept` says. */
  show: (context: PageContext, kept: string) => Promise<Shown> | Shown;
}
