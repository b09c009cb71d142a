import { isText } from '../../../platform/http/requests/query-string.ts';
import type { PageRoute } from '../../page.ts';
import type { Doc } from '../doc.ts';
import { mayReadAll, type IsOperator } from '../for-operators.tsx';
import { DocFrame } from '../doc-frame.tsx';
import { createDocsSearch, MOST_CHARACTERS, type FoundSection, type SearchDocs } from './search-docs.ts';
import { refuseParameter } from '../../../platform/http/api-error.ts';

interface SearchedDocs {
  docs: readonly Doc[];
  /** Those that everybody may read. */
  openDocs: readonly Doc[];
  isOperator: IsOperator;
}

/** `/docs/search?q=`: sections that contain the words of a text. */
export function searchDocsPage({ docs: all, openDocs, isOperator }: SearchedDocs): PageRoute {
  const indexes = new Map<readonly Doc[], SearchDocs>();
  const indexOf = (docs: readonly Doc[]): SearchDocs => {
    const index = indexes.get(docs) ?? createDocsSearch(docs);
    indexes.set(docs, index);
    return index;
  };
  return {
    method: 'get',
    path: '/docs/search',
    async show({ request }) {
      const text = readText(request.query['q']);
      const docs = (await mayReadAll(isOperator, request.headers.cookie)) ? all : openDocs;
      const found = indexOf(docs)(text);
      return {
        title: text === '' ? 'Search the docs' : `${text}: search of the docs`,
        styles: ['docs.css'],
        body: (
          <DocFrame docs={docs} searched={text}>
            <h1>Search the docs</h1>
            <p>{describeCount(text, found.length)}</p>
            <ol class="docs-found">
              {found.map((section) => (
                <Found key={section.address} {...section} />
              ))}
            </ol>
          </DocFrame>
        ),
      };
    },
  };
}

/** @throws ApiError `invalid_parameter` */
function readText(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') throw refuseParameter('q', 'may be given only once');
  if (!isText(value)) throw refuseParameter('q', 'must be text in UTF-8');
  if (value.length > MOST_CHARACTERS)
    throw refuseParameter('q', `must be ${MOST_CHARACTERS} characters at most`);
  return value.trim();
}

function describeCount(text: string, count: number): string {
  if (text === '') return 'Words of a guide, of an endpoint or of a parameter.';
  if (count === 0) return `Nothing in the docs has the words of “${text}”.`;
  return `${count === 1 ? 'One section' : `${count} sections`} for “${text}”.`;
}

function Found({ address, title, pieces }: FoundSection) {
  return (
    <li>
      <a href={address}>{title}</a>
      <p>{pieces.map((piece, place) => (place % 2 === 1 ? <mark key={place}>{piece}</mark> : piece))}</p>
    </li>
  );
}
