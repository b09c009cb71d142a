import type { z } from 'zod';
import { ApiError } from '../../platform/http/api-error.ts';
import { foldText, wordsOf } from '../../platform/text/fold-text.ts';
import type { Facet, FacetName, Facets } from '../../search/facets/facets-contract.ts';
import { MAX_TYPED_CHARACTERS, MOST_SUGGESTIONS } from '../../search/search-limits.ts';
import type { ShownSuggestion } from '../../search/suggest/suggest-contract.ts';
import type { CallOwn, OuterInput } from '../own-endpoints.ts';
import type { offTagsAnswer, offTaxonomyQuery } from './off-contract.ts';
import { languageOf } from './off-language.ts';

type NamedSuggestion = Exclude<ShownSuggestion, { type: 'product' }>;

export async function suggestTerms(
  callOwn: CallOwn,
  asked: { q: string; types: readonly ('brand' | 'category')[]; size: number; lc: string | undefined },
  input: OuterInput,
): Promise<NamedSuggestion[]> {
  if (asked.types.length === 0) return [];
  const query = {
    q: Array.from(asked.q).slice(0, MAX_TYPED_CHARACTERS).join(''),
    types: asked.types.join(','),
    size: String(asked.size),
    ...languageOf(asked.lc),
  };
  const { items } = (await callOwn('suggest', input, { query })) as { items: ShownSuggestion[] };
  return items.filter((item) => item.type !== 'product');
}

export const nameOf = (item: NamedSuggestion) => (item.type === 'category' ? item.name : item.text);

/** Their plural names of the facets that products can be listed by. */
const FACET_NAMES: Readonly<Record<string, FacetName>> = {
  categories: 'category',
  brands: 'brand',
  labels: 'label',
  countries: 'country',
  'nutrition-grades': 'nutri_score',
  'nutrition-grade': 'nutri_score',
};
/** The most values of a facet. */
const MOST_VALUES = 100;

/** @throws ApiError `not_found` for a facet that is not kept here */
async function listFacet(
  callOwn: CallOwn,
  plural: string,
  lc: string | undefined,
  input: OuterInput,
): Promise<Facet['values']> {
  const facet = Object.hasOwn(FACET_NAMES, plural) ? FACET_NAMES[plural] : undefined;
  if (facet === undefined) {
    const known = Object.keys(FACET_NAMES).join(', ');
    throw new ApiError('not_found', `There is no facet with this name. Known are ${known}.`);
  }
  const query = { size: '0', facets: facet, facet_size: String(MOST_VALUES), ...languageOf(lc) };
  const { facets } = (await callOwn('searchProducts', input, { query })) as { facets?: Facets };
  return facets?.[facet]?.values ?? [];
}

/** Their singular names, in addresses of the products of a value. */
const PLURALS: Readonly<Record<string, string>> = {
  category: 'categories',
  brand: 'brands',
  label: 'labels',
  country: 'countries',
  'nutrition-grade': 'nutrition_grades',
  'nutrition-grades': 'nutrition_grades',
  'nova-group': 'nova_groups',
  'nova-groups': 'nova_groups',
  allergen: 'allergens',
};

export const pluralOf = (name: string): string =>
  (Object.hasOwn(PLURALS, name) ? PLURALS[name] : undefined) ?? name;

/** @throws ApiError `not_found` for a facet that is not kept here */
export async function listFacetAsOff(
  callOwn: CallOwn,
  plural: string,
  lc: string | undefined,
  input: OuterInput,
): Promise<z.input<typeof offTagsAnswer>> {
  const values = await listFacet(callOwn, plural, lc, input);
  const tags = values.map(({ value, label, count }) => ({
    id: `${plural === 'brands' ? 'xx' : 'en'}:${value}`,
    name: label,
    products: count,
    known: 1 as const,
    url: `${input.root}/off/facets/${plural}/${encodeURIComponent(value)}`,
  }));
  return { count: tags.length, tags };
}

export async function suggestNames(
  callOwn: CallOwn,
  { tagtype, string, lc, limit }: z.output<typeof offTaxonomyQuery>,
  input: OuterInput,
): Promise<string[]> {
  if ((tagtype === 'categories' || tagtype === 'brands') && string.trim() !== '') {
    const types = [tagtype === 'brands' ? ('brand' as const) : ('category' as const)];
    return (
      await suggestTerms(callOwn, { q: string, types, size: Math.min(limit, MOST_SUGGESTIONS), lc }, input)
    ).map(nameOf);
  }
  const values = await listFacet(callOwn, tagtype, lc, input);
  const begins = foldText(string);
  return values
    .map(({ label }) => label)
    .filter(
      (label) =>
        wordsOf(foldText(label)).some((word) => word.startsWith(begins)) ||
        foldText(label).startsWith(begins),
    )
    .slice(0, limit);
}
