import type { CategoryNode } from '../../catalog/categories/category-contract.ts';
import type { FacetName, Facet, Facets } from '../../search/facets/facets-contract.ts';
import { DIETS } from '../../data/ingredients/ingredient-codes.ts';
import { STATED_ALLERGENS } from '../../data/ingredients/stated-allergens.ts';
import { nutrientOf, readNutrientOrder } from '../../search/exact-filters/nutrients.ts';
import { SORTS } from '../../search/search-contract.ts';
import { nameNutriment } from '../product/facts/nutriment-text.ts';
import type { Texts } from '../texts/texts.ts';
import { growTree, type Branch } from './facet-tree.ts';
import { SHOW_ALL, type SearchQuestion } from './search-question.ts';

/** Facets of the page, with the parameters that filter by them. */
export const SHOWN_FACETS = {
  category: 'category_in',
  brand: 'brand_in',
  nutri_score: 'nutri_score_in',
  label: 'label_in',
  country: 'country_in',
  allergen: 'allergen_not_in',
} as const satisfies Partial<Record<FacetName, string>>;
type ShownFacet = keyof typeof SHOWN_FACETS;

/** Filters without counts, with their parameters and values. */
export const UNCOUNTED = {
  trace: { parameter: 'trace_not_in', values: STATED_ALLERGENS },
  diet: { parameter: 'diet', values: DIETS },
} as const;

/** Returns the values of an uncounted filter in the page's address. */
export function listUncounted(name: keyof typeof UNCOUNTED, question: SearchQuestion): string[] {
  const asked = (question[UNCOUNTED[name].parameter] ?? []).flatMap((value) => value.split(','));
  return UNCOUNTED[name].values.filter((value) => asked.includes(value));
}

export const labelOfCode = (code: string, texts: Texts): string =>
  texts.word('codes', code, `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('-', ' ')}`);

/** Returns the label of a value. */
export function labelOfValue(
  name: ShownFacet,
  { value, label }: Pick<Facet['values'][number], 'value' | 'label'>,
): string {
  return name === 'nutri_score' ? value.toUpperCase() : label;
}

/** The filters of a search, as a form that works without scripts. `total`: the products that they leave. */
export function FacetForm({
  question,
  facets,
  total,
  tree,
  texts,
}: {
  question: SearchQuestion;
  facets: Facets;
  total: number;
  tree: readonly CategoryNode[];
  texts: Texts;
}) {
  const { t } = texts;
  const [sort = 'relevance'] = question['sort'] ?? [];
  const nutrient = nutrientOf(readNutrientOrder(sort));
  // Parameters without a field in the form are kept as hidden fields.
  const ownFields: string[] = [
    'sort',
    'page',
    ...Object.values(SHOWN_FACETS),
    ...Object.values(UNCOUNTED).map(({ parameter }) => parameter),
  ];
  const others = Object.entries(question).filter(([name]) => !ownFields.includes(name));
  return (
    <form class="facets" action="/search">
      {others.map(([name, values]) =>
        values.map((value) => <input key={name} type="hidden" name={name} value={value} />),
      )}
      <p>
        <label for="sort">{t('search.sort')}</label>
        <select id="sort" name="sort">
          {SORTS.map((order) => (
            <option key={order} value={order} selected={order === sort}>
              {t(`search.orders.${order}`)}
            </option>
          ))}
          {nutrient && (
            <option value={sort} selected>
              {nameNutriment(nutrient.key, texts)} {nutrient.isDescending ? '↓' : '↑'}
            </option>
          )}
        </select>
      </p>
      {(Object.keys(SHOWN_FACETS) as ShownFacet[]).map((name) => (
        <Choices key={name} name={name} facet={facets[name]} tree={tree} texts={texts} />
      ))}
      {(Object.keys(UNCOUNTED) as (keyof typeof UNCOUNTED)[]).map((name) => (
        <Uncounted key={name} name={name} question={question} texts={texts} />
      ))}
      <button class="apply" type="submit">
        {t('search.apply', { count: total, shown: texts.number(total) })}
      </button>
    </form>
  );
}

