import { readdirSync, readFileSync } from 'node:fs';
import { renderToString } from 'preact-render-to-string';
import type { PageRoute } from '../page.ts';
import { createDoc, isForOperators, listSections, type Doc } from './doc.ts';
import { showDoc } from './doc-frame.tsx';
import { buildEndpointDocs, type EndpointsOptions } from './endpoints/endpoint-docs.tsx';
import type { Description } from './endpoints/operations.ts';
import { mayReadAll, showSignIn, type IsOperator } from './for-operators.tsx';
import { filesForPrograms } from './for-programs.ts';
import { loadGuides, type GuidesOptions } from './guides/guides.ts';
import { searchDocsPage } from './search/search-page.tsx';
import { Code } from './text/code.tsx';
import { DOCS_FOLDER } from './guides/docs-folder.ts';

export interface DocsOptions extends Omit<EndpointsOptions, 'description'>, GuidesOptions {
  describe: () => Description;
  isOperator: IsOperator;
}

/** Returns the docs: guides from docs/, those for operators behind their session, and endpoints from the API description with recorded answers. */
export function docsPages(options: DocsOptions): PageRoute[] {
  const guides = loadGuides(options);
  const endpoints = buildEndpointDocs({ ...options, description: options.describe() });
  const open = guides.filter((doc) => !isForOperators(doc));
  const docs: Doc[] = [buildStartDoc(open, endpoints), ...guides, ...endpoints, ...loadExamples()];
  const openDocs = docs.filter((doc) => !isForOperators(doc));
  const { isOperator } = options;
  return [
    {
      method: 'get',
      path: '/docs',
      show: () => ({ status: 308, location: '/docs/' }),
    },
    ...openDocs.map((doc): PageRoute => ({
      method: 'get',
      path: doc.path,
      kept: async (context) => (doc.live ? renderToString(<>{await doc.live.show(context)}</>) : ''),
      show: ({ root }, live) => showDoc(doc, openDocs, root, live),
    })),
    ...docs.filter(isForOperators).map((doc): PageRoute => ({
      method: 'get',
      path: doc.path,
      show: async ({ request, root }) =>
        (await mayReadAll(isOperator, request.headers.cookie))
          ? showDoc(doc, docs, root, '')
          : showSignIn(doc, openDocs),
    })),
    ...filesForPrograms(docs, isOperator),
    searchDocsPage({ docs, openDocs, isOperator }),
  ];
}

/** `/docs/`: the start page. */
function buildStartDoc(guides: readonly Doc[], endpoints: readonly Doc[]): Doc {
  const title = 'Documentation';
  const summary = 'How to read, search, scan, copy and complete the catalogue by HTTP.';
  const render = () =>
    renderToString(
      <>
        <h1 id="documentation">{title}</h1>
        <p>
          {summary} Reading needs no key: begin with the <a href="/docs/quick-start">quick start</a>. Each
          endpoint runs here, in its page. Programs read the same as OpenAPI 3.0 at{' '}
          <a href="/api/v1/openapi.json">
            <code>/api/v1/openapi.json</code>
          </a>
          .
        </p>
        <h2 id="guides">Guides</h2>
        <ul class="docs-cards">
          {guides.map((doc) => (
            <li key={doc.path} class="card">
              <a href={doc.path}>{doc.title}</a>
              <p>{doc.summary}</p>
            </li>
          ))}
        </ul>
        <p>
          Operators of this service have <a href="/docs/operators">pages of their own</a>, and programs the
          list of all pages as Markdown, <a href="/llms.txt">llms.txt</a>.
        </p>
        <h2 id="endpoints">Endpoints</h2>
        <p>
          Each with its parameters, its errors, what it costs, and an answer from the demonstration catalogue.
        </p>
        {endpoints.map((doc) => (
          <div key={doc.path}>
            <h3>
              <a href={doc.path}>{doc.title}</a>
            </h3>
            <p>{doc.summary}</p>
            <ul class="docs-endpoints">
              {listSections(doc)
                .filter(({ level }) => level === 2)
                .map((section) => (
                  <li key={section.anchor}>
                    <a href={`${doc.path}#${section.anchor}`}>
                      <code>{section.title}</code>
                    </a>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </>,
    );
  return createDoc({ path: '/docs/', title, summary }, render);
}

const FOLDER = new URL('examples/', DOCS_FOLDER);

/** The programs of docs/examples/ that guides link to. */
function loadExamples(): Doc[] {
  return readdirSync(FOLDER)
    .filter((name) => /\.(mjs|py|yaml|csv)$/.test(name))
    .map((name) => {
      const about = { path: `/docs/examples/${name}`, title: name, summary: 'A whole example.' };
      const text = readFileSync(new URL(name, FOLDER), 'utf8');
      return createDoc(about, () =>
        renderToString(
          <>
            <h1 id="example">{name}</h1>
            <Code label={name} text={text} />
          </>,
        ),
      );
    });
}
