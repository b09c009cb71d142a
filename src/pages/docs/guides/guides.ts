import { readFileSync } from 'node:fs';
import { DOCS_FOLDER } from './docs-folder.ts';
import { createDoc, type Doc } from '../doc.ts';
import { showSources, showTiers, type ListTiers } from './live-tables.tsx';
import { renderMarkdown } from '../text/render-markdown.tsx';

/** Files of docs/ for users of the service, in display order. */
const GUIDES = {
  'quick-start': 'First calls with curl, JavaScript, Python and Go.',
  'scanner-app': 'A scanner app from zero: scan, look up, contribute what is missing, work offline.',
  api: 'What holds for all endpoints: ids, barcodes, errors, pages, languages, caching.',
  endpoints: 'Every endpoint in one table: who may call it, and what a call costs.',
  limits: 'How many calls a caller has, and which headers say how many are left.',
  searching: 'What a text finds and in which order; filters, facets, suggestions.',
  allergens: 'How to tell whether a food is free from an allergen, and how to filter safely.',
  scanning: 'What a scanner gives, and GS1 Digital Links.',
  contributions: 'How anyone submits facts and pictures, and how shops send products.',
  mirroring: 'The whole catalogue as files, and the feed of what changes.',
  freshness: 'How soon a change is seen in each answer.',
  webhooks: 'Be told of changes at an address of yours.',
  follow: 'A second Factshelf that keeps itself equal to this one.',
  'off-compatible': 'For apps that were written for Open Food Facts or UPCitemdb.',
  mcp: 'Tools for assistants by the Model Context Protocol.',
  versions: 'What may change within a version, and how a field is taken away.',
  licences: 'Whose the facts are, and what you owe for using them.',
  privacy: 'Which data about people is stored, for how long, and how it is removed.',
  glossary: 'What the words of these pages mean.',
};

/** Files of docs/ for those who run the service, in display order. */
const OPERATOR_GUIDES = {
  operators: 'Reviewing submissions, changing the catalogue, accounts and the audit log.',
  'sign-in': 'Operators sign in at a provider of OpenID Connect, and what to do when it is away.',
  'review-rules': 'Rules that suggest or make decisions.',
  import: 'Filling the catalogue from Open Food Facts, the USDA or a file of your own.',
  upstreams: 'Keeping sources up to date from their own files, and asking for unknown barcodes.',
  deploy: 'Compose, Kubernetes, systemd, and servers of your own.',
  sizing: 'Which machine a catalogue needs.',
  proxy: 'TLS in front of the API: Caddy, nginx, HAProxy.',
  commands: 'Every command, for npm, Compose, Kubernetes and systemd.',
  upgrade: 'To a new release, and back.',
  backups: 'Make them by the clock, keep them elsewhere, and prove that they restore.',
  secrets: 'How to change each password and key.',
  alerts: 'Which alerts wake somebody, and where they are sent.',
  runbook: 'What each alert means, and what to do.',
  faults: 'What breaks, and what is promised meanwhile.',
};
const PATHS = { ...GUIDES, ...OPERATOR_GUIDES };

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
  return Object.entries(PATHS).map(([name, summary]) => {
    const text = readFileSync(new URL(`${name}.md`, DOCS_FOLDER), 'utf8');
    const shown = live[name];
    const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
    const group = Object.hasOwn(GUIDES, name) ? 'Guides' : 'Operators';
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
  if (guide !== undefined && Object.hasOwn(PATHS, guide)) return `/docs/${guide}${anchor}`;
  return link.startsWith('examples/') ? `/docs/${link}` : undefined;
}
