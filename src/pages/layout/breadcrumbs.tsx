import type { Texts } from '../texts/texts.ts';

interface Crumb {
  label: string;
  address: string;
}

/** The way from the root to what a page shows. */
export function Breadcrumbs({ crumbs, texts: { t } }: { crumbs: readonly Crumb[]; texts: Texts }) {
  return (
    <nav class="breadcrumbs" aria-label={t('layout.breadcrumbs')}>
      <ol>
        {crumbs.map(({ label, address }) => (
          <li key={address}>
            <a href={address}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
