import { parseGtin } from '../../facts/values/gtin.ts';
import type { ImportInput } from '../importer.ts';
import { type RowLine, type RowProblem, ImportFileError } from '../reading/file-row.ts';
import type { ZipArchive } from '../reading/read-zip.ts';
import type { DatabaseSession } from './database-session.ts';
import { BRANDED_COLUMNS, readGtinUpc } from './usda-record.ts';
import { KNOWN_NUTRIENTS } from './usda-nutrients.ts';
import { readFeedNumber } from '../values/read-number.ts';
import { createSignCount } from '../values/sign-count.ts';
import { readTable, type TableLine } from './usda-table.ts';

/**
 * Staging tables: the archive has one row per food and about 15 per food for amounts, in no guaranteed order, so
 * Postgres joins them.
 */
const TABLES = `
  CREATE TEMP TABLE usda_nutrients (fdc_id int, amounts jsonb);
  CREATE TEMP TABLE usda_foods (fdc_id int, description text, published text);
  CREATE TEMP TABLE usda_generic (fdc_id int, line int, columns jsonb);
  CREATE TEMP TABLE usda_branded (fdc_id int, line int, code text, modified text, columns jsonb)`;

/** Chooses the newest version of a code that has amounts, or the newest if none has. */
const CHOICE = `
  CREATE INDEX ON usda_nutrients (fdc_id);
  CREATE INDEX ON usda_foods (fdc_id);
  CREATE INDEX ON usda_branded (fdc_id);
  ANALYZE usda_nutrients, usda_foods, usda_branded;
  CREATE TEMP TABLE usda_chosen AS
    SELECT DISTINCT ON (b.code) b.fdc_id
    FROM usda_branded b
    LEFT JOIN usda_foods f USING (fdc_id)
    LEFT JOIN (SELECT DISTINCT fdc_id FROM usda_nutrients) n USING (fdc_id)
    ORDER BY b.code, (n.fdc_id IS NOT NULL) DESC, greatest(b.modified, f.published) DESC, b.fdc_id DESC;
  ALTER TABLE usda_chosen ADD PRIMARY KEY (fdc_id)`;

const PAGE = `
  SELECT b.fdc_id, b.line, b.columns, f.description,
         (SELECT jsonb_agg(n.amounts) FROM usda_nutrients n WHERE n.fdc_id = b.fdc_id) AS amounts
  FROM (SELECT fdc_id FROM usda_chosen WHERE fdc_id > $1 ORDER BY fdc_id LIMIT 1000) c
  JOIN usda_branded b USING (fdc_id) LEFT JOIN usda_foods f USING (fdc_id)
  ORDER BY b.fdc_id`;

const GENERIC_PAGE = `
  SELECT g.fdc_id, g.line, g.columns, g.columns->>'description' AS description,
         (SELECT jsonb_agg(n.amounts) FROM usda_nutrients n WHERE n.fdc_id = g.fdc_id) AS amounts
  FROM usda_generic g WHERE g.fdc_id > $1 ORDER BY g.fdc_id LIMIT 1000`;

/** Generic foods by `data_type`; the other types are samples of these, and survey data. */
const GENERIC_TYPES: ReadonlySet<string> = new Set(['foundation_food', 'sr_legacy_food']);

interface StagedRow {
  fdc_id: number;
  line: number;
  columns: Record<string, string>;
  description: string | null;
  amounts: Amounts[] | null;
}

/** By nutrient id. An amount with a decimal comma is its text. */
type Amounts = Record<string, number | string>;

const ROWS_AT_ONCE = 2_000;

/** Called for each unreadable line outside the branded foods table. */
type Skip = (problem: RowProblem) => void;

/**
 * Yields a row for each code of a branded food: its columns, description, and amounts with units. Then yields a row
 * for each generic food, with its group.
 */
