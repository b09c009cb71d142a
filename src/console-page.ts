import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router } from 'express';
import helmet from 'helmet';
import { ApiError } from './http/api-error.ts';
import { unknownRoute } from './http/error-handler.ts';
import { refuseMethod } from './http/mount-routes.ts';
import { serveStoredFiles } from './http/answers/stored-files.ts';
import { CONSOLE } from './release.ts';

const NONCE_BYTES = 16;
/** Put into the page by the build (see console/vite.config.ts). */
const NONCE_PLACE = '{{nonce}}';

/**
 * The operator console: one page at every address below, and its files, whose names change with their content. The
 * page's policy takes nothing but these files, and those styles it makes itself under the nonce of this answer.
 */
export function consolePage(folder = CONSOLE): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(helmet.crossOriginResourcePolicy({ policy: 'same-origin' }));
  const files = serveStoredFiles({
    folder,
    names: /^\/(assets\/[\w.-]+|icon\.svg)$/,
    cacheControl: 'public, max-age=31536000, immutable',
  });
  // A name that is not there belongs to another release: the page must not come in its place.
  router.get(['/assets/{*file}', '/icon.svg'], files, unknownRoute);
  router.get('/{*page}', async (_request, response) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const page = await readPage(folder);
    response.set('Content-Security-Policy', buildPolicy(nonce));
    response.set('Cache-Control', 'no-store').type('html').send(page.replaceAll(NONCE_PLACE, nonce));
  });
  router.all('/{*any}', refuseMethod(['GET']));
  return router;
}

/** Read anew for each answer: a build may have replaced it, and the files it names. */
async function readPage(folder: string): Promise<string> {
  try {
    return await readFile(path.join(folder, 'index.html'), 'utf8');
  } catch (error) {
    throw new ApiError('not_found', 'The console is not built here: `npm run build:console` builds it.', {
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
