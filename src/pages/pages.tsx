import { Router, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { renderToString } from 'preact-render-to-string';
import type { Sitemap } from '../catalog/sitemap/sitemap.ts';
import { serveStoredFiles } from '../platform/http/answers/stored-files.ts';
import type { ApiError } from '../platform/http/api-error.ts';
import { authenticateTyped, type FindCaller } from '../platform/http/callers/authenticate.ts';
import { refuseMethod } from '../platform/http/mount-routes.ts';
import { readFileFormBody } from '../platform/http/requests/file-form-body.ts';
import { readFormBody } from '../platform/http/requests/form-body.ts';
import { noteRoute } from '../platform/http/requests/matched-route.ts';
import { findRoot } from '../platform/http/requests/public-root.ts';
import { wantsPage } from '../platform/http/requests/wants-page.ts';
import { requestIdOf } from '../platform/http/requests/request-id.ts';
import type { Route } from '../platform/http/route.ts';
import { askFor, findEndpoint, type AskOptions } from './ask.ts';
import type { DocsOptions } from './docs/docs-pages.tsx';
import { loadAssets } from './layout/assets.ts';
import { buildErrorPage } from './layout/error-page.tsx';
import { Layout } from './layout/layout.tsx';
import { listPages } from './list-pages.ts';
import type { Page, Redirect, TextFile } from './page.ts';
import { findPageLanguage } from './texts/find-language.ts';
import { loadTexts, type Texts } from './texts/texts.ts';

export interface PagesOptions {
  /** Endpoints of the API, which pages ask. */
  routes: readonly Route[];
  /** What an endpoint that is not for all to read wants passed before: limits of its own, a key. */
  guardCall: AskOptions['guardCall'];
  /** Whose key it is that a reader typed. */
  findCaller: FindCaller;
  /** Where readers reach the service; undefined: where a request came to. */
  publicUrl: string | undefined;
  sitemap: Sitemap;
  docs: DocsOptions;
  /** What a page passes that asks something of the catalogue: who calls, and the limits. */
  guards: RequestHandler[];
}

/** The pages for people: HTML that works without scripts, each made from what the API answers. */
export function pages({
  routes,
  guardCall,
  findCaller,
  publicUrl,
  sitemap,
  docs,
  guards,
}: PagesOptions): Router {
  const asked = { routes: new Map(routes.map((item) => [item.operationId, item])), guardCall };
  const textsByLanguage = loadTexts();
  const assets = loadAssets();
  const textsFor = (request: Request, response: Response) =>
    textsByLanguage.get(findPageLanguage(request, response)) as Texts;

  const send = (request: Request, response: Response, texts: Texts, page: Page) => {
    const props = { page, texts, root: findRoot(request, publicUrl), url: request.originalUrl };
    response.status(page.status ?? 200).set('Content-Language', texts.language);
    response.vary('Accept-Language, Cookie');
    response
      .type('html')
      .send(`<!doctype html>${renderToString(<Layout {...props} assetOf={assets.addressOf} />)}`);
  };
  const showErrors: RequestHandler = (request, response, next) => {
    request.showError = (error: ApiError) => {
      const texts = textsFor(request, response);
      send(request, response, texts, buildErrorPage(texts, error, requestIdOf(request)));
    };
    next();
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
    ...assets.folders.map(({ folder, names }) =>
      serveStoredFiles({ folder, names, cacheControl: 'public, max-age=31536000, immutable' }),
    ),
  );
  const methodsByPath = new Map<string, string[]>();
  for (const { method, path, isFree, takesFile, compilesWasm = false, show } of listPages(sitemap, docs)) {
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method.toUpperCase()]);
    router[method](
      path,
      noteRoute(path),
      compilesWasm ? wasmPolicy : pagePolicy,
      showErrors,
      ...(isFree ? [] : guards),
      ...(takesFile
        ? [
            ...guardCall(findEndpoint(asked.routes, takesFile.operationId)),
            readFileFormBody(takesFile.field, takesFile.mostBytes),
          ]
        : method === 'post'
          ? [readFormBody(FORM_BYTES)]
          : []),
      async (request, response) => {
        const texts = textsFor(request, response);
        const shown = await show({
          request,
          response,
          texts,
          ask: askFor(asked, request, response, takesFile?.operationId),
          form: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(),
          file: request.file?.buffer,
          useKey: (key) => authenticateTyped(request, key, findCaller),
          root: findRoot(request, publicUrl),
        });
        if (isTextFile(shown)) {
          response.set('Cache-Control', shown.cacheControl).type(shown.type).send(shown.text);
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
  router.use((request, response, next) => {
    if (['GET', 'HEAD'].includes(request.method) && !FOR_PROGRAMS.test(request.path) && wantsPage(request))
      pagePolicy(request, response, () => showErrors(request, response, next));
    else next();
  });
  return router;
}

/** Where an unknown address is answered by the error envelope, also for browsers. */
const FOR_PROGRAMS = /^\/(api|console|dumps|mcp|01|\.well-known)(\/|$)/;

/** A form brings along what it was filled in with, and browsers write a byte of a text as three and more. */
const FORM_BYTES = 524_288;

/** Everything comes from here but pictures, which stand where their sources have them. */
function buildPolicy(scripts: string[]): RequestHandler {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': scripts,
      'style-src': ["'self'"],
      'img-src': ["'self'", 'https:', 'data:'],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  });
}

const pagePolicy = buildPolicy(["'self'"]);
const wasmPolicy = buildPolicy(["'self'", "'wasm-unsafe-eval'"]);

function isTextFile(shown: Page | Redirect | TextFile): shown is TextFile {
  return 'text' in shown;
}

function isRedirect(shown: Page | Redirect): shown is Redirect {
  return 'location' in shown;
}

/** An answer that sets a secret as a cookie is one, too. */
function isSecret(shown: Page | Redirect): boolean {
  return 'isSecret' in shown && shown.isSecret === true;
}
