import type { CategoryRow } from '../../catalog/categories/category-store.ts';
import type { Translations } from '../../data/names/names.ts';
import {
  categoryChangeSchema,
  MOST_SYNONYMS,
  newCategorySchema,
} from '../../catalog/categories/category-contract.ts';
import { MAX_LEVELS } from '../../catalog/categories/place-categories.ts';
import { isUncategorized } from '../../facts/state/catalogue-context.ts';
import { cleanText, cutText } from '../values/clean-text.ts';
import type { TaxonomyNode } from './read-taxonomy.ts';
import { ImportFileError } from '../reading/file-row.ts';

export interface WantedCategory {
  code: string;
  name: string;
  names: Translations;
  synonyms: string[];
  parentCode: string;
}

/** Why a category is left out; its products go into the nearest category above it. */
export type LeftOut = 'no_english_name' | 'too_deep' | 'changed_by_operators' | 'no_code';

export interface PlacedTaxonomy {
  /** Parents before their children. */
  wanted: WantedCategory[];
  /** Synonyms for categories of the tree that have none, by code. */
  synonyms: Map<string, string[]>;
  knownCount: number;
  leftOut: Partial<Record<LeftOut, number>>;
}

/** Roots of Open Food Facts' tree that are not food. */
const KIND_OF_ROOT: Readonly<Record<string, string>> = {
  'en:pet-food': 'petfood',
  'en:open-beauty-facts': 'beauty',
  'en:non-food-products': 'general',
};

const LONGEST_NAME = 120;

/** The category for the products of a taxonomy node. */
interface Spot {
  code: string;
  level: number;
  archiveKind: string;
}

/**
 * Returns the categories that a taxonomy adds to the tree. Existing categories stay in place, and their taxonomy
 * children are added below them, and its synonyms where a category has none. Of several parents the deepest with room below it wins, then the first by code. A
 * category without a parent goes to the root of its archive kind. Pure.
 * @throws {ImportFileError} the archive kind has no root
 */
export function placeTaxonomy(
  nodes: ReadonlyMap<string, TaxonomyNode>,
  tree: readonly CategoryRow[],
  { archiveKind, goneCodes }: { archiveKind: string; goneCodes: ReadonlySet<string> },
): PlacedTaxonomy {
  const known = new Map(tree.map((row): [string, Spot] => [row.code, row]));
  const without = new Set(tree.flatMap((row) => (row.synonyms.length === 0 ? [row.code] : [])));
  const rootOf = (kind: string): Spot => {
    const roots = tree.filter((row) => row.level === 1 && row.archiveKind === kind);
    const root = roots.find(({ code }) => code === kind) ?? roots[0];
    if (!root) throw new ImportFileError(`There is no root category of the archive kind "${kind}".`);
    return root;
  };
  const spots = new Map<string, Spot>();
  const placed: PlacedTaxonomy = { wanted: [], synonyms: new Map(), knownCount: 0, leftOut: {} };
  for (const node of nodes.values()) {
    const own = KIND_OF_ROOT[node.id];
    const above = own === undefined ? node.parents.flatMap((parent) => spots.get(parent) ?? []) : [];
    if (above.length === 0) above.push(rootOf(own ?? archiveKind));
    above.sort((a, b) => b.level - a.level || (a.code < b.code ? -1 : 1));
    const [nearest] = above as [Spot, ...Spot[]];
    const spot = known.get(readCode(node) ?? '');
    // The same code may belong to a category of another kind.
    if (spot?.archiveKind === nearest.archiveKind) {
      spots.set(node.id, spot);
      placed.knownCount += 1;
      const synonyms = cleanSynonyms(node);
      if (without.has(spot.code) && synonyms.length > 0) placed.synonyms.set(spot.code, synonyms);
      continue;
    }
    const parent = above.find(({ level }) => level < MAX_LEVELS);
    const made = parent && !spot ? buildCategory(node, parent, goneCodes) : 'no_code';
    const result = parent || spot ? made : 'too_deep';
    if (typeof result === 'string') {
      placed.leftOut[result] = (placed.leftOut[result] ?? 0) + 1;
      spots.set(node.id, nearest);
      continue;
    }
    placed.wanted.push(result);
    const { level, archiveKind: kind } = parent ?? nearest;
    spots.set(node.id, { code: result.code, level: level + 1, archiveKind: kind });
    known.set(result.code, { code: result.code, level: level + 1, archiveKind: kind });
  }
  return placed;
}

/** Returns the code that imports look up. */
function readCode({ id }: TaxonomyNode): string | undefined {
  return id.startsWith('en:') ? id.slice('en:'.length) : undefined;
}

function buildCategory(
  node: TaxonomyNode,
  parent: Spot,
  goneCodes: ReadonlySet<string>,
): WantedCategory | LeftOut {
  const name = newCategorySchema.shape.name.safeParse(
    cutText(cleanText(node.englishName ?? ''), LONGEST_NAME),
  );
  if (readCode(node) === undefined || !name.success) return 'no_english_name';
  const code = newCategorySchema.shape.code.safeParse(readCode(node));
  if (!code.success || isUncategorized(code.data)) return 'no_code';
  if (goneCodes.has(code.data)) return 'changed_by_operators';
  return {
    code: code.data,
    name: name.data,
    names: cleanNames(node.names),
    synonyms: cleanSynonyms(node),
    parentCode: parent.code,
  };
}

/** Drops names that an operator could not enter. */
function cleanNames(names: Translations): Translations {
  return Object.fromEntries(
    Object.entries(names).flatMap(([language, text]) => {
      const cleaned = { [language]: cutText(cleanText(text), LONGEST_NAME) };
      const kept = categoryChangeSchema.shape.names.safeParse(cleaned);
      return kept.success ? Object.entries(kept.data ?? {}) : [];
    }),
  );
}

/** Returns the synonyms that differ from the names and that an operator could enter. */
function cleanSynonyms({ englishName, names, synonyms }: TaxonomyNode): string[] {
  const shown = new Set([englishName, ...Object.values(names)]);
  const kept = synonyms.flatMap((text) => {
    const cleaned = newCategorySchema.shape.name.safeParse(cutText(cleanText(text), LONGEST_NAME));
    return cleaned.success && !shown.has(cleaned.data) ? [cleaned.data] : [];
  });
  return [...new Set(kept)].slice(0, MOST_SYNONYMS);
}
