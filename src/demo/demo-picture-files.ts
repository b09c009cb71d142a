import { Router } from 'express';
import { ApiError } from '../platform/http/api-error.ts';
import { refuseMethod } from '../platform/http/mount-routes.ts';
import { noteRoute } from '../platform/http/requests/matched-route.ts';
import { createDemoDrawings } from './demo-pictures.ts';

/** A later release may draw them better. */
const CACHE_CONTROL = 'public, max-age=86400';

/** Serves the drawings of demo products at `/{name}.svg`, without key and quota. */
export function demoPictureFiles(): Router {
  const draw = createDemoDrawings();
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/:file', noteRoute('/pictures/demo/{name}.svg'), (request, response) => {
    const drawing = draw(request.path.slice(1));
    if (drawing === undefined) throw new ApiError('not_found', 'There is no such drawing.');
    response.set('Cache-Control', CACHE_CONTROL).type('image/svg+xml').send(drawing);
  });
  router.all('/:file', noteRoute('/pictures/demo/{name}.svg'), refuseMethod(['GET']));
  return router;
}