export async function* readUsdaRows(
  archive: ZipArchive,
  session: DatabaseSession,
  { onSkipped, isStopped }: ImportInput,
): AsyncGenerator<RowLine> {
  await session.query(TABLES);
  const skip = (problem: RowProblem) => onSkipped(problem, 1);
  const generic: GenericRow[] = [];
  const units = await readUnits(archive, skip);
  await fill(
    session,
    'usda_nutrients (fdc_id int, amounts jsonb)',
    groupAmounts(archive, units, skip),
    isStopped,
  );
  await fill(
    session,
    'usda_foods (fdc_id int, description text, published text)',
    listFoods(archive, skip, (row) => void generic.push(row)),
    isStopped,
  );
  await fill(session, 'usda_generic (fdc_id int, line int, columns jsonb)', listGeneric(generic), isStopped);
  const problems: RowLine[] = [];
  const hasBranded = generic.length === 0 || archive.has('branded_food.csv');
  const staged = await fill(
    session,
    'usda_branded (fdc_id int, line int, code text, modified text, columns jsonb)',
    hasBranded ? listBranded(archive, problems) : listGeneric([]),
    isStopped,
  );
  yield* problems;
  if (isStopped()) return;
  await session.query(CHOICE);
  const [chosen] = await session.query<{ count: number }>('SELECT count(*)::int AS count FROM usda_chosen');
  onSkipped('older_version', staged - (chosen?.count ?? 0));
  yield* listPages(session, PAGE, units);
  yield* listPages(session, GENERIC_PAGE, units);
}

async function* listPages(
  session: DatabaseSession,
  page: string,
  units: ReadonlyMap<string, string>,
): AsyncGenerator<RowLine> {
  for (let last = -1; ;) {
    const rows = await session.query<StagedRow>(page, [last]);
    for (const row of rows) yield { line: row.line, row: buildRow(row, units) };
    const end = rows.at(-1);
    if (!end) return;
    last = end.fdc_id;
  }
}

function buildRow({ columns, description, amounts }: StagedRow, units: ReadonlyMap<string, string>) {
  const byNutrient: Amounts = Object.assign({}, ...(amounts ?? []));
  const nutrients = Object.entries(byNutrient).map(([id, amount]) => ({
    id,
    amount,
    unit: units.get(id) ?? '',
  }));
  return { ...columns, description: description ?? '', nutrients };
}

/** Returns the units of known nutrients, by id. */
async function readUnits(archive: ZipArchive, skip: Skip): Promise<Map<string, string>> {
  const units = new Map<string, string>();
  for await (const found of readTable(archive, 'nutrient.csv', ['id', 'unit_name'])) {
    if ('problem' in found) skip(found.problem);
    else if (KNOWN_NUTRIENTS.has(found.values.id)) units.set(found.values.id, found.values.unit_name);
  }
  return units;
}

/** Groups consecutive amounts of a food, which are nearly always adjacent, into one row. */
async function* groupAmounts(archive: ZipArchive, units: ReadonlyMap<string, string>, skip: Skip) {
  let id = -1;
  let amounts: Amounts = {};
  const signs = createSignCount(readFeedNumber);
  for await (const found of readTable(archive, 'food_nutrient.csv', ['fdc_id', 'nutrient_id', 'amount'])) {
    if ('problem' in found) skip(found.problem);
    if ('problem' in found || !units.has(found.values.nutrient_id)) continue;
    const fdcId = readId(found.values.fdc_id);
    const read = signs.add('amount', found.values.amount);
    const amount = 'value' in read ? read.value : found.values.amount;
    if (fdcId === undefined || ('problem' in read && read.problem !== 'other_sign')) continue;
    if (fdcId !== id) {
      if (id !== -1) yield { fdc_id: id, amounts };
      id = fdcId;
      amounts = {};
    }
    amounts[found.values.nutrient_id] = amount;
  }
  signs.check('The tables of FoodData Central have decimal points. Fetch the archive again.');
  if (id !== -1) yield { fdc_id: id, amounts };
}

