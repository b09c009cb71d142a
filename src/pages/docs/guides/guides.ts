import { readFileSync } from 'node:fs';
import { DOCS_FOLDER } from './docs-folder.ts';
import { createDoc, type Doc } from '../doc.ts';
import { showSources, showTiers, type ListTiers } from './live-tables.tsx';
import { renderMarkdown } from '../text/render-markdown.tsx';

/** Files of docs/ for users of the service, in display order. */
const GUIDES = {
  'quick-start': 'First calls with curl, JavaScript, Python and Go.',
  api: 'What holds for all endpoints: ids, barcodes, errors, pages, languages, caching.',
  limits: 'How many calls a caller has, and which headers say how many are left.',
  searching: 'What a text finds and in which order; filters, facets, suggestions.',
  scanning: 'What a scanner gives, and GS1 Digital Links.',
  contributions: 'How anyone submits facts, shops send products, and operators decide.',
  mirroring: 'The whole catalogue as files, and the feed of what changes.',
  follow: 'A second Factshelf that keeps itself equal to this one.',
  webhooks: 'Be told of changes at an address of yours.',
  licences: 'Whose the facts are, and what you owe for using them.',
  'off-compatible': 'For apps that were written for Open Food Facts or UPCitemdb.',
  mcp: 'Tools for assistants by the Model Context Protocol.',
  privacy: 'Which data about people is stored, for how long, and how it is removed.',
  runbook: 'For who runs this service: what each alert means, and what to do.',
};

export interface GuidesOptions {
  listTiers: ListTiers;
}

/**
 * Returns the guides.
 * @throws Error when a file of docs/ is missing
 */
export function loadGuides({ listTiers }: GuidesOptions): Doc[] {
  const live: Partial<Record<string, Doc['live']>> = {
    limits: { name: 'tiers', show: showTiers(listTiers) },
    licences: { name: 'sources', show: showSources },
  };
  return Object.entries(GUIDES).map(([name, summary]) => {
    const text = readFileSync(new URL(`${name}.md`, DOCS_FOLDER), 'utf8');
    const shown = live[name];
    const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
    return createDoc(
      { path: `/docs/${name}`, title, summary, group: 'Guides', ...(shown && { live: shown }) },
      () => renderMarkdown(text, { addressOf, replaced: shown?.name }),
    );
  });
}

/** Returns the page that a link in docs/ leads to, or undefined if it is not served. */
function addressOf(link: string): string | undefined {
  if (/^(https?:|#)/.test(link)) return link;
  if (link === 'openapi.json') return '/api/v1/openapi.json';
  const [, guide, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(link) ?? [];
  if (guide !== undefined && Object.hasOwn(GUIDES, guide)) return `/docs/${guide}${anchor}`;
  return link.startsWith('examples/') ? `/docs/${link}` : undefined;
}
