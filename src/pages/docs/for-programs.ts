import { renderToString } from 'preact-render-to-string';
import { ApiError } from '../../platform/http/api-error.ts';
import type { PageContext, PageRoute, TextFile } from '../page.ts';
import { isForOperators, placeAt, type Doc } from './doc.ts';
import { mayReadAll, type IsOperator } from './for-operators.tsx';

const SHARED = 'public, max-age=300';

/** Returns the pages for programs: each page of a group as Markdown at its address with `.md`, and `/llms.txt`. */
export function filesForPrograms(docs: readonly Doc[], isOperator: IsOperator): PageRoute[] {
  const files = docs.flatMap((doc): PageRoute[] => {
    const { markdown } = doc;
    if (!markdown) return [];
    return [
      {
        method: 'get',
        path: `${doc.path}.md`,
        show: async (context): Promise<TextFile> => {
          const { request, root } = context;
          if (isForOperators(doc) && !(await mayReadAll(isOperator, request.headers.cookie)))
            throw new ApiError(
              'not_authenticated',
              'This page is for operators: sign in to the console first.',
            );
          const text = doc.live ? await fillIn(markdown(), doc.live, context) : markdown();
          const cacheControl = isForOperators(doc) ? 'no-store' : SHARED;
          return { type: 'text/markdown', text: placeAt(root, text), cacheControl };
        },
      },
    ];
  });
  return [...files, llmsFile(docs)];
}

/** Replaces the table below the mark by the current one. */
async function fillIn(text: string, { name, show }: NonNullable<Doc['live']>, context: PageContext) {
  const table = writeTable(renderToString((await show(context)) as never));
  return text.replace(new RegExp(`<!-- live: ${name} -->\\n\\n(\\|.*\\n)+`), () => `${table}\n`);
}

/** Writes the rows of an HTML table of ours as Markdown. */
function writeTable(html: string): string {
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
      cell
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll('&amp;', '&')
        .replaceAll('|', '\\|'),
    ),
  );
  const [headings = [], ...others] = rows;
  return [headings, headings.map(() => '---'), ...others].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** `/llms.txt`: what the service is, and where each public page is as Markdown (https://llmstxt.org). */
function llmsFile(docs: readonly Doc[]): PageRoute {
  const list = (group: Doc['group'], root: string) =>
    docs
      .filter((doc) => doc.group === group)
      .map((doc) => `- [${doc.title}](${root}${doc.path}.md): ${doc.summary}`)
      .join('\n');
  return {
    method: 'get',
    path: '/llms.txt',
    show: ({ root }): TextFile => ({
      type: 'text/plain',
      cacheControl: SHARED,
      text: `# Factshelf

> An API of product facts: look up a barcode or search by text, and get the product with the source of each fact.
> Reading needs no key. Each page below is Markdown.

## Guides

${list('Guides', root)}

## Endpoints

${list('Endpoints', root)}

## Optional

- [OpenAPI 3.0.3](${root}/api/v1/openapi.json): every endpoint, parameter and field.
- [Model Context Protocol](${root}/docs/mcp.md): the same endpoints as tools, at \`${root}/mcp\`.
`,
    }),
  };
}
