import MiniSearch from 'minisearch';
import { listSections, type Doc, type Section } from '../doc.ts';

/** The most characters of a search text. */
export const MOST_CHARACTERS = 100;
const MOST_FOUND = 20;
/** The excerpt of a section: this many characters before the first match, and after it. */
const BEFORE = 60;
const AFTER = 180;

export interface FoundSection {
  address: string;
  /** The title of the page, followed by that of the section if it differs. */
  title: string;
  /** The text around the first match, in pieces; every second piece is a match. */
  pieces: string[];
}

/** Finds sections of the grouped docs, the best first, by words, word beginnings, and longer words with a typo. */
export type SearchDocs = (text: string) => FoundSection[];

export function createDocsSearch(docs: readonly Doc[]): SearchDocs {
  const listed = docs.filter(({ group }) => group !== undefined);
  const sections = listed.flatMap((doc) =>
    listSections(doc).map((section, place) => ({
      id: `${doc.path}#${section.anchor}`,
      place,
      doc,
      ...section,
    })),
  );
  const byId = new Map(sections.map((section) => [section.id, section]));
  const index = new MiniSearch<Section>({
    fields: ['title', 'text'],
    searchOptions: {
      boost: { title: 3 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  index.addAll(sections);
  return (text) =>
    index
      .search(text)
      .slice(0, MOST_FOUND)
      .flatMap(({ id, terms }) => {
        const section = byId.get(String(id));
        if (!section) return [];
        const { doc, place, title } = section;
        return [
          {
            address: place === 0 ? doc.path : section.id,
            title: place === 0 ? doc.title : `${doc.title}: ${title}`,
            pieces: cutAround(section.text, terms),
          },
        ];
      });
}

function cutAround(text: string, terms: readonly string[]): string[] {
  const words = terms.map((term) => term.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('|');
  const found = new RegExp(String.raw`(?<![\p{L}\p{N}])(${words})(?![\p{L}\p{N}])`, 'giu');
  const at = Math.max(0, text.search(found));
  const start = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  const end = text.length - at <= AFTER ? text.length : text.lastIndexOf(' ', at + AFTER);
  const shown = `${start > 0 ? '… ' : ''}${text.slice(start, Math.max(end, at))}${end < text.length ? ' …' : ''}`;
  return shown.split(found);
}
