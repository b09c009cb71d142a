import { Router } from 'express';
import { readImageAddress } from '../../catalog/pictures/open-facts-images.ts';
import type { PictureSize } from '../../catalog/pictures/picture-address.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { clientBucket } from '../../platform/http/callers/client-address.ts';
import { refuseMethod } from '../../platform/http/mount-routes.ts';
import { noteRoute } from '../../platform/http/requests/matched-route.ts';
import { MISSING_PICTURE } from './missing-picture.ts';
import type { PictureCache } from './picture-cache.ts';

const CACHE_CONTROL = 'public, max-age=86400';
/** Browsers show the body of a 404 too, so a missing picture leaves no hole. */
const NOTHING_CACHE_CONTROL = 'public, max-age=300';
const ROUTE = '/pictures/from/{address}';

const SIZES: Record<string, PictureSize> = { 100: 200, 200: 200, 400: 400, full: 1200 };

/** Serves pictures of sources at `/{host}/{path}`, without key and quota. */
export function sourcePictureFiles(cache: PictureCache | undefined): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/{*address}', noteRoute(ROUTE), async (request, response) => {
    const address = `https://${request.path.slice(1)}`;
    if (!readImageAddress(address)) throw new ApiError('not_found', 'There is no such picture.');
    const [, size = 'full'] = /\.(\w+)\.jpg$/.exec(address) ?? [];
    const full = address.replace(/\w+\.jpg$/, 'full.jpg');
    const bytes = await cache?.read(full, SIZES[size] ?? 1200, clientBucket(request)).catch(() => undefined);
    if (bytes) response.set('Cache-Control', CACHE_CONTROL).type('image/webp').send(bytes);
    else {
      response.status(404).set('Cache-Control', NOTHING_CACHE_CONTROL);
      response.type('image/svg+xml').send(MISSING_PICTURE);
    }
  });
  router.all('/{*address}', noteRoute(ROUTE), refuseMethod(['GET']));
  return router;
}
