import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import { foodDetails, products } from '../../platform/db/schema/catalogue.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import { dropBelieved } from '../claims.ts';
import type { CatalogueContext } from './catalogue-context.ts';
import {
  buildNoFacts,
  emptyOf,
  isEmptyFact,
  isFactOf,
  PART_LIST,
  type FactPart,
} from '../registry/fact-list.ts';
import { readStateLabel } from '../label/read-label.ts';
import { buildStateScore, type ProductState, type StoredFacts } from './product-state.ts';
import { sortNutriments } from '../registry/nutriment-keys.ts';

/** Some facts have columns of their own; all others are keys of `products.facts`. */

type ProductRow = typeof products.$inferSelect;
type FoodRow = typeof foodDetails.$inferSelect;

const PRODUCT_PARTS = PART_LIST.filter(({ stored }) => stored === 'products');
const FOOD_PARTS = PART_LIST.filter(({ stored }) => stored === 'food_details');
const OTHER_PARTS = PART_LIST.filter(({ stored }) => stored === undefined);

/** Maps names on the wire to properties of the row. */
const columnsOf = <Row>(parts: readonly FactPart[]) =>
  parts.map(({ name }) => [name, inCamelCase(name) as keyof Row] as const);
const PRODUCT_COLUMNS = columnsOf<ProductRow>(PRODUCT_PARTS);
const FOOD_COLUMNS = columnsOf<FoodRow>(FOOD_PARTS);

/** Reads facts from rows. Facts that the product kept from a category of another kind are empty. */
export function readStoredFacts(
  product: ProductRow,
  food: FoodRow | null,
  archiveKind: string | undefined,
): StoredFacts {
  const facts = buildNoFacts() as unknown as Record<string, unknown>;
  for (const [name, column] of PRODUCT_COLUMNS) facts[name] = product[column];
  if (food) for (const [name, column] of FOOD_COLUMNS) facts[name] = food[column];
  for (const { name, fact } of OTHER_PARTS) {
    if (isFactOf(fact, archiveKind ?? '')) facts[name] = product.facts[name] ?? facts[name];
  }
  return withSortedNutriments(facts as StoredFacts);
}

const COLUMN_PARTS = [...PRODUCT_PARTS, ...FOOD_PARTS];

/** Selects what `readFactColumns` reads from `products` and `food_details`, by wire names. */
export const factColumns: SQL = sql.raw(
  [
    'products.facts',
    ...PRODUCT_PARTS.map((part) => toNumber(part, `products.${part.name}`)),
    ...FOOD_PARTS.map((part) => toNumber(part, `food_details.${part.name}`)),
  ].join(', '),
);

/** The driver returns `numeric` as text. */
function toNumber({ name, value }: FactPart, column: string): string {
  return value.type === 'number' ? `${column}::float8 as ${name}` : column;
}

/**
 * Reads facts from a row of `factColumns`. Facts of food are empty if no food row was joined, and so is what the
 * product kept from a category of another kind.
 */
export function readFactColumns(row: Readonly<Record<string, unknown>>, archiveKind: string): StoredFacts {
  const facts = buildNoFacts() as unknown as Record<string, unknown>;
  const others = row['facts'] as Record<string, unknown>;
  for (const { name } of COLUMN_PARTS) facts[name] = row[name] ?? facts[name];
  for (const { name, fact } of OTHER_PARTS) {
    if (isFactOf(fact, archiveKind)) facts[name] = others[name] ?? facts[name];
  }
  return withSortedNutriments(facts as StoredFacts);
}

function withSortedNutriments(facts: StoredFacts): StoredFacts {
  return facts.nutriments ? { ...facts, nutriments: sortNutriments(facts.nutriments) } : facts;
}

/** Selects all stored facts of `products p` and `food_details f` as one JSON object, by wire names. */
export const factsObject: SQL = sql.raw(
  `jsonb_build_object(${[
    ...PRODUCT_PARTS.map(({ name }) => `'${name}', p.${name}`),
    ...FOOD_PARTS.map((part) => `'${part.name}', ${orEmpty(part, `f.${part.name}`)}`),
    ...OTHER_PARTS.map((part) => `'${part.name}', ${orEmpty(part, `p.facts->'${part.name}'`)}`),
  ].join(', ')})`,
);

