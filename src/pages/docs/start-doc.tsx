import { renderToString } from 'preact-render-to-string';
import { listSections, type Doc } from './doc.ts';

/** `/docs/`: where to begin. */
export function buildStartDoc(guides: readonly Doc[], endpoints: readonly Doc[]): Doc {
  const title = 'Documentation';
  const summary = 'How to read, search, scan, copy and complete the catalogue by HTTP.';
  const html = renderToString(
    <>
      <h1 id="documentation">{title}</h1>
      <p>
        {summary} Reading needs no key: begin with the <a href="/docs/quick-start">quick start</a>, or{' '}
        <a href="/docs/try/">try each endpoint in the browser</a>. Programs read the same as OpenAPI 3.0 at{' '}
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
  return { path: '/docs/', title, summary, html };
}
