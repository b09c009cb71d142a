import express, { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import { ApiError } from '../../platform/http/api-error.ts';
import { clientBucket } from '../../platform/http/callers/client-address.ts';
import { refuseMethod } from '../../platform/http/mount-routes.ts';
import { noteRoute } from '../../platform/http/requests/matched-route.ts';
import { createCallCap } from '../../access/limits/call-cap.ts';
import { AT_ONCE } from '../../access/limits/limits.ts';
import { listDumpNames } from './dump-folder.ts';

/** A download without progress for this time is closed. */
const IDLE_MS = 30_000;
/** A published file never changes: caches may keep it, and clients may read ranges. */
const CACHE_CONTROL = 'public, max-age=604800, immutable';

/** Serves the files of dumps, with ranges, without a key or a quota: `/{name}/{file}` and `/latest/{file}`. */
export function dumpFiles(root: string | undefined): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.all('/{*file}', noteRoute('/dumps/{name}/{file}'), (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') next();
    else void refuseMethod(['GET'])(request, response, next);
  });
  router.get('/', (_request, response) => response.redirect('/api/v1/dumps'));
  if (root === undefined) return router;
  router.get('/latest/:file', async (request, response) => {
    const [name] = await listDumpNames(root);
    if (name === undefined) throw new ApiError('not_found', 'There is no dump yet.');
    // Redirects to the named dump, so that all ranges of a download are of one dump even if a newer one is published.
    const file = encodeURIComponent(request.params.file);
    response.set('Cache-Control', 'no-cache').redirect(`${request.baseUrl}/${name}/${file}`);
  });
  router.use(
    capDownloads(),
    express.static(root, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      lastModified: false,
      setHeaders(response, path, { size }) {
        const [name, file] = path.split(/[/\\]/).slice(-2);
        response.setHeader('ETag', `"${name}-${file}-${size}"`);
        response.setHeader('Cache-Control', CACHE_CONTROL);
      },
    }),
    nameRange,
  );
  return router;
}

/** Handles a range beyond the end of a file. `Content-Range` with its length is set already. */
const nameRange: ErrorRequestHandler = (error: { status?: number }, _request, _response, _next) => {
  if (error.status !== 416) throw error;
  throw new ApiError('range_not_satisfiable', 'The file is shorter: see `Content-Range`.');
};

function capDownloads(): RequestHandler {
  const cap = createCallCap(AT_ONCE.dumps);
  return (request, response, next) => {
    const { leave } = cap.enter(clientBucket(request));
    response.once('close', leave);
    response.setTimeout(IDLE_MS, () => request.socket.destroy());
    next();
  };
}