/** A condition on `products p`: the fact is known. */
export function isThere({ name, stored, value }: FactPart): SQL {
  const holder = stored === 'food_details' ? 'f' : 'p';
  const filled = stored ? sql.raw(`${holder}.${name}`) : sql.raw(`p.facts->'${name}'`);
  const condition =
    !stored || !['list', 'attributes', 'flag'].includes(value.type)
      ? sql`${filled} is not null`
      : value.type === 'list'
        ? sql`cardinality(${filled}) > 0`
        : value.type === 'flag'
          ? filled
          : sql`${filled} <> '{}'::jsonb`;
  return stored === 'food_details'
    ? sql`exists (select from food_details f where f.product_id = p.id and ${condition})`
    : condition;
}

/** A recordset of rows, and its column lists for statements. */
interface RowShape {
  columns: readonly string[];
  /** `r(id uuid, name text, …)` */
  recordset: SQL;
  /** `id, name, …` */
  names: SQL;
  /** `name = r.name, …`, without the key. */
  assignments: (from: 'r' | 'excluded') => SQL;
}

/** Returns the recordset of a table's rows; the first column is the key. */
export function shapeRows(table: typeof products | typeof foodDetails, columns: readonly string[]): RowShape {
  const types = getTableColumns(table) as Record<string, { getSQLType(): string }>;
  const typeOf = (column: string) => types[inCamelCase(column)]?.getSQLType() ?? '';
  return {
    columns,
    recordset: sql.raw(`r(${columns.map((column) => `${column} ${typeOf(column)}`).join(', ')})`),
    names: sql.raw(columns.join(', ')),
    assignments: (from) =>
      sql.raw(
        columns
          .slice(1)
          .map((column) => `${column} = ${from}.${column}`)
          .join(', '),
      ),
  };
}

const namesOf = (parts: readonly FactPart[]) => parts.map(({ name }) => name);

export const PRODUCT_ROWS = shapeRows(products, [
  'id',
  'search_name',
  'brand_id',
  'category_id',
  'status',
  'archive_reason',
  'merged_into_id',
  'quality_score',
  'facts',
  'claims',
  'allergen_states',
  'assured',
  ...namesOf(PRODUCT_PARTS),
]);

export const FOOD_ROWS = shapeRows(foodDetails, ['product_id', ...namesOf(FOOD_PARTS)]);

/** Returns the row of `products`, by column name. */
export function buildProductRow(state: ProductState, context: CatalogueContext): Record<string, unknown> {
  const claims = dropBelieved(state.claims, state.suppliers, state.facts);
  const reading = readStateLabel(state, context);
  // No spreading, for speed: see `buildStateQuality`.
  return Object.assign(pickParts(state, PRODUCT_PARTS), {
    id: state.id,
    search_name: foldText(state.facts.name),
    brand_id: state.brandId,
    category_id: state.categoryId,
    status: state.status,
    archive_reason: state.archiveReason,
    merged_into_id: state.mergedIntoId,
    quality_score: buildStateScore(state, context),
    claims: Object.keys(claims).length > 0 ? claims : null,
    allergen_states: reading.states,
    assured: reading.assured,
    facts: pickParts(
      state,
      OTHER_PARTS.filter(({ name }) => !isEmptyFact(state.facts[name as keyof StoredFacts])),
    ),
  });
}

/** Returns the row of `food_details`, by column name. */
export function buildFoodRow(state: ProductState): Record<string, unknown> {
  return { product_id: state.id, ...pickParts(state, FOOD_PARTS) };
}

function pickParts({ facts }: ProductState, parts: readonly FactPart[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  // Postgres reads a missing key as null. Most facts are unknown, so omitting them halves the JSON.
  for (const { name } of parts) picked[name] = facts[name as keyof StoredFacts] ?? undefined;
  return picked;
}

function orEmpty(part: FactPart, column: string): string {
  const empty = emptyOf(part);
  if (empty === null) return column;
  return `coalesce(to_jsonb(${column}), '${JSON.stringify(empty)}')`;
}

function inCamelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
