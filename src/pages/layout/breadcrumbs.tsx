import type { Texts } from '../texts/texts.ts';

interface Crumb {
  label: string;
  address: string;
}

/** The path from the root to the page's subject. */
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
