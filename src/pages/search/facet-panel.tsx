import type { ComponentChildren } from 'preact';
import type { CategoryNode } from '../../catalog/categories/category-contract.ts';
import type { ShownPage } from '../../search/search-contract.ts';
import type { Texts } from '../texts/texts.ts';
import { FacetForm, SHOWN_FACETS } from './facet-form.tsx';
import { SHOW_ALL, type SearchQuestion } from './search-question.ts';

/** What a page with the panel loads. */
export const PANEL_ASSETS = { styles: ['search.css'], scripts: ['facets.js'] };

/** Returns the facets that a page with the panel asks for. */
export function panelFacets(question: SearchQuestion): { facets: string; facet_size: string } {
  return {
    facets: Object.keys(SHOWN_FACETS).join(','),
    facet_size: question[SHOW_ALL] ? '100' : '10',
  };
}

/** Results beside the filters that narrow them; `facets.js` replaces both. Without results there is nothing to narrow. */
export function BesideFacets({
  question,
  found: { facets = {}, total },
  tree,
  texts,
  children,
}: {
  question: SearchQuestion;
  found: Pick<ShownPage, 'facets' | 'total'>;
  tree: readonly CategoryNode[];
  texts: Texts;
  children: ComponentChildren;
}) {
  const { t } = texts;
  return (
    <div class="beside">
      <section id="found" aria-label={t('search.results')}>
        {children}
      </section>
      {total > 0 && (
        // A sheet on phones, in browsers with popovers.
        <section id="narrow" popover="auto" aria-labelledby="narrow-title">
          <div class="narrow-head">
            <h2 id="narrow-title">{t('search.narrow')}</h2>
            <button class="plain" type="button" popovertarget="narrow" popovertargetaction="hide">
              <span class="unseen">{t('search.close')}</span>
              <span aria-hidden="true">×</span>
            </button>
          </div>
          <FacetForm {...{ question, facets, total, tree, texts }} />
        </section>
      )}
    </div>
  );
}

/** Opens the filters on phones. */
export function NarrowButton({ total, texts: { t } }: { total: number; texts: Texts }) {
  if (total === 0) return null;
  return (
    <button class="plain to-facets" type="button" popovertarget="narrow">
      {t('search.narrow')}
    </button>
  );
}
