/**
 * How much of an export of Open Food Facts in JSON lines becomes facts: for each fact the rows that have it after our
 * mapping, beside the rows in which another program (Python) finds any of the fields it is made of.
 * `npm run import:coverage -- <file.jsonl[.gz]>`
 */
import { execFileSync } from 'node:child_process';
import { isEmptyFact, PART_LIST } from '../facts/registry/fact-list.ts';
import { createOffImporter } from '../import/open-food-facts/off-importer.ts';

/** The fields of a row that a fact is made of, where they are not called as the fact is. */
const RAW_FIELDS: Readonly<Record<string, readonly string[]>> = {
  category: ['categories_tags'],
  name: ['product_name', 'generic_name'],
  brand: ['brands'],
  net_content_value: ['product_quantity', 'quantity'],
  net_content_unit: ['product_quantity', 'quantity'],
  country_of_origin: ['manufacturing_places', 'origins'],
  nutrition_basis: ['nutriments'],
  nutri_score: ['nutriscore_grade'],
  allergens: ['allergens_tags'],
  images: ['image_url', 'image_front_url'],
  attributes: ['countries_tags', 'labels_tags'],
};

/** Without what says that nothing is known. */
const COUNT = `
import gzip, json, sys
path, fields = sys.argv[1], json.loads(sys.argv[2])
opened = gzip.open(path, 'rb') if open(path, 'rb').read(2) == b'\\x1f\\x8b' else open(path, 'rb')
counts = {name: 0 for name in fields}
for line in opened:
    if not line.strip(): continue
    row = json.loads(line)
    for name, keys in fields.items():
        counts[name] += any(row.get(key) not in (None, '', [], {}, 'unknown', 'not-applicable') for key in keys)
print(json.dumps(counts))
`;

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Say which file: npm run import:coverage -- <file.jsonl.gz>');

const fields = Object.fromEntries(PART_LIST.map(({ name }) => [name, RAW_FIELDS[name] ?? [name]]));
const raw = JSON.parse(
  execFileSync('python3', ['-c', COUNT, file, JSON.stringify(fields)], { encoding: 'utf8' }),
) as Record<string, number>;

/** Every tag is taken for a category of ours: what the tree knows of them is another question. */
const everyCategory = { has: () => true, get: () => 'food' } as unknown as ReadonlyMap<string, string>;
const importer = createOffImporter();
const mapped = new Map<string, number>();
let rows = 0;
let refused = 0;
const input = {
  path: file,
  onBytesRead: () => undefined,
  onSkipped: () => undefined,
  isStopped: () => false,
};
for await (const found of importer.readRows(input)) {
  rows += 1;
  const result = 'row' in found ? importer.mapRow(found.row, { categoryKinds: everyCategory }) : undefined;
  if (!result?.ok) refused += 1;
  if (!result?.ok) continue;
  for (const { name } of PART_LIST) {
    if (!isEmptyFact(result.record.facts[name])) mapped.set(name, (mapped.get(name) ?? 0) + 1);
  }
}

process.stdout.write(`${rows} rows, ${refused} refused\n`);
process.stdout.write(`${'fact'.padEnd(28)}${'ours'.padStart(8)}${'raw'.padStart(8)}  raw fields\n`);
for (const { name } of PART_LIST) {
  const counts = [mapped.get(name) ?? 0, raw[name] ?? 0].map((count) => String(count).padStart(8)).join('');
  process.stdout.write(`${name.padEnd(28)}${counts}  ${fields[name]?.join(', ')}\n`);
}
