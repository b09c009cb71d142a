import helmet from 'helmet';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { renderToString } from 'preact-render-to-string';
import type { Sitemap } from '../catalog/sitemap/sitemap.ts';
import type { ReadGivenNames } from '../catalog/names/given-names.ts';
import { API_LINKS } from '../platform/openapi/api-catalog.ts';
import { createKeptAnswers } from '../platform/http/answers/keep-answers.ts';
import { sendText } from '../platform/http/answers/send-text.ts';
import { shareAnswer } from '../platform/http/answers/set-caching.ts';
import { serveStoredFiles } from '../platform/http/answers/stored-files.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Caller } from '../platform/http/callers/caller.ts';
import { READS, refuseOtherSites } from '../platform/http/callers/other-sites.ts';
import { refuseMethod } from '../platform/http/mount-routes.ts';
import { readFormBody, readFileFormBody, type FormCaps } from '../platform/http/requests/form-body.ts';
import { noteRoute } from '../platform/http/requests/matched-route.ts';
import { passGuards } from '../platform/http/pass-guards.ts';
import { findRoot, trimRoot } from '../platform/http/requests/public-root.ts';
import { wantsPage } from '../platform/http/requests/wants-page.ts';
import { requestIdOf } from '../platform/http/requests/request-id.ts';
import type { Route } from '../platform/http/route.ts';
import { askFor, findEndpoint, type AskOptions } from './ask.ts';
import { docsPages, type DocsOptions } from './docs/docs-pages.tsx';

import { loadAssets } from './layout/assets.ts';
import { BareLayout, Layout, buildErrorPage } from './layout/layout.tsx';
import { listPages } from './list-pages.ts';
import type { Page, PageContext, PageRoute, Redirect, Shown, TextFile } from './page.ts';
import { findPageLanguage } from './texts/find-language.ts';
import { loadTexts, withGivenNames, type Texts } from './texts/texts.ts';

interface PagesOptions {
  /** The API's endpoints, which pages call. */
  routes: readonly Route[];
  /** Returns middleware for endpoints that are not public reads: their own limits, a key. */
  guardCall: AskOptions['guardCall'];
  /**
   * Returns the caller of an account's session, by its cookie. Throws ApiError `not_authenticated` without a session.
   */
  findSessionCaller: (cookieHeader: string | undefined) => Promise<Caller>;
  /** The public address; undefined to use the address of the request. */
  publicUrl: string | undefined;
  sitemap: Sitemap;
  docs: DocsOptions;
  /** Returns the names that operators gave to codes. */
  readGivenNames: ReadGivenNames;
  /** Middleware of every page: identifies the caller and checks the limits. */
  guards: RequestHandler[];
}

interface Pages {
  router: Router;
  /** Shows errors of other routers as pages, to browsers. */
  showErrors: RequestHandler;
}