interface GenericRow {
  fdc_id: number;
  line: number;
  columns: { fdc_id: string; data_type: string; description: string; food_category: string };
}

/** Some 8,000 rows, so they are held in memory. */
async function* listGeneric(rows: readonly GenericRow[]) {
  yield* rows;
}

/** Returns the names of the food groups, by id. */
async function readGroups(archive: ZipArchive, skip: Skip): Promise<Map<string, string>> {
  const groups = new Map<string, string>();
  if (!archive.has('food_category.csv')) return groups;
  for await (const found of readTable(archive, 'food_category.csv', ['id', 'description'])) {
    if ('problem' in found) skip(found.problem);
    else groups.set(found.values.id, found.values.description);
  }
  return groups;
}

async function* listFoods(archive: ZipArchive, skip: Skip, onGeneric: (row: GenericRow) => void) {
  const groups = await readGroups(archive, skip);
  const columns = ['fdc_id', 'data_type', 'description', 'publication_date', 'food_category_id'] as const;
  for await (const found of readTable(archive, 'food.csv', columns)) {
    if ('problem' in found) {
      skip(found.problem);
      continue;
    }
    const { fdc_id, data_type, description, publication_date, food_category_id } = found.values;
    const id = readId(fdc_id);
    if (id !== undefined && GENERIC_TYPES.has(data_type)) {
      const food_category = groups.get(food_category_id) ?? '';
      onGeneric({ fdc_id: id, line: found.line, columns: { fdc_id, data_type, description, food_category } });
    }
    if (data_type !== 'branded_food') continue;
    yield { fdc_id: id, description, published: readDate(publication_date) };
  }
}

async function* listBranded(archive: ZipArchive, problems: RowLine[]) {
  for await (const found of readTable(archive, 'branded_food.csv', BRANDED_COLUMNS)) {
    const id = 'values' in found ? readId(found.values.fdc_id) : undefined;
    if ('problem' in found || id === undefined) {
      problems.push({ line: found.line, problem: 'problem' in found ? found.problem : 'broken_line' });
      // Only a damaged table has this many broken lines, and the list must not fill the memory.
      if (problems.length > MOST_PROBLEMS)
        throw new ImportFileError('branded_food.csv in the ZIP archive is damaged.');
      continue;
    }
    yield buildBranded(id, found);
  }
}

function buildBranded(
  fdcId: number,
  { line, values }: Extract<TableLine<(typeof BRANDED_COLUMNS)[number]>, { values: unknown }>,
) {
  const code = readGtinUpc(values.gtin_upc);
  const gtin = parseGtin(code);
  return {
    fdc_id: fdcId,
    line,
    // Rows without a code get unique keys, because they are different products.
    code: gtin.ok ? gtin.gtin14 : code || `fdc ${fdcId}`,
    modified: readDate(values.modified_date),
    columns: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
  };
}

/** Returns the number of rows. */
async function fill(
  session: DatabaseSession,
  recordset: string,
  rows: AsyncIterable<object>,
  isStopped: () => boolean,
): Promise<number> {
  const [table = ''] = recordset.split(' ');
  const statement = `INSERT INTO ${table} SELECT r.* FROM json_to_recordset($1) AS r${recordset.slice(table.length + 1)}`;
  let batch: object[] = [];
  let count = 0;
  const save = async () => {
    // Postgres text cannot contain NUL.
    await session.query(statement, [JSON.stringify(batch).replaceAll('\\u0000', '')]);
    count += batch.length;
    batch = [];
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < ROWS_AT_ONCE) continue;
    await save();
    if (isStopped()) return count;
  }
  if (batch.length > 0) await save();
  return count;
}

const MOST_PROBLEMS = 100_000;

const readId = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** Converts `4/1/2019` of older files to `2019-04-01`, so that dates sort as text. */
function readDate(text: string): string {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.slice(0, 10);
}
