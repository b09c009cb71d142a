import { Router } from 'express';
import helmet from 'helmet';
import absolutePath from 'swagger-ui-dist/absolute-path.js';
import { refuseMethod } from './platform/http/mount-routes.ts';
import { serveStoredFiles } from './platform/http/answers/stored-files.ts';

/** The files of Swagger UI that the page needs. The others, its own page above all, are not served. */
const FILES = ['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png'];

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Factshelf API</title>
    <link rel="stylesheet" href="swagger-ui.css" />
    <link rel="icon" type="image/png" href="favicon-32x32.png" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script src="show-api.js"></script>
  </body>
</html>
`;

/** `validatorUrl: null`: the page calls only this server. */
const SCRIPT = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** Serves a page to read about and try the API. All its files come from this server. */
export function tryPage(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(
    helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        // Swagger UI sets styles on its elements, and draws its icons from data: addresses.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    }),
  );
  router.get('/', (request, response) => {
    // Without the trailing slash the page’s relative addresses would be wrong.
    if (!request.originalUrl.split('?')[0]?.endsWith('/'))
      return response.redirect(308, `${request.baseUrl}/`);
    response.set('Cache-Control', 'no-cache').type('html').send(PAGE);
  });
  router.get('/show-api.js', (_request, response) => {
    response.set('Cache-Control', 'no-cache').type('js').send(SCRIPT);
  });
  router.get(
    FILES,
    serveStoredFiles({ folder: absolutePath(), names: /./, cacheControl: 'public, max-age=3600' }),
  );
  router.all(['/', '/show-api.js', ...FILES], refuseMethod(['GET']));
  return router;
}