/** Returns the pages for people: HTML that works without scripts, built from the API's answers. */
export function pages({
  routes,
  guardCall,
  findSessionCaller,
  publicUrl,
  sitemap,
  docs,
  readGivenNames,
  guards,
}: PagesOptions): Pages {
  const asked = { routes: new Map(routes.map((item) => [item.operationId, item])), guardCall };
  const textsByLanguage = loadTexts();
  const assets = loadAssets();
  const textsFor = (request: Request, response: Response) =>
    textsByLanguage.get(findPageLanguage(request, response)) as Texts;

  const render = (page: Page, texts: Texts, root: string, url: string) =>
    `<!doctype html>${renderToString(<Layout {...{ page, texts, root, url }} assetOf={assets.addressOf} />)}`;
  const setPageHeaders = (response: Response, { language }: Texts) =>
    response
      .set('Content-Language', language)
      .set('Link', API_LINKS)
      .vary('Accept-Language, Cookie')
      .type('html');
  const send = (request: Request, response: Response, texts: Texts, page: Page) => {
    setPageHeaders(response, texts).status(page.status ?? 200);
    sendText(request, response, render(page, texts, findRoot(request, publicUrl), request.originalUrl));
  };
  const ofThisSite = refuseOtherSites(publicUrl);
  const keep = createKeptAnswers();
  // Without a public address, cached pages use relative addresses.
  const sharedRoot = publicUrl === undefined ? '' : trimRoot(publicUrl);
  const showErrors: RequestHandler = (request, response, next) => {
    request.showError = (error: ApiError) => {
      const texts = textsFor(request, response);
      const page = buildErrorPage(texts, error, requestIdOf(request), request.originalUrl);
      if (error.status !== 429) {
        send(request, response, texts, page);
        return;
      }
      // Refusing a request for its rate must cost less than the page.
      setPageHeaders(response, texts).status(error.status);
      const html = renderToString(<BareLayout {...{ page, texts }} assetOf={assets.addressOf} />);
      sendText(request, response, `<!doctype html>${html}`);
    };
    next();
  };

  /** The limits come first, because reading and checking a form is work. */
  const readForm = ({ sendsTo, takesFiles, caps = SHORT_FORM }: PageRoute): RequestHandler[] => {
    const limits = sendsTo === undefined ? [] : guardCall(findEndpoint(asked.routes, sendsTo));
    if (takesFiles) return [...limits, readFileFormBody(takesFiles.fields, takesFiles.mostBytes)];
    return [noteRefusal(limits), readFormBody(caps)];
  };

  const mountPages = (pageRoutes: readonly PageRoute[]): Router => {
    const router = Router({ caseSensitive: true, strict: true });
    const methodsByPath = new Map<string, string[]>();
    for (const item of pageRoutes) {
      const { method, path, kept, sendsTo, compilesWasm = false, show } = item;
      methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method.toUpperCase()]);
      router[method](
        path,
        noteRoute(path),
        compilesWasm ? wasmPolicy : pagePolicy,
        ownReferrer,
        showErrors,
        ofThisSite,
        ...guards,
        ...(method === 'post' ? readForm(item) : []),
        async (request, response) => {
          // Without the database, pages use the release's names.
          const given = await readGivenNames().catch(() => ({}));
          const texts = withGivenNames(textsFor(request, response), given);
          const context: PageContext = {
            request,
            response,
            texts,
            ask: askFor(asked, request, response, sendsTo),
            form: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(),
            refusal: response.locals['refusal'] as ApiError | undefined,
            files: listFiles(request),
            useSession: async () => void (request.caller = await findSessionCaller(request.headers.cookie)),
            root: findRoot(request, publicUrl),
          };
          const version = await kept?.(context);
          if (version !== undefined) {
            const make = async () => {
              const page = await show({ ...context, root: sharedRoot }, version);
              if (!isPage(page)) throw new Error(`${path} is cached, but is not a page`);
              return render(page, texts, sharedRoot, path);
            };
            const answer = await keep(`${texts.language} ${path}`, version + JSON.stringify(given), make);
            shareAnswer(request, setPageHeaders(response, texts), KEPT_CACHE_CONTROL);
            await answer.send(request, response);
            return;
          }
          const shown = await show(context, '');
          if (isTextFile(shown)) {
            // Its URLs must be absolute. Without `publicUrl` they come from this request, so no shared cache may
            // store them.
            const cacheControl = publicUrl === undefined ? 'private, no-cache' : shown.cacheControl;
            shareAnswer(request, response.type(`${shown.type}; charset=utf-8`), cacheControl);
            sendText(request, response, shown.text);
            return;
          }
          response.set(
            'Cache-Control',
            method === 'post' || isSecret(shown) ? 'no-store' : 'private, no-cache',
          );
          if (isRedirect(shown)) response.redirect(shown.status, shown.location);
          else send(request, response, texts, shown);
        },
      );
    }
    for (const [path, methods] of methodsByPath) router.all(path, noteRoute(path), refuseMethod(methods));
    return router;
  };

  const router = Router({ caseSensitive: true, strict: true });
  router.get(
    `${assets.path}/:name`,
    noteRoute('/assets'),
    helmet.crossOriginResourcePolicy({ policy: 'same-origin' }),
    (request, _response, next) => {
      request.url = request.url.slice(assets.path.length);
      next();
    },
    ...assets.folders.map((files) =>
      serveStoredFiles({ ...files, cacheControl: 'public, max-age=31536000, immutable' }),
    ),
  );
  router.use(mountPages(listPages(sitemap)));
  // Describing the API takes as long as loading it, so the docs are built for the first reader.
  let docsRouter: Router | undefined;
  router.use((request, response, next) => {
    if (!DOCS_PATH.test(request.path)) return next();
    docsRouter ??= mountPages(docsPages(docs));
    docsRouter(request, response, next);
  });
  // Counts unknown addresses too, because their page costs as much as any.
  router.use(
    (request, _response, next) =>
      READS.has(request.method) && !FOR_PROGRAMS.test(request.path) && wantsPage(request)
        ? next()
        : next('router'),
    pagePolicy,
    showErrors,
    ...guards,
  );
  return {
    router,
    showErrors: (request, response, next) => {
      if (!wantsPage(request)) return next();
      pagePolicy(request, response, () => showErrors(request, response, next));
    },
  };
}

const DOCS_PATH = /^\/(docs(\/|$)|llms\.txt$)/;
/** Paths where unknown addresses get the error envelope, even in browsers. */
const FOR_PROGRAMS = /^\/(api|console|dumps|mcp|01|\.well-known)(\/|$)/;

const KEPT_CACHE_CONTROL = 'public, max-age=300';

/** Browsers encode a byte of text as three. */
const SHORT_FORM: FormCaps = { mostFields: 20, mostBytes: 8_192 };

/** Notes the refusal of a form, which is then only shown again. */
function noteRefusal(limits: RequestHandler[]): RequestHandler {
  return async (request, response, next) => {
    try {
      await passGuards(limits, request, response);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      response.locals['refusal'] = error;
    }
    next();
  };
}

/** Returns the files of a form that are not empty: browsers send a field without a file as an empty one. */
function listFiles({ files = {} }: Request): Record<string, Buffer> {
  return Object.fromEntries(
    Object.values(files)
      .flat()
      .flatMap(({ fieldname, buffer }: Express.Multer.File) =>
        buffer.length > 0 ? [[fieldname, buffer] as const] : [],
      ),
  );
}

/** Allows only this service's own files. */
function buildPolicy(scripts: string[]): RequestHandler {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': scripts,
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  });
}

/** Without a referrer, browsers send a page's forms with the origin `null`, like forms of another site. */
const ownReferrer = helmet.referrerPolicy({ policy: 'same-origin' });
const pagePolicy = buildPolicy(["'self'"]);
const wasmPolicy = buildPolicy(["'self'", "'wasm-unsafe-eval'"]);

function isTextFile(shown: Shown): shown is TextFile {
  return 'text' in shown;
}

function isRedirect(shown: Page | Redirect): shown is Redirect {
  return 'location' in shown;
}

function isPage(shown: Shown): shown is Page {
  return 'body' in shown;
}

/** A response that sets a secret cookie counts as secret too. */
function isSecret(shown: Page | Redirect): boolean {
  return 'isSecret' in shown && shown.isSecret === true;
}
