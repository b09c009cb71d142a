import { readdirSync, readFileSync } from 'node:fs';
import { renderToString } from 'preact-render-to-string';
import type { Doc } from '../doc.ts';
import { Code } from '../text/code.tsx';
import { DOCS_FOLDER } from './docs-folder.ts';

const FOLDER = new URL('examples/', DOCS_FOLDER);

/** The programs of docs/examples/, which guides link to. */
export function loadExamples(): Doc[] {
  return readdirSync(FOLDER)
    .filter((name) => /\.(mjs|py)$/.test(name))
    .map((name) => ({
      path: `/docs/examples/${name}`,
      title: name,
      summary: 'A whole example.',
      html: renderToString(
        <>
          <h1 id="example">{name}</h1>
          <Code label={name} text={readFileSync(new URL(name, FOLDER), 'utf8')} />
        </>,
      ),
    }));
}
