import { Router, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { renderToString } from 'preact-render-to-string';
import { serveStoredFiles } from '../http/answers/stored-files.ts';
import type { ApiError } from '../http/api-error.ts';
import { refuseMethod } from '../http/mount-routes.ts';
import { noteRoute } from '../http/requests/matched-route.ts';
import { findRoot } from '../http/requests/public-root.ts';
import { requestIdOf } from '../http/requests/request-id.ts';
import type { Route } from '../http/route.ts';
import { askFor } from './ask.ts';
import type { DocsOptions } from './docs/docs-pages.tsx';
import { loadAssets } from './layout/assets.ts';
import { buildErrorPage } from './layout/error-page.tsx';
import { Layout } from './layout/layout.tsx';
import { listPages } from './list-pages.ts';
import type { Page, Redirect } from './page.ts';
import { findPageLanguage } from './texts/find-language.ts';
import { loadTexts, type Texts } from './texts/texts.ts';

export interface PagesOptions {
  /** Endpoints of the API, which pages ask. */
  routes: readonly Route[];
  /** Where readers reach the service; undefined: where a request came to. */
  publicUrl: string | undefined;
  docs: DocsOptions;
  /** What a page passes that asks something of the catalogue: who calls, and the limits. */
  guards: RequestHandler[];
}

/** The pages for people: HTML that works without scripts, each made from what the API answers. */
export function pages({ routes, publicUrl, docs, guards }: PagesOptions): Router {
  const byOperation = new Map(routes.map((item) => [item.operationId, item]));
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
    serveStoredFiles({
      folder: assets.folder,
      names: /^\/[\w-]+\.\w+$/,
      cacheControl: 'public, max-age=31536000, immutable',
    }),
  );
  const methodsByPath = new Map<string, string[]>();
  for (const { method, path, isFree, show } of listPages(docs)) {
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method.toUpperCase()]);
    router[method](
      path,
      noteRoute(path),
      pagePolicy,
      showErrors,
      ...(isFree ? [] : guards),
      async (request, response) => {
        const texts = textsFor(request, response);
        const ask = askFor(byOperation, request, response);
        const shown = await show({ request, response, texts, ask, root: findRoot(request, publicUrl) });
        response.set('Cache-Control', 'private, no-cache');
        if (isRedirect(shown)) response.redirect(shown.status, shown.location);
        else send(request, response, texts, shown);
      },
    );
  }
  for (const [path, methods] of methodsByPath) router.all(path, noteRoute(path), refuseMethod(methods));
  return router;
}

/** Everything comes from here but pictures, which stand where their sources have them. */
const pagePolicy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'https:', 'data:'],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  },
});

function isRedirect(shown: Page | Redirect): shown is Redirect {
  return 'location' in shown;
}
