import GithubSlugger from 'github-slugger';
import { Marked, Renderer, type Token, type Tokens } from 'marked';
import { renderToString } from 'preact-render-to-string';
import { Code } from './code.tsx';

interface MarkdownOptions {
  /** Where a link leads; undefined: its text alone is shown. */
  addressOf: (link: string) => string | undefined;
  /** `name`, where the table behind `<!-- live: name -->` is left out, for what will stand there. */
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

/** A file of docs/ as HTML; its headings have the anchors that GitHub gives them. */
export function renderMarkdown(
  text: string,
  { addressOf, replaced }: MarkdownOptions,
): { title: string; html: string } {
  const marked = createMarked(addressOf);
  const tokens = marked.lexer(text);
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading')?.text ?? '';
  return { title, html: marked.parser(withoutReplaced(tokens, replaced)) };
}

/** A description of the interface as HTML. */
export function renderDescription(text: string): string {
  return descriptions.parse(text, { async: false });
}

function createMarked(addressOf: MarkdownOptions['addressOf']): Marked {
  const slugger = new GithubSlugger();
  return new Marked({
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
      // Docs hold no HTML but marks: what looks like it is text.
      html: ({ text }) => (MARK.test(text) ? text : renderToString(<>{text}</>)),
    },
  });
}

function withoutReplaced(tokens: Token[], replaced: string | undefined): Token[] {
  const mark = tokens.findIndex(({ type, raw }) => type === 'html' && MARK.exec(raw)?.[1] === replaced);
  if (replaced === undefined || mark < 0) return tokens;
  const table = tokens.findIndex(({ type }, place) => place > mark && type === 'table');
  return tokens.filter((_, place) => place !== table);
}

/** Made once: there are hundreds of descriptions. */
const descriptions = createMarked((link) => link);
