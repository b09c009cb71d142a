import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router } from 'express';
import helmet from 'helmet';
import { ApiError } from './platform/http/api-error.ts';
import { unknownRoute } from './platform/http/error-handler.ts';
import { refuseMethod } from './platform/http/mount-routes.ts';
import { serveStoredFiles } from './platform/http/answers/stored-files.ts';
import { CONSOLE } from './platform/release.ts';

const NONCE_BYTES = 16;
/** The build writes this placeholder into the page (see console/vite.config.ts). */
const NONCE_PLACE = '{{nonce}}';

/**
 * Serves the operator console: one page at every address below, and its files, whose names change with their content. The
 * page’s content security policy allows only these files, and the styles that carry the nonce of this response.
 */
export function consolePage(folder = CONSOLE): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(helmet.crossOriginResourcePolicy({ policy: 'same-origin' }));
  const files = serveStoredFiles({
    folder,
    names: /^\/(assets\/[\w.-]+|icon\.svg)$/,
    cacheControl: 'public, max-age=31536000, immutable',
  });
  // A missing file belongs to another release: never serve the page instead.
  router.get(['/assets/{*file}', '/icon.svg'], files, unknownRoute);
  router.get('/{*page}', async (request, response, next) => {
    if (/\.\w+$/.test(request.path)) {
      unknownRoute(request, response, next);
      return;
    }
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const page = await readPage(folder);
    response.set('Content-Security-Policy', buildPolicy(nonce));
    response.set('Cache-Control', 'no-store').type('html').send(page.replaceAll(NONCE_PLACE, nonce));
  });
  router.all('/{*any}', refuseMethod(['GET']));
  return router;
}

/** Reads the page for each response, because a build may have replaced it and its files. */
async function readPage(folder: string): Promise<string> {
  try {
    return await readFile(path.join(folder, 'index.html'), 'utf8');
  } catch (error) {
    throw new ApiError('not_found', 'The console is not built here: `npm run build` builds it.', {
      cause: error,
    });
  }
}

function buildPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}
