import GithubSlugger from 'github-slugger';
import { Marked, Renderer, type Token, type Tokens } from 'marked';
import { renderToString } from 'preact-render-to-string';
import { Code } from './code.tsx';
import { LanguageTabs, type Language } from './language-tabs.tsx';

interface MarkdownOptions {
  /** Returns the target of a link, or undefined to show only its text. */
  addressOf: (link: string) => string | undefined;
  /** The `name` of `<!-- live: name -->` whose table is omitted, because current content replaces it. */
  replaced?: string | undefined;
}

const MARK = /^<!-- live: (\w+) -->\s*$/;
const LANGUAGES: Record<string, string> = {
  sh: 'shell',
  js: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  go: 'Go',
};
/** The languages with a tab in examples. */
const TABS: Record<string, Language> = {
  sh: { code: 'curl', name: 'curl' },
  js: { code: 'typescript', name: 'JavaScript' },
  python: { code: 'python', name: 'Python' },
  go: { code: 'go', name: 'Go' },
};

/** Renders a file of docs/ as HTML, with GitHub's heading anchors. */
export function renderMarkdown(text: string, { addressOf, replaced }: MarkdownOptions): string {
  const marked = createMarked(addressOf);
  return marked.parser(joinExamples(withoutReplaced(marked.lexer(text), replaced)));
}

/** Renders a description from the API description as HTML. */
export function renderDescription(text: string): string {
  return descriptions.parse(text, { async: false });
}

function createMarked(addressOf: MarkdownOptions['addressOf']): Marked {
  const slugger = new GithubSlugger();
  return new Marked({
    extensions: [
      { name: TABBED, renderer: (token) => renderToString(<TabbedExample {...(token as Tabbed)} />) },
    ],
    renderer: {
      heading({ depth, text, tokens }) {
        const anchor = slugger.slug(text.replaceAll('`', ''));
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = addressOf(href);
        const shown = this.parser.parseInline(tokens);
        return address === undefined
          ? shown
          : renderToString(<a href={address} dangerouslySetInnerHTML={{ __html: shown }} />);
      },
      code: ({ text, lang = '' }) =>
        renderToString(<Code label={`Example: ${LANGUAGES[lang] ?? 'text'}`} text={text} />),
      table(token) {
        const table = Renderer.prototype.table.call(this, token);
        return renderToString(
          <div
            class="scrolled"
            tabIndex={0}
            role="group"
            aria-label="Table"
            dangerouslySetInnerHTML={{ __html: table }}
          />,
        );
      },
      // Docs contain no HTML except marks, so anything that looks like HTML is text.
      html: ({ text }) => (MARK.test(text) ? text : renderToString(<>{text}</>)),
    },
  });
}

const TABBED = 'tabbed';

/** An example in several languages, which replaces consecutive code blocks. */
interface Tabbed {
  type: typeof TABBED;
  raw: string;
  /** The number of the example on its page. */
  place: number;
  blocks: Tokens.Code[];
}

/** Joins consecutive code blocks in different languages with a tab. */
function joinExamples(tokens: readonly Token[]): Token[] {
  const shown = tokens.filter(({ type }) => type !== 'space');
  return shown.flatMap((token, place): Token[] => {
    if (!isExample(token)) return [token];
    // Already joined with the previous block.
    if (isExample(shown[place - 1])) return [];
    const after = shown.slice(place);
    const end = after.findIndex((other) => !isExample(other));
    const blocks = after.slice(0, end < 0 ? undefined : end).filter(isExample);
    const languages = new Set(blocks.map(({ lang }) => lang));
    if (languages.size === 1 || languages.size < blocks.length) return blocks;
    return [{ type: TABBED, raw: token.raw, place, blocks } satisfies Tabbed];
  });
}

function isExample(token: Token | undefined): token is Tokens.Code {
  return token?.type === 'code' && Object.hasOwn(TABS, (token as Tokens.Code).lang ?? '');
}

function TabbedExample({ place, blocks }: Tabbed) {
  const examples = blocks.flatMap(({ lang = '', text }) => {
    const language = TABS[lang];
    return language === undefined ? [] : [{ ...language, text }];
  });
  return <LanguageTabs id={`example-${place}`} title="Example" examples={examples} />;
}

function withoutReplaced(tokens: Token[], replaced: string | undefined): Token[] {
  const mark = tokens.findIndex(({ type, raw }) => type === 'html' && MARK.exec(raw)?.[1] === replaced);
  if (replaced === undefined || mark < 0) return tokens;
  const table = tokens.findIndex(({ type }, place) => place > mark && type === 'table');
  return tokens.filter((_, place) => place !== table);
}

/** Created once, because there are hundreds of descriptions. */
const descriptions = createMarked((link) => link);
