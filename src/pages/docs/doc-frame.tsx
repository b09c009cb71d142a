import type { ComponentChildren } from 'preact';
import type { Page } from '../page.ts';
import { DOC_GROUPS, isForOperators, listSections, placeAt, type Doc } from './doc.ts';
import { MOST_CHARACTERS } from './search/search-docs.ts';

/**
 * Renders a page of the docs, with `root` as the service's address in its examples. `live` is the current HTML of
 * `doc.live`.
 */
export function showDoc(doc: Doc, docs: readonly Doc[], root: string, live: string): Page {
  const html = doc.live ? doc.html.replace(`<!-- live: ${doc.live.name} -->`, () => live) : doc.html;
  const hasEndpoints = doc.group === 'Endpoints';
  return {
    title: doc.title,
    description: doc.summary,
    ...(isForOperators(doc) ? { isSecret: true } : { canonical: doc.path }),
    isPaintedWhole: true,
    styles: ['docs.css', ...(hasEndpoints ? ['docs-endpoints.css'] : [])],
    scripts: ['docs.js', ...(hasEndpoints ? ['docs-run.js'] : [])],
    body: (
      <DocFrame docs={docs} current={doc}>
        <div dangerouslySetInnerHTML={{ __html: placeAt(escapeHtml(root), html) }} />
        {doc.markdown && (
          <p class="faint">
            <a href={`${doc.path}.md`}>This page as Markdown</a>
          </p>
        )}
      </DocFrame>
    ),
  };
}

interface DocFrameProps {
  docs: readonly Doc[];
  current?: Doc;
  /** The search text. */
  searched?: string;
  children: ComponentChildren;
}

/** The navigation around every page of the docs. The docs are in English, whatever the reader's language. */
export function DocFrame({ docs, current, searched, children }: DocFrameProps) {
  return (
    <div class="docs" lang="en">
      <div class="docs-side">
        <form class="search" action="/docs/search" role="search" aria-label="Documentation">
          <label class="unseen" for="docs-search">
            Search the docs
          </label>
          <input
            id="docs-search"
            name="q"
            type="search"
            placeholder="Search the docs"
            value={searched}
            maxLength={MOST_CHARACTERS}
          />
          <button type="submit">Find</button>
        </form>
        {/* Without scripts a list cannot open by itself on a wide screen, so there is one list for each width. */}
        <details class="docs-narrow">
          <summary>All pages of the docs</summary>
          <DocList docs={docs} current={current} />
        </details>
        <div class="docs-wide">
          <DocList docs={docs} current={current} />
        </div>
      </div>
      <article>{children}</article>
    </div>
  );
}

function DocList({ docs, current }: { docs: readonly Doc[]; current: Doc | undefined }) {
  return (
    <nav class="docs-list" aria-label="Documentation">
      <ul>
        <li>
          <a href="/docs/" aria-current={current?.path === '/docs/' ? 'page' : undefined}>
            Overview
          </a>
        </li>
      </ul>
      {DOC_GROUPS.filter((group) => docs.some((doc) => doc.group === group)).map((group) => (
        <div key={group}>
          <p class="docs-group">{group}</p>
          <ul>
            {docs
              .filter((doc) => doc.group === group)
              .map((doc) => (
                <li key={doc.path}>
                  <a href={doc.path} aria-current={doc === current ? 'page' : undefined}>
                    {doc.title}
                  </a>
                  {doc === current && <PartList doc={doc} />}
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function PartList({ doc }: { doc: Doc }) {
  const parts = listSections(doc).filter(({ level }) => level === 2);
  return parts.length < 2 ? null : (
    <ul>
      {parts.map(({ anchor, title }) => (
        <li key={anchor}>
          <a href={`#${anchor}`}>{title}</a>
        </li>
      ))}
    </ul>
  );
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
