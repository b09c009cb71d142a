import type { ComponentChildren } from 'preact';
import type { PageContext } from '../page.ts';

/** How pages are put together in the list beside each of them; a page of no group is reached by links alone. */
export const DOC_GROUPS = ['Guides', 'Endpoints'] as const;

/** What stands in docs/ for the address of the service, with `http://` or without. */
export const EXAMPLE_ROOT = 'http://127.0.0.1:8080';

/** A page of the docs. */
export interface Doc {
  /** From `/docs/`. */
  path: string;
  title: string;
  /** One sentence, for lists and search engines. */
  summary: string;
  group?: (typeof DOC_GROUPS)[number];
  /** Begins with its `h1`. The service is at `EXAMPLE_ROOT` in it. */
  readonly html: string;
  /** Stands in `html` where the comment `<!-- live: name -->` is, as it is now. */
  live?: { name: string; show: (context: PageContext) => Promise<ComponentChildren> };
}

/** Returns a page whose HTML is made for its first reader: all pages together take about a second. */
export function createDoc(about: Omit<Doc, 'html'>, render: () => string): Doc {
  let html: string | undefined;
  return {
    ...about,
    get html() {
      return (html ??= render());
    },
  };
}

/** What stands below a heading that has an address, up to the next one. */
export interface Section {
  /** The `id` of the heading. */
  anchor: string;
  /** 1 for the heading of the page. */
  level: number;
  title: string;
  text: string;
}

const HEADING = /^<h([1-6])[^>]* id="([^"]+)"[^>]*>(.*?)<\/h\1>/s;

/**
 * The sections of a page, by the headings in its HTML that have an `id`. Elements marked `data-unsearched` are left out:
 * code, and what many sections say alike. No element of its name may be in it.
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

/** The text of HTML that was made here: every `<` in it begins a tag. */
function readText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,:;)])/g, '')
    .trim();
}
