import { Router, type Request, type RequestHandler } from 'express';
import { NAME_LANGUAGES } from '../../data/names/names.ts';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { refuseMethod } from '../../platform/http/mount-routes.ts';
import { noteRoute } from '../../platform/http/requests/matched-route.ts';
import { findRoot } from '../../platform/http/requests/public-root.ts';
import { wantsPage } from '../../platform/http/requests/wants-page.ts';
import { displayGtin, parseGtin } from '../../facts/values/gtin.ts';
import { pageAddressOf } from '../products/page-address.ts';
import type { Product } from '../products/product-contract.ts';
import { findProductByBarcode } from '../products/product-store.ts';
import { splitDigitalLink } from './read-digital-link.ts';
import { readElements, UnreadableScan } from './read-elements.ts';

const VOCABULARY = 'https://ref.gs1.org/voc/';
/** The types of the available links. */
const LINK_TYPES = ['defaultLink', 'pip', 'masterData'] as const;
/** The spellings of a type: short, with the vocabulary’s address, and with its former address. */
const KNOWN_TYPES = new Set(
  LINK_TYPES.flatMap((type) => [`gs1:${type}`, VOCABULARY + type, `https://gs1.org/voc/${type}`]),
);
/** `all` is the name in the first release of the standard. */
const LINKSET_TYPES = new Set(['linkset', 'all']);
const LINKSET_MEDIA_TYPE = 'application/linkset+json';
/** Makes a list of links JSON-LD. GS1 publishes it. */
const LINKSET_CONTEXT = 'https://ref.gs1.org/standards/resolver/linkset-context';

interface ResolverOptions {
  db: Db;
  /** The public address of the service; undefined: the address of the request. */
  publicUrl: string | undefined;
  /** Middleware that checks keys and limits before a lookup. */
  guards: RequestHandler[];
}

/**
 * Resolves GS1 Digital Links of this host, `/01/{gtin}` with qualifiers and attributes: 307 to the product, for browsers to
 * its page, or the list of its links (RFC 9264). Follows the GS1-Conformant resolver standard 1.2 as far as docs/scanning.md
 * says; compressed links are not supported.
 */
export function digitalLinkResolver({ db, publicUrl, guards }: ResolverOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/.well-known/gs1resolver', noteRoute('/.well-known/gs1resolver'), (request, response) => {
    response.set('Cache-Control', 'no-cache').json({
      name: 'Factshelf',
      resolverRoot: findRoot(request, publicUrl),
      supportedPrimaryKeys: ['01'],
      supportedLinkType: [{ namespace: VOCABULARY, prefix: 'gs1:' }],
      linkTypeDefaultCanBeLinkset: false,
      jsonLdContextLocation: LINKSET_CONTEXT,
    });
  });
  router.all('/.well-known/gs1resolver', refuseMethod(['GET']));
  router.get('/01/{*link}', noteRoute('/01/{gtin}'), ...guards, async (request, response) => {
    const gtin14 = readGtinOf(request.url);
    const linkType = readLinkType(request.query['linkType']);
    const product = await findProductByBarcode(db, gtin14);
    const root = findRoot(request, publicUrl);
    response.set('Cache-Control', 'no-cache').vary('Accept');
    const isForPeople = wantsPage(request) && !linkType?.endsWith('masterData');
    if (!product && isForPeople) {
      // That page says that the product is unknown, and links to the form that adds it.
      response.redirect(307, `${root}/product/${displayGtin(gtin14)}`);
      return;
    }
    if (!product) {
      const storable = parseGtin(displayGtin(gtin14));
      if (storable.ok) throw new ApiError('not_found', 'No product here has this GTIN.');
      throw new ApiError('not_found', storable.message, { details: { reason: storable.reason } });
    }
    const linkset = `${root}/01/${gtin14}?linkType=linkset`;
    response.append('Link', `<${linkset}>; rel="linkset"; type="${LINKSET_MEDIA_TYPE}"`);
    const isLinkset =
      LINKSET_TYPES.has(linkType ?? '') || (linkType === undefined && prefersLinkset(request));
    if (isLinkset) {
      response.append(
        'Link',
        `<${LINKSET_CONTEXT}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`,
      );
      // Sent as bytes: for text, Express would add a charset, which this media type does not have.
      const body = Buffer.from(JSON.stringify(buildLinkset(root, gtin14, product)));
      response.type(LINKSET_MEDIA_TYPE).send(body);
      return;
    }
    if (linkType !== undefined && !KNOWN_TYPES.has(linkType)) {
      throw new ApiError(
        'not_found',
        'There is no link of this type. linkType=linkset lists those there are.',
      );
    }
    response
      .status(307)
      .location(`${root}${isForPeople ? pageAddressOf(product) : pathOf(product)}${passOn(request.url)}`)
      .end();
  });
  router.all('/01/{*link}', noteRoute('/01/{gtin}'), refuseMethod(['GET']));
  return router;
}

/** @throws ApiError `invalid_request` for a path that is not a Digital Link, or for invalid elements */
function readGtinOf(url: string): string {
  try {
    if (!/^\/01\/[0-9]/.test(url))
      throw new UnreadableScan('bad_link', 'Behind /01/ there has to be a GTIN.');
    const { gtin14 } = readElements(splitDigitalLink(`https://localhost${url}`), new Date().getUTCFullYear());
    if (gtin14 !== undefined) return gtin14;
    throw new UnreadableScan('bad_link', 'This is no GS1 Digital Link of a trade item.');
  } catch (error) {
    if (!(error instanceof UnreadableScan)) throw error;
    throw new ApiError('invalid_request', error.message, { details: { reason: error.reason } });
  }
}

function readLinkType(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new ApiError('invalid_parameter', 'Parameter linkType may be given only once.', {
    details: { parameter: 'linkType' },
  });
}

/** Returns whether the caller prefers a linkset. A caller that accepts any type does not. */
function prefersLinkset(request: Request): boolean {
  return request.accepts(['text/html', LINKSET_MEDIA_TYPE]) === LINKSET_MEDIA_TYPE;
}

const pathOf = ({ id }: Product) => `/api/v1/products/${id}`;

/** Returns the query for the target: without `linkType`, which is for the resolver. */
function passOn(url: string): string {
  const at = url.indexOf('?');
  const pairs = at < 0 ? [] : url.slice(at + 1).split('&');
  const others = pairs.filter((pair) => pair !== '' && pair.split('=', 1)[0] !== 'linkType');
  return others.length === 0 ? '' : `?${others.join('&')}`;
}

function buildLinkset(root: string, gtin14: string, product: Product): object {
  const link = { href: root + pathOf(product), title: product.name };
  const data = { ...link, type: 'application/json' };
  const page = {
    href: root + pageAddressOf(product),
    title: product.name,
    type: 'text/html',
    hreflang: NAME_LANGUAGES,
  };
  const links: Record<(typeof LINK_TYPES)[number], object[]> = {
    // A default link may have a title and nothing else (GS1-Conformant resolver standard 1.2).
    defaultLink: [link],
    pip: [data, page],
    masterData: [data],
  };
  return {
    linkset: [
      {
        anchor: `${root}/01/${gtin14}`,
        // The schema of GS1's test suite has no `description`, which the text of the standard names.
        itemDescription: product.name,
        ...Object.fromEntries(LINK_TYPES.map((type) => [VOCABULARY + type, links[type]])),
      },
    ],
  };
}
