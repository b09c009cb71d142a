import { renderToString } from 'preact-render-to-string';
import type { PageRoute } from '../page.ts';
import type { Doc } from './doc.ts';
import { showDoc } from './doc-frame.tsx';
import { buildEndpointDocs, type EndpointsOptions } from './endpoints/endpoint-docs.tsx';
import type { Description } from './endpoints/operations.ts';
import { loadExamples } from './guides/examples.tsx';
import { loadGuides, type GuidesOptions } from './guides/guides.ts';
import { createDocsSearch } from './search/search-docs.ts';
import { searchDocsPage } from './search/search-page.tsx';
import { buildStartDoc } from './start-doc.tsx';

export interface DocsOptions extends Omit<EndpointsOptions, 'description'>, GuidesOptions {
  describe: () => Description;
}

/** The docs: guides from docs/, and the endpoints from the description of the interface with recorded answers. */
export function docsPages(options: DocsOptions): PageRoute[] {
  const guides = loadGuides(options);
  const endpoints = buildEndpointDocs({ ...options, description: options.describe() });
  const docs: Doc[] = [buildStartDoc(guides, endpoints), ...guides, ...endpoints, ...loadExamples()];
  return [
    {
      method: 'get',
      path: '/docs',
      show: () => ({ status: 308, location: '/docs/' }),
    },
    ...docs.map((doc): PageRoute => ({
      method: 'get',
      path: doc.path,
      kept: async (context) => (doc.live ? renderToString(<>{await doc.live.show(context)}</>) : ''),
      show: ({ root }, live) => showDoc(doc, docs, root, live),
    })),
    searchDocsPage(docs, createDocsSearch(docs)),
  ];
}
