import { Router } from 'express';
import type { Db } from '../../platform/db/client.ts';
import { createCallCap } from '../../access/limits/call-cap.ts';
import { AT_ONCE } from '../../access/limits/limits.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { clientBucket } from '../../platform/http/callers/client-address.ts';
import { refuseMethod } from '../../platform/http/mount-routes.ts';
import { noteRoute } from '../../platform/http/requests/matched-route.ts';
import type { PictureSize } from '../../catalog/pictures/picture-address.ts';
import { isPublicPicture } from './picture-store.ts';
import { type PictureStorage, storageFailed } from './storage/picture-storage.ts';

/** The bytes of an address never change. One week, so that a picture taken down disappears from caches. */
const CACHE_CONTROL = 'public, max-age=604800, immutable';
const NAME = /^\/([0-9a-f]{64})\/(200|400|1200)\.webp$/;

/** Serves approved pictures without key or quota: `/{sha256}/{size}.webp`. */
export function pictureFiles({
  db,
  pictureStorage,
}: {
  db: Db;
  pictureStorage: PictureStorage | undefined;
}): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const cap = createCallCap(AT_ONCE.pictures);
  router.all('/{*file}', noteRoute('/images/{sha256}/{size}.webp'), (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') next();
    else void refuseMethod(['GET'])(request, response, next);
  });
  router.get('/{*file}', async (request, response) => {
    const [, sha256, size] = NAME.exec(request.path) ?? [];
    if (sha256 === undefined) throw notThere();
    const { leave } = cap.enter(clientBucket(request));
    response.once('close', leave);
    if (!(await isPublicPicture(db, Buffer.from(sha256, 'hex')))) throw notThere();
    const bytes = await pictureStorage?.read(sha256, Number(size) as PictureSize).catch(storageFailed);
    if (!bytes) throw notThere();
    response.set({ 'Cache-Control': CACHE_CONTROL, ETag: `"${sha256}-${size}"` });
    response.type('image/webp').send(bytes);
  });
  return router;
}

function notThere(): ApiError {
  return new ApiError('not_found', 'There is no such picture, or it is not public.');
}
