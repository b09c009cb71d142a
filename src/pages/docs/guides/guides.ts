import { readFileSync } from 'node:fs';
import { DOCS_FOLDER } from './docs-folder.ts';
import guides from './guides.json' with { type: 'json' };
import { createDoc, type Doc } from '../doc.ts';
import { showSources, showTiers, type ListTiers } from './live-tables.tsx';
import { renderMarkdown } from '../text/render-markdown.tsx';

/** Summaries of files of docs/, for users and for those who run the service, in display order. */
const SUMMARIES = { ...guides.Guides, ...guides.Operators };

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
  return Object.entries(SUMMARIES).map(([name, summary]) => {
    const text = readFileSync(new URL(`${name}.md`, DOCS_FOLDER), 'utf8');
    const shown = live[name];
    const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
    const group = Object.hasOwn(guides.Guides, name) ? 'Guides' : 'Operators';
    const markdown = () => linkMarkdown(text);
    return createDoc(
      { path: `/docs/${name}`, title, summary, group, markdown, ...(shown && { live: shown }) },
      () => renderMarkdown(text, { addressOf, replaced: shown?.name }),
    );
  });
}

/** Returns the text with links to the pages as Markdown; a link to what is not served keeps its words alone. */
const linkMarkdown = (text: string) =>
  text.replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, words: string, link: string) => {
    const address = addressOf(link);
    if (address === undefined) return words;
    return `[${words}](${address.replace(/^(\/docs\/[\w/-]+)(?=#|$)/, '$1.md')})`;
  });

/** Returns the page that a link in docs/ leads to, or undefined if it is not served. */
function addressOf(link: string): string | undefined {
  if (/^(https?:|#)/.test(link)) return link;
  if (link === 'openapi.json') return '/api/v1/openapi.json';
  const [, tag, id] = /^openapi\.json#(\w+)\/(\w+)$/.exec(link) ?? [];
  if (tag !== undefined) return `/docs/endpoints/${tag}#${id}`;
  const [, guide, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(link) ?? [];
  if (guide !== undefined && Object.hasOwn(SUMMARIES, guide)) return `/docs/${guide}${anchor}`;
  return link.startsWith('examples/') ? `/docs/${link}` : undefined;
}
