import { Router } from 'express';
import { noteRoute } from '../http/requests/matched-route.ts';
import { refuseMethod } from '../http/mount-routes.ts';
import { findRoot } from '../http/requests/public-root.ts';

const PATH = '/.well-known/api-catalog';
const MEDIA_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The header `Link` of pages: where programs find the API (RFC 8631, RFC 9727). */
export const API_LINKS = `</api/v1/openapi.json>; rel="service-desc"; type="application/json", <${PATH}>; rel="api-catalog"`;

/** Answers which APIs this service has (RFC 9727): its own and its dialects, each with its description and documentation. */
export function apiCatalog(publicUrl: string | undefined, dialects: readonly { prefix: string }[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(PATH, noteRoute(PATH), (request, response) => {
    const root = findRoot(request, publicUrl);
    const describe = (prefix: string, guide: string, descriptions = [`${prefix}/openapi.json`]) => ({
      anchor: root + prefix,
      'service-desc': descriptions.map((path) => ({ href: root + path, type: 'application/json' })),
      'service-doc': [{ href: `${root}/docs/${guide}`, type: 'text/html' }],
      status: [{ href: `${root}/healthz`, type: 'application/json' }],
    });
    const linkset = [
      describe('/api/v1', '', ['/api/v1/openapi.json', '/openapi-3.1.json']),
      ...dialects.map(({ prefix }) => describe(prefix, 'off-compatible')),
      { anchor: `${root}/mcp`, 'service-doc': [{ href: `${root}/docs/mcp`, type: 'text/html' }] },
    ];
    response.set('Link', `<${root}${PATH}>; rel="api-catalog"`).set('Cache-Control', 'no-cache');
    // Sent as bytes: for text, Express would add a charset, which this media type does not have.
    response.set('Content-Type', MEDIA_TYPE).send(Buffer.from(JSON.stringify({ linkset })));
  });
  router.all(PATH, refuseMethod(['GET']));
  return router;
}