/** Returns values as counted, most products first; scores are ordered from best to worst. */
export function inOrder(name: ShownFacet, values: Facet['values']): Facet['values'] {
  return name === 'nutri_score' ? values.toSorted((a, b) => (a.value < b.value ? -1 : 1)) : values;
}

function Choices({
  name,
  facet,
  tree,
  texts,
}: {
  name: ShownFacet;
  facet: Facet | undefined;
  tree: readonly CategoryNode[];
  texts: Texts;
}) {
  if (!facet || facet.values.length === 0) return null;
  const { t } = texts;
  const isChosen = facet.values.some(({ selected }) => selected);
  return (
    <details open={isChosen || OPEN.includes(name)}>
      <summary>{t(`search.facets.${name}`)}</summary>
      <fieldset>
        <legend class="unseen">{t(`search.facets.${name}`)}</legend>
        {name === 'category' ? (
          <>
            <label>
              <input type="radio" name={SHOWN_FACETS.category} value="" checked={!isChosen} />{' '}
              <span>{t('search.allCategories')}</span>
            </label>
            <Branches branches={growTree(facet.values, tree)} texts={texts} />
          </>
        ) : (
          <>
            {facet.values.length > LONG_LIST && (
              <input
                class="find"
                type="search"
                placeholder={t('search.find')}
                aria-label={t('search.find')}
              />
            )}
            {inOrder(name, facet.values).map((item) => (
              <Choice key={item.value} {...{ name, item, texts }} />
            ))}
            {facet.other > 0 && facet.values.length <= LONG_LIST && (
              <button class="plain" name={SHOW_ALL} value="1" type="submit">
                {t('search.showAll')}
              </button>
            )}
          </>
        )}
        {name === 'allergen' && <p class="faint">{t('search.withoutAllergens')}</p>}
      </fieldset>
    </details>
  );
}

/** More values can be searched. */
const LONG_LIST = 20;

const OPEN: readonly ShownFacet[] = ['category', 'brand', 'nutri_score'];

function Choice({ name, item, texts }: { name: ShownFacet; item: Facet['values'][number]; texts: Texts }) {
  return (
    <label>
      <input
        type={name === 'category' ? 'radio' : 'checkbox'}
        name={SHOWN_FACETS[name]}
        value={item.value}
        checked={item.selected}
      />{' '}
      <bdi>{labelOfValue(name, item)}</bdi>
      {name !== 'allergen' && <span class="faint"> {texts.number(item.count)}</span>}
    </label>
  );
}

function hasChosen({ item, below }: Branch): boolean {
  return item.selected || below.some(hasChosen);
}

/** A category shows those below it once it is chosen. */
function Branches({ branches, texts }: { branches: readonly Branch[]; texts: Texts }) {
  if (branches.length === 0) return null;
  return (
    <ul>
      {branches.map(({ item, below }) => (
        <li key={item.value}>
          <Choice name="category" item={item} texts={texts} />
          {(branches.length === 1 || hasChosen({ item, below })) && (
            <Branches branches={below} texts={texts} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Uncounted({
  name,
  question,
  texts,
}: {
  name: keyof typeof UNCOUNTED;
  question: SearchQuestion;
  texts: Texts;
}) {
  const { t } = texts;
  const chosen = listUncounted(name, question);
  return (
    <details open={chosen.length > 0}>
      <summary>{t(`search.facets.${name}`)}</summary>
      <fieldset>
        <legend class="unseen">{t(`search.facets.${name}`)}</legend>
        {UNCOUNTED[name].values.map((value) => (
          <label key={value}>
            <input
              type="checkbox"
              name={UNCOUNTED[name].parameter}
              value={value}
              checked={chosen.includes(value)}
            />{' '}
            {labelOfCode(value, texts)}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
