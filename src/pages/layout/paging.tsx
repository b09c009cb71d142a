import type { Texts } from '../texts/texts.ts';

interface PagingProps {
  /** From 1. */
  page: number;
  pages: number;
  addressOf: (page: number) => string;
  texts: Texts;
}

/** Links to the previous and next pages; nothing if there is only one. */
export function Paging({ page, pages, addressOf, texts: { t, number } }: PagingProps) {
  if (pages <= 1) return null;
  return (
    <nav class="paging" aria-label={t('layout.pages')}>
      {page > 1 && (
        <a href={addressOf(page - 1)} rel="prev">
          ← {t('layout.previous')}
        </a>
      )}
      <span>{t('layout.pageOf', { page: number(page), pages: number(pages) })}</span>
      {page < pages && (
        <a href={addressOf(page + 1)} rel="next">
          {t('layout.next')} →
        </a>
      )}
    </nav>
  );
}
