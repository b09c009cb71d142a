import type { ComponentChildren } from 'preact';
import type { PageContext } from '../page.ts';

/**
 * The groups in the list of pages. A page without a group is reachable by links only. `Operators` is shown to signed-in
 * operators.
 */
export const DOC_GROUPS = ['Guides', 'Operators', 'Endpoints'] as const;

/** The placeholder for the service's address in docs/, with or without `http://`. */
export const EXAMPLE_ROOT = 'http://127.0.0.1:8080';

/** A page of the docs. */
export interface Doc {
  /** Relative to `/docs/`. */
  path: string;
  title: string;
  /** One sentence, for lists and search engines. */
  summary: string;
  group?: (typeof DOC_GROUPS)[number];
  /** Starts with its `h1`. Uses `EXAMPLE_ROOT` for the service's address. */
  readonly html: string;
  /** Returns the same page as Markdown; undefined for a page without a group. Uses `EXAMPLE_ROOT` too. */
  markdown?: () => string;
  /** Current content that replaces the comment `<!-- live: name -->` in `html`. */
  live?: { name: string; show: (context: PageContext) => Promise<ComponentChildren> };
}

export const isForOperators = ({ group }: Pick<Doc, 'group'>) => group === 'Operators';

/**
 * Replaces the example's address; `root` is empty if the service has no public address, and then the example stays.
 */
export const placeAt = (root: string, text: string): string =>
  root === '' ? text : text.replaceAll(/(http:\/\/)?127\.0\.0\.1:8080/g, () => root);

/** Returns a page whose HTML is rendered on first use: all pages together take about a second. */
export function createDoc(about: Omit<Doc, 'html'>, render: () => string): Doc {
  let html: string | undefined;
  return {
    ...about,
    get html() {
      return (html ??= render());
    },
  };
}

/** The content from a heading with an anchor to the next one. */
export interface Section {
  /** The `id` of the heading. */
  anchor: string;
  /** 1 for the title of the page. */
  level: number;
  title: string;
  text: string;
}

const HEADING = /^<h([1-6])[^>]* id="([^"]+)"[^>]*>(.*?)<\/h\1>/s;

/**
 * Splits a page into sections at headings with an `id`. Omits elements marked `data-unsearched`: code, and text
 * repeated in many sections. Such an element must not contain one of the same name.
 */
export function listSections({ html }: Pick<Doc, 'html'>): Section[] {
  const prose = html.replaceAll(/<(\w+)[^>]* data-unsearched.*?<\/\1>/gs, ' ');
  return prose.split(/(?=<h[1-6][^>]* id=")/).flatMap((part) => {
    const [heading, level, anchor, title] = HEADING.exec(part) ?? [];
    if (heading === undefined || anchor === undefined) return [];
    const text = part.slice(heading.length);
    return [{ anchor, level: Number(level), title: readText(title ?? ''), text: readText(text) }];
  });
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** Returns the text of our own HTML, in which every `<` starts a tag. */
function readText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,:;)])/g, '')
    .trim();
}
