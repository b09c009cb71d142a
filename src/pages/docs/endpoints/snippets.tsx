import { HTTPSnippet } from '@readme/httpsnippet';
import { EXAMPLE_ROOT } from '../doc.ts';
import { LanguageTabs, type Language } from '../text/language-tabs.tsx';
import type { RecordedAnswer } from './recorded-answers.ts';

type Target = Parameters<HTTPSnippet['convert']>[0];

interface SnippetLanguage extends Language {
  target: Target;
  client: string;
}

const LANGUAGES: readonly SnippetLanguage[] = [
  { code: 'curl', name: 'curl', target: 'shell', client: 'curl' },
  { code: 'typescript', name: 'TypeScript', target: 'javascript', client: 'fetch' },
  { code: 'python', name: 'Python', target: 'python', client: 'requests' },
  { code: 'go', name: 'Go', target: 'go', client: 'native' },
  { code: 'php', name: 'PHP', target: 'php', client: 'curl' },
];

/** Without a port, because PHP's snippet would repeat the port outside the address. */
const NO_PORT = 'http://service.invalid';

/** A request in each language. */
export function Snippets({ id, request }: { id: string; request: RecordedAnswer['request'] }) {
  // Only curl can send a file by name.
  const languages = request.file === undefined ? LANGUAGES : LANGUAGES.slice(0, 1);
  const examples = languages.map((language) => ({ ...language, text: writeSnippet(request, language) }));
  return <LanguageTabs id={id} title={id} examples={examples} />;
}

/** Returns the call of curl that sends a request, with `EXAMPLE_ROOT` as the service's address. */
export const writeCurl = (request: RecordedAnswer['request']): string =>
  writeSnippet(request, { target: 'shell', client: 'curl' });

/** Returns the program that sends a request, with `EXAMPLE_ROOT` as the service's address. */
function writeSnippet(
  { method, path, headers = {}, body, file }: RecordedAnswer['request'],
  { target, client }: Pick<SnippetLanguage, 'target' | 'client'>,
): string {
  const text = file === undefined ? JSON.stringify(body) : `@${file}`;
  const sent = body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' };
  const request = {
    method,
    url: NO_PORT + path,
    headers: Object.entries(sent).map(([name, value]) => ({ name, value })),
    ...(text === undefined ? {} : { postData: { mimeType: sent['Content-Type'] ?? '', text } }),
  };
  // The library's type requires parts of a HAR that no snippet uses.
  const snippet = new HTTPSnippet(request as ConstructorParameters<typeof HTTPSnippet>[0]);
  const [written] = snippet.convert(target, client, { binary: file !== undefined });
  if (!written) throw new Error(`no snippet of ${target} for ${method} ${path}`);
  return written.replaceAll(NO_PORT, EXAMPLE_ROOT);
}
