import type { ShownPage } from '../../search/search-contract.ts';
import type { Texts } from '../texts/texts.ts';
import { inOrder, labelOfValue, SHOWN_FACETS } from './facet-form.tsx';
import { searchAddress, type SearchQuestion } from './search-question.ts';

type Narrowing = 'brand' | 'category' | 'nutri_score';

/** Returns the search parameters that these links need. */
export const narrowedBy = (...names: Narrowing[]) => ({ facets: names.join(','), facet_size: '8' });

/** Links from a product list to searches that narrow it. `within`: the search equal to the list. */
export function NarrowLinks({
  found: { facets = {}, total },
  within,
  texts: { t, number },
}: {
  found: Pick<ShownPage, 'facets' | 'total'>;
  within: SearchQuestion;
  texts: Texts;
}) {
  const shown = (['nutri_score', 'brand', 'category'] as const)
    .map((name) => ({
      name,
      values: inOrder(name, facets[name]?.values ?? []).filter(({ count }) => count < total),
    }))
    .filter(({ values }) => values.length > 0);
  if (shown.length === 0) return null;
  return (
    <dl class="narrow-links">
      {shown.map(({ name, values }) => (
        <div key={name}>
          <dt>{t(`search.facets.${name}`)}</dt>
          <dd>
            <ul class="chips">
              {values.map((item) => (
                <li key={item.value}>
                  <a href={searchAddress({ ...within, [SHOWN_FACETS[name]]: [item.value] })} rel="nofollow">
                    <bdi>{labelOfValue(name, item)}</bdi> <span class="faint">{number(item.count)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}
