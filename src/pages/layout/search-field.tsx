import type { Texts } from '../texts/texts.ts';

/** The search field, once per page. `suggest.js` finds it by id and makes it a combobox with these texts. */
export function SearchField({ texts: { t }, value }: { texts: Texts; value?: string | undefined }) {
  return (
    <form class="search" action="/search" role="search">
      <label class="unseen" for="top-search">
        {t('layout.search')}
      </label>
      <input
        id="top-search"
        name="q"
        type="search"
        value={value}
        placeholder={t('layout.search')}
        maxLength={200}
        autocomplete="off"
        aria-autocomplete="list"
        data-product={t('home.products')}
        data-brand={t('layout.brands')}
        data-category={t('layout.categories')}
        data-found={t('layout.suggestions', { shown: '#' })}
        data-none={t('layout.noSuggestions')}
      />
      <div id="suggestions" role="listbox" aria-label={t('layout.suggested')} hidden />
      <div id="suggested" class="unseen" role="status" />
      <a class="camera" href="/scan" title={t('scan.title')}>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M4 8h3l2-3h6l2 3h3v11H4z" />
          <circle cx="12" cy="13" r="3.5" />
        </svg>
        <span class="unseen">{t('scan.title')}</span>
      </a>
      <button type="submit">{t('layout.find')}</button>
    </form>
  );
}
