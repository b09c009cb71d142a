import { docsPages, type DocsOptions } from './docs/docs-pages.tsx';
import { homePage } from './home/home-page.tsx';
import type { PageRoute } from './page.ts';

/** Every page, in the order in which addresses are matched. */
export function listPages(docs: DocsOptions): PageRoute[] {
  return [homePage, ...docsPages(docs)];
}
