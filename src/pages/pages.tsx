import helmet from 'helmet';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { renderToString } from 'preact-render-to-string';
import type { Sitemap } from '../catalog/sitemap/sitemap.ts';
import type { ReadGivenNames } from '../catalog/names/given-names.ts';
import { createKeptAnswers } from '../platform/http/answers/keep-answers.ts';
import { sendText } from '../platform/http/answers/send-text.ts';
import { shareAnswer } from '../platform/http/answers/set-caching.ts';
import { serveStoredFiles } from '../platform/http/answers/stored-files.ts';
import type { ApiError } from '../platform/http/api-error.ts';
import type { Caller } from '../platform/http/callers/caller.ts';
import { READS, refuseOtherSites } from '../platform/http/callers/other-sites.ts';
import { refuseMethod } from '../platform/http/mount-routes.ts';
import { readFormBody, readFileFormBody } from '../platform/http/requests/form-body.ts';
import { noteRoute } from '../platform/http/requests/matched-route.ts';
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
  /** Endpoints of the API, which pages ask. */
  routes: readonly Route[];
  /** What an endpoint that is not for all to read wants passed before: limits of its own, a key. */
  guardCall: AskOptions['guardCall'];
  /** Whom the session of an account, by its cookie, calls the API as. Throws ApiError `not_authenticated` without one. */
  findSessionCaller: (cookieHeader: string | undefined) => Promise<Caller>;
  /** Where readers reach the service; undefined: where a request came to. */
  publicUrl: string | undefined;
  sitemap: Sitemap;
  docs: DocsOptions;
  /** Names of codes that operators gave. */
  readGivenNames: ReadGivenNames;
  /** What every page passes: who calls, and the limits. */
  guards: RequestHandler[];
}

/** The pages for people: HTML that works without scripts, each made from what the API answers. */
export function pages({
  routes,
  guardCall,
  findSessionCaller,
  publicUrl,
  sitemap,
  docs,
  readGivenNames,
  guards,
}: PagesOptions): Router {
  const asked = { routes: new Map(routes.map((item) => [item.operationId, item])), guardCall };
  const textsByLanguage = loadTexts();
  const assets = loadAssets();
  const textsFor = (request: Request, response: Response) =>
    textsByLanguage.get(findPageLanguage(request, response)) as Texts;

  const render = (page: Page, texts: Texts, root: string, url: string) =>
    `<!doctype html>${renderToString(<Layout {...{ page, texts, root, url }} assetOf={assets.addressOf} />)}`;
  const setPageHeaders = (response: Response, { language }: Texts) =>
    response.set('Content-Language', language).vary('Accept-Language, Cookie').type('html');
  const send = (request: Request, response: Response, texts: Texts, page: Page) => {
    setPageHeaders(response, texts).status(page.status ?? 200);
    sendText(request, response, render(page, texts, findRoot(request, publicUrl), request.originalUrl));
  };
  const ofThisSite = refuseOtherSites(publicUrl);
  const keep = createKeptAnswers();
  // Where the service has no public address, addresses in what caches show to others are relative.
  const sharedRoot = publicUrl === undefined ? '' : trimRoot(publicUrl);
  const showErrors: RequestHandler = (request, response, next) => {
    request.showError = (error: ApiError) => {
      const texts = textsFor(request, response);
      const page = buildErrorPage(texts, error, requestIdOf(request));
      if (error.status !== 429) {
        send(request, response, texts, page);
        return;
      }
      // What is refused for coming too often must cost less than what it asked for.
      setPageHeaders(response, texts).status(error.status);
      const html = renderToString(<BareLayout {...{ page, texts }} assetOf={assets.addressOf} />);
      sendText(request, response, `<!doctype html>${html}`);
    };
    next();
  };

  const mountPages = (pageRoutes: readonly PageRoute[]): Router => {
    const router = Router({ caseSensitive: true, strict: true });
    const methodsByPath = new Map<string, string[]>();
    for (const { method, path, kept, takesFile, compilesWasm = false, show } of pageRoutes) {
      methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method.toUpperCase()]);
      router[method](
        path,
        noteRoute(path),
        compilesWasm ? wasmPolicy : pagePolicy,
        ownReferrer,
        showErrors,
        ofThisSite,
        ...guards,
        ...(takesFile
          ? [
              ...guardCall(findEndpoint(asked.routes, takesFile.operationId)),
              readFileFormBody(takesFile.field, takesFile.mostBytes),
            ]
          : method === 'post'
            ? [readFormBody(FORM_BYTES)]
            : []),
        async (request, response) => {
          // Without the database a page has the names of the release.
          const given = await readGivenNames().catch(() => ({}));
          const texts = withGivenNames(textsFor(request, response), given);
          const context: PageContext = {
            request,
            response,
            texts,
            ask: askFor(asked, request, response, takesFile?.operationId),
            form: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(),
            file: request.file?.buffer,
            useSession: async () => void (request.caller = await findSessionCaller(request.headers.cookie)),
            root: findRoot(request, publicUrl),
          };
          const version = await kept?.(context);
          if (version !== undefined) {
            const make = async () => {
              const page = await show({ ...context, root: sharedRoot }, version);
              if (!isPage(page)) throw new Error(`${path} is kept, and is no page`);
              return render(page, texts, sharedRoot, path);
            };
            const answer = await keep(`${texts.language} ${path}`, version + JSON.stringify(given), make);
            shareAnswer(request, setPageHeaders(response, texts), KEPT_CACHE_CONTROL);
            await answer.send(request, response);
            return;
          }
          const shown = await show(context, '');
          if (isTextFile(shown)) {
            // Its addresses must be whole; those that a request named are not for others.
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
  // Describing the API takes as long as loading it: they wait for the first reader.
  let docsRouter: Router | undefined;
  router.use((request, response, next) => {
    if (!DOCS_PATH.test(request.path)) return next();
    docsRouter ??= mountPages(docsPages(docs));
    docsRouter(request, response, next);
  });
  // An address without a page counts as one: showing that costs as much as a page.
  router.use(
    (request, _response, next) =>
      READS.has(request.method) && !FOR_PROGRAMS.test(request.path) && wantsPage(request)
        ? next()
        : next('router'),
    pagePolicy,
    showErrors,
    ...guards,
  );
  return router;
}

const DOCS_PATH = /^\/docs(\/|$)/;
/** Where an unknown address is answered by the error envelope, also for browsers. */
const FOR_PROGRAMS = /^\/(api|console|dumps|mcp|01|\.well-known)(\/|$)/;

const KEPT_CACHE_CONTROL = 'public, max-age=300';

/** A form brings along what it was filled in with, and browsers write a byte of a text as three and more. */
const FORM_BYTES = 524_288;

/** Everything comes from here. */
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

/** Without a referrer browsers send the forms of a page with the origin `null`, as those of a page of another site. */
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

/** An answer that sets a secret as a cookie is one, too. */
function isSecret(shown: Page | Redirect): boolean {
  return 'isSecret' in shown && shown.isSecret === true;
}
