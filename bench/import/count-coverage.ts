/**
 * Measures how much of an export of Open Food Facts in JSON lines becomes facts. For each fact it counts the rows
 * that have it after our mapping, and the rows in which a separate Python program finds any source field.
 *
 * `npm run bench -- coverage <file.jsonl[.gz]>`
 */
import { execFileSync } from 'node:child_process';
import { Command } from 'commander';
import { isEmptyFact, PART_LIST } from '../../src/facts/registry/fact-list.ts';
import { createOffImporter } from '../../src/import/open-food-facts/off-importer.ts';

/**
 * The source fields of a fact, where their names differ from the fact's; `*` is a language. An empty list: the fact
 * is derived from several fields together, so that counting fields says nothing.
 */
const RAW_FIELDS: Readonly<Record<string, readonly string[]>> = {
  category: ['categories_tags'],
  name: ['product_name', 'generic_name'],
  name_lang: ['lang', 'lc'],
  names: ['product_name_*'],
  generic_names: ['generic_name', 'generic_name_*'],
  brand: ['brands'],
  net_content_value: ['product_quantity', 'quantity'],
  net_content_unit: ['product_quantity', 'quantity'],
  country_of_origin: ['manufacturing_places', 'origins'],
  nutrition_basis: ['nutriments'],
  nutri_score: ['nutriscore_grade'],
  environmental_score: ['environmental_score_grade', 'ecoscore_grade'],
  ingredients_lang: ['ingredients_text'],
  ingredients_texts: ['ingredients_text_*'],
  allergens: ['allergens_tags', 'allergens'],
  allergens_other: ['allergens_tags', 'allergens'],
  no_allergens_stated: [],
  traces: ['traces_tags', 'traces'],
  traces_other: ['traces_tags', 'traces'],
  no_traces_stated: [],
  additives: ['additives_tags'],
  labels: ['labels_tags'],
  labels_other: ['labels_tags'],
  countries_sold: ['countries_tags'],
  manufacturing_places: ['manufacturing_places', 'manufacturing_places_tags'],
  packaging: ['packaging', 'packaging_tags'],
  stores: ['stores', 'stores_tags'],
  period_after_opening_months: ['periods_after_opening', 'periods_after_opening_tags'],
  attributes: [],
  images: ['image_url', 'image_front_url'],
  pictures: ['images'],
};

/** Ignores values that mean unknown. */
const COUNT = `
import gzip, json, re, sys
path, fields = sys.argv[1], json.loads(sys.argv[2])
opened = gzip.open(path, 'rb') if open(path, 'rb').read(2) == b'\\x1f\\x8b' else open(path, 'rb')
counts = {name: 0 for name in fields}
nothing = (None, '', [], {}, 'unknown', 'not-applicable')
forms = {name: [re.compile(key.replace('*', '[a-z]{2}') + '$') for key in keys] for name, keys in fields.items()}
for line in opened:
    try: row = json.loads(line)
    except ValueError: continue
    if not isinstance(row, dict): continue
    given = [key for key, value in row.items() if value not in nothing]
    for name, patterns in forms.items():
        counts[name] += any(pattern.match(key) for pattern in patterns for key in given)
print(json.dumps(counts))
`;

const FIELDS = Object.fromEntries(PART_LIST.map(({ name }) => [name, RAW_FIELDS[name] ?? [name]]));

async function run(file: string): Promise<void> {
  const { rows, refused, mapped } = await countMapped(file);
  const raw = countRaw(file);
  const facts = PART_LIST.map(({ name }) => ({
    name,
    ours: mapped.get(name) ?? 0,
    raw: FIELDS[name]?.length ? raw[name] : null,
    raw_fields: FIELDS[name] ?? [],
  }));
  const lines = [
    `${rows} rows, ${refused} refused`,
    `${'fact'.padEnd(28)}${'ours'.padStart(8)}${'raw'.padStart(8)}  raw fields`,
    ...facts.map(
      ({ name, ours, raw: theirs, raw_fields: fields }) =>
        `${name.padEnd(28)}${String(ours).padStart(8)}${String(theirs ?? '-').padStart(8)}  ${fields.join(', ')}`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function countMapped(path: string) {
  /** Accepts every tag as a category: how many of them the tree knows is a separate question. */
  const everyCategory = { has: () => true, get: () => 'food' } as unknown as ReadonlyMap<string, string>;
  const importer = createOffImporter();
  const counts = { rows: 0, refused: 0, mapped: new Map<string, number>() };
  const input = { path, onBytesRead: () => undefined, onSkipped: () => undefined, isStopped: () => false };
  for await (const found of importer.readRows(input)) {
    counts.rows += 1;
    const result = 'row' in found ? importer.mapRow(found.row, { categoryKinds: everyCategory }) : undefined;
    if (!result?.ok) counts.refused += 1;
    if (!result?.ok) continue;
    for (const { name } of PART_LIST) {
      if (!isEmptyFact(result.record.facts[name]))
        counts.mapped.set(name, (counts.mapped.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

function countRaw(file: string): Record<string, number> {
  const args = ['-c', COUNT, file, JSON.stringify(FIELDS)];
  return JSON.parse(execFileSync('python3', args, { encoding: 'utf8' })) as Record<string, number>;
}

const command = new Command('coverage')
  .description('Counts how much of an export of Open Food Facts in JSON lines becomes facts.')
  .argument('<file>', 'the export, plain or gzip')
  .action(run);

await command.parseAsync();
