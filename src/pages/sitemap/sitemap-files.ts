import type { ListedProduct } from '../../catalog/sitemap/sitemap-store.ts';
import type { Sitemap } from '../../catalog/sitemap/sitemap.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { pageAddressOf } from '../../catalog/products/page-address.ts';
import type { PageRoute, TextFile } from '../page.ts';

/** Paths that are useless for search engines: answers for programs, private pages, and endless lists. */
const DISALLOWED = ['/api/', '/mcp', '/console', '/search', '/account'];

export const robotsFile: PageRoute = {
  method: 'get',
  path: '/robots.txt',
  show: ({ root }) => ({
    type: 'text/plain',
    cacheControl: 'public, max-age=3600',
    text: [
      'User-agent: *',
      ...DISALLOWED.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${root}/sitemap.xml`,
      '',
    ].join('\n'),
  }),
};

/** The sitemap of all product pages by sitemaps.org: an index and its parts. */
export function sitemapFiles(sitemap: Sitemap): PageRoute[] {
  return [
    {
      method: 'get',
      path: '/sitemap.xml',
      async show({ root }) {
        const parts = await sitemap.countParts();
        const addresses = Array.from({ length: parts }, (_, index) => `${root}/sitemaps/${index + 1}.xml`);
        return xmlFile(
          'sitemapindex',
          addresses.map((address) => `<sitemap><loc>${escape(address)}</loc></sitemap>`),
        );
      },
    },
    {
      method: 'get',
      path: '/sitemaps/:part.xml',
      async show({ request, root }) {
        const { part } = request.params;
        const listed = /^[1-9]\d{0,5}$/.test(String(part)) && (await sitemap.readPart(Number(part)));
        if (!listed) throw new ApiError('not_found', 'The sitemap has no such part.');
        return xmlFile(
          'urlset',
          listed.map((product) => describe(root, product)),
        );
      },
    },
  ];
}

function describe(root: string, product: ListedProduct): string {
  const address = root + pageAddressOf(product);
  return `<url><loc>${escape(address)}</loc><lastmod>${product.updatedAt}</lastmod></url>`;
}

function xmlFile(element: 'sitemapindex' | 'urlset', items: string[]): TextFile {
  const opening = `<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return {
    type: 'application/xml',
    cacheControl: 'public, max-age=3600',
    text: ['<?xml version="1.0" encoding="UTF-8"?>', opening, ...items, `</${element}>`, ''].join('\n'),
  };
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
