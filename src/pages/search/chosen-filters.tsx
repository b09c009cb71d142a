import type { Facets } from '../../search/facets/facets-contract.ts';
import type { Texts } from '../texts/texts.ts';
import { inOrder, labelOfCode, labelOfValue, listUncounted, SHOWN_FACETS, UNCOUNTED } from './facet-form.tsx';
import { searchAddress, withoutFilters, type SearchQuestion } from './search-question.ts';

/** The active filters; each links to the search without it. */
export function ChosenFilters({
  question,
  facets,
  texts,
}: {
  question: SearchQuestion;
  facets: Facets;
  texts: Texts;
}) {
  const { page: _page, ...asked } = question;
  const chosen = (Object.keys(SHOWN_FACETS) as (keyof typeof SHOWN_FACETS)[]).flatMap((name) =>
    inOrder(name, facets[name]?.values ?? [])
      .filter(({ selected }) => selected)
      .map((item) => {
        const parameter = SHOWN_FACETS[name];
        const values = (question[parameter] ?? []).flatMap((value) => value.split(','));
        const others = values.filter((value) => value !== item.value);
        // If the value was given in another spelling, such as a country code, the whole parameter is removed.
        const left = others.length < values.length ? others : [];
        const { [parameter]: _removed, ...rest } = asked;
        return {
          key: `${name} ${item.value}`,
          filter: texts.t(`search.facets.${name}`),
          label: labelOfValue(name, item),
          address: searchAddress(left.length > 0 ? { ...rest, [parameter]: left } : rest),
        };
      }),
  );
  for (const name of Object.keys(UNCOUNTED) as (keyof typeof UNCOUNTED)[]) {
    const { parameter } = UNCOUNTED[name];
    const values = listUncounted(name, question);
    for (const value of values) {
      const { [parameter]: _removed, ...rest } = asked;
      const left = values.filter((other) => other !== value);
      chosen.push({
        key: `${name} ${value}`,
        filter: texts.t(`search.facets.${name}`),
        label: labelOfCode(value, texts),
        address: searchAddress(left.length > 0 ? { ...rest, [parameter]: left } : rest),
      });
    }
  }
  if (chosen.length === 0) return null;
  return (
    <ul class="chips chosen" aria-label={texts.t('search.chosen')}>
      {chosen.map(({ key, filter, label, address }) => (
        <li key={key}>
          <a href={address}>
            <span class="unseen">{texts.t('search.without')} </span>
            {texts.t('search.filter', { filter })} <bdi>{label}</bdi> <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <a class="all" href={searchAddress(withoutFilters(question))}>
            {texts.t('search.clear')}
          </a>
        </li>
      )}
    </ul>
  );
}
