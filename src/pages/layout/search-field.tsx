import type { Texts } from '../texts/texts.ts';

/** The field for searches, which a page has once: `suggest.js` finds it by its id. */
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
        list="suggestions"
        autocomplete="off"
      />
      <datalist id="suggestions" />
      <button type="submit">{t('layout.find')}</button>
    </form>
  );
}
