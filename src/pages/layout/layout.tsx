import type { Page } from '../page.ts';
import { PAGE_LANGUAGES, type Texts } from '../texts/texts.ts';
import { queryIn } from '../texts/find-language.ts';
import { COMMON_STYLES } from './assets.ts';
import { SearchField } from './search-field.tsx';
import type { ApiError } from '../../platform/http/api-error.ts';

/** Each in its own language. */
const LANGUAGE_NAMES = PAGE_LANGUAGES.map(
  (code) => [code, new Intl.DisplayNames(code, { type: 'language' }).of(code)] as const,
);

interface LayoutProps {
  page: Page;
  texts: Texts;
  root: string;
  /** The requested URL with its query. */
  url: string;
  /** Returns the address of a file of `assets/` by name. */
  assetOf: (name: string) => string;
}

/** The frame of every page: header, navigation and language choice. */
export function Layout({ page, texts, root, url, assetOf }: LayoutProps) {
  const { t, language } = texts;
  const title = `${page.title} · Factshelf`;
  const address = page.canonical === undefined ? undefined : root + page.canonical;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {page.description && <meta name="description" content={page.description} />}
        {address ? <link rel="canonical" href={address} /> : <meta name="robots" content="noindex" />}
        {address &&
          PAGE_LANGUAGES.map((code) => (
            <link
              key={code}
              rel="alternate"
              hreflang={code}
              href={address.split('?')[0] + queryIn(code, address)}
            />
          ))}
        <meta property="og:site_name" content="Factshelf" />
        <meta property="og:title" content={page.title} />
        {page.description && <meta property="og:description" content={page.description} />}
        {address && <meta property="og:url" content={address} />}
        {page.image && <meta property="og:image" content={page.image} />}
        <link rel="icon" href={assetOf('icon.svg')} type="image/svg+xml" />
        {/* Spread, because Preact's types do not have `blocking`. */}
        {page.isPaintedWhole && <link rel="expect" href="#end" {...{ blocking: 'render' }} />}
        {[COMMON_STYLES, ...(page.styles ?? [])].map((name) => (
          <link key={name} rel="stylesheet" href={assetOf(name)} />
        ))}
        {['suggest.js', ...(page.scripts ?? [])].map((name) => (
          <script key={name} type="module" src={assetOf(name)} />
        ))}
        {page.jsonLd && (
          <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: writeJsonLd(page.jsonLd) }} />
        )}
      </head>
      <body>
        <a class="skip" href="#content">
          {t('layout.skip')}
        </a>
        <header class="top">
          <div class="band">
            <a class="name" href="/">
              <img src={assetOf('icon.svg')} alt="" width="32" height="32" />
              Factshelf
            </a>
            {!page.hasOwnSearch && <SearchField texts={texts} value={page.searched} />}
            <nav class="ways-on" aria-label={t('layout.navigation')}>
              <MainLinks texts={texts} url={url} />
            </nav>
            {/* For phones. CSS shows one of the two. */}
            <details class="menu">
              <summary>{t('layout.menu')}</summary>
              <nav aria-label={t('layout.navigation')}>
                <MainLinks texts={texts} url={url} />
              </nav>
            </details>
          </div>
        </header>
        <main id="content" tabIndex={-1}>
          {page.body}
        </main>
        <footer class="bottom" id="end">
          <div class="band">
            <div>
              <a class="name" href="/">
                <img src={assetOf('icon.svg')} alt="" width="24" height="24" />
                Factshelf
              </a>
              <p>{t('layout.promise')}</p>
            </div>
            <nav class="pages-on" aria-label={t('layout.more')}>
              <MainLinks texts={texts} url={url} />
            </nav>
            <nav aria-label={t('layout.languages')}>
              {LANGUAGE_NAMES.map(([code, name]) => (
                <a
                  key={code}
                  href={queryIn(code, url)}
                  lang={code}
                  hreflang={code}
                  rel="nofollow"
                  aria-current={code === language ? 'true' : undefined}
                >
                  {name}
                </a>
              ))}
            </nav>
          </div>
        </footer>
      </body>
    </html>
  );
}

const MAIN_LINKS = {
  scan: '/scan',
  categories: '/categories',
  brands: '/brands',
  contribute: '/contribute',
  docs: '/docs/',
  account: '/account',
} as const;

/** Links to the parts of the site, with the current part marked. */
function MainLinks({ texts: { t }, url }: { texts: Texts; url: string }) {
  return (Object.keys(MAIN_LINKS) as (keyof typeof MAIN_LINKS)[]).map((name) => {
    const address = MAIN_LINKS[name];
    return (
      <a key={name} href={address} aria-current={url.startsWith(address) ? 'true' : undefined}>
        {t(`layout.${name}`)}
      </a>
    );
  });
}

/** Escapes `<`, so that no text can end the script element. */
function writeJsonLd(data: object): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}

/** A page without the frame. */
export function BareLayout({ page, texts, assetOf }: Pick<LayoutProps, 'page' | 'texts' | 'assetOf'>) {
  return (
    <html lang={texts.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${page.title} · Factshelf`}</title>
        <link rel="stylesheet" href={assetOf(COMMON_STYLES)} />
      </head>
      <body>
        <main id="content">{page.body}</main>
      </body>
    </html>
  );
}

/** Builds the page for an error at an address; readers quote `requestId` to the operators. The search field keeps its text. */
export function buildErrorPage({ t }: Texts, error: ApiError, requestId: string, url: string): Page {
  const kind =
    error.status === 404
      ? 'notFound'
      : error.status === 429 || error.code === 'quota_exhausted'
        ? 'tooMany'
        : error.status >= 500
          ? 'unavailable'
          : 'refused';
  const isOfConsole = url.startsWith('/console');
  return {
    title: t(`error.${kind}.title`),
    status: error.status,
    searched: new URLSearchParams(/\?(.*)/.exec(url)?.[1]).get('q') ?? '',
    body: (
      <>
        <h1>{t(`error.${kind}.title`)}</h1>
        <p>{t(`error.${kind}.text`)}</p>
        {(kind === 'refused' || isOfConsole) && <p lang="en">{error.message}</p>}
        <p class="buttons">
          {error.status >= 429 && (
            // Two slashes would lead to another host.
            <a class="button" href={url.replace(/^[/\\]+/, '/')}>
              {t('error.again')}
            </a>
          )}
          <a class="button plain" href="/">
            {t('error.start')}
          </a>
          {isOfConsole ? (
            <a class="button plain" href="/console" lang="en">
              Console
            </a>
          ) : (
            <a class="button plain" href="/categories">
              {t('layout.categories')}
            </a>
          )}
        </p>
        <p class="faint">{t('error.requestId', { id: requestId })}</p>
      </>
    ),
  };
}
