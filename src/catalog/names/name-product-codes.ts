import { codesOfCountries } from '../../data/countries.ts';
import {
  chooseNameLanguage,
  nameCategory,
  nameCode,
  nameCountry,
  type GivenNames,
  type NamedCategory,
  type NamedList,
  type NameLanguage,
} from '../../data/names/names.ts';
import type { Db } from '../../platform/db/client.ts';
import { findNamedCategories } from '../categories/category-store.ts';
import type { Product, ProductPart } from '../products/product-contract.ts';
import type { ReadGivenNames } from './given-names.ts';
import type { CodeNamesOfProduct } from './product-names-contract.ts';

export interface NamingDependencies {
  db: Db;
  readGivenNames: ReadGivenNames;
}

/**
 * Adds the names of their codes to answers, if the caller requested a language. An answer without codes stays as it
 * is.
 */
export async function withCodeNames<Part extends Partial<Product>>(
  { db, readGivenNames }: NamingDependencies,
  parts: readonly Part[],
  lang: string | undefined,
): Promise<(Part & Pick<ProductPart, 'code_names'>)[]> {
  if (lang === undefined || parts.length === 0) return [...parts];
  const language = chooseNameLanguage([lang]);
  const given = await readGivenNames();
  const codes = new Set(parts.flatMap(categoriesOf));
  const named = codes.size > 0 ? await findNamedCategories(db, [...codes]) : [];
  const categories = new Map(named.map((category) => [category.code, category]));
  return parts.map((part) => {
    const names = nameCodes(part, language, given, categories);
    return names ? { ...part, code_names: names } : part;
  });
}

/** The same for one answer. */
export async function withCodeNamesOfOne<Part extends Partial<Product>>(
  deps: NamingDependencies,
  part: Part,
  lang: string | undefined,
): Promise<Part & Pick<ProductPart, 'code_names'>> {
  const [named] = await withCodeNames(deps, [part], lang);
  return named ?? part;
}

const categoriesOf = ({ category_path: path, category_code: code }: Partial<Product>): string[] => [
  ...(path?.split('/') ?? []),
  ...(code ? [code] : []),
];

function nameCodes(
  part: Partial<Product>,
  language: NameLanguage,
  given: GivenNames,
  categories: ReadonlyMap<string, NamedCategory>,
): CodeNamesOfProduct | undefined {
  const ofList = (list: NamedList, codes: readonly string[]) =>
    nameEach(codes, (code) => nameCode(list, code, language, given));
  const countries = [
    ...(part.countries_sold ?? []),
    ...(part.country_of_origin ? [part.country_of_origin] : []),
  ];
  const states = part.allergen_states ?? [];
  const named = {
    categories: nameEach(categoriesOf(part), (code) => {
      const category = categories.get(code);
      return category && nameCategory(category, language);
    }),
    allergens: ofList('allergens', [
      ...(part.allergens ?? []),
      ...(part.traces ?? []),
      ...states.map(({ allergen }) => allergen),
    ]),
    labels: ofList('labels', part.labels ?? []),
    additives: ofList('additives', part.additives ?? []),
    nutriments: ofList('nutriments', [
      ...Object.keys(part.nutriments ?? {}),
      ...Object.keys(part.nutrient_levels ?? {}),
    ]),
    countries: nameEach(countries, (english) => {
      const [code] = codesOfCountries([english]);
      return code && nameCountry(code, english, language);
    }),
  };
  const lists = Object.entries(named).filter(([, names]) => Object.keys(names).length > 0);
  return lists.length > 0 ? { language, ...Object.fromEntries(lists) } : undefined;
}

function nameEach(
  codes: readonly string[],
  nameOf: (code: string) => string | undefined,
): Record<string, string> {
  const names = codes.map((code) => [code, nameOf(code)] as const);
  return Object.fromEntries(names.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
