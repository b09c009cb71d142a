/** The fields of a request that writes, by their names, as texts. */
export type WrittenFields = ReadonlyMap<string, string>;

/** Lists whose tags may be sent in place of their texts. */
const LISTS = ['brands', 'categories', 'labels', 'countries', 'stores', 'allergens', 'traces', 'packaging'];
const TAGS = new RegExp(`^(${LISTS.join('|')})_tags(_[a-z]{2})?$`);
/** Additions that are one value here, which a reviewer compares with what the product has. */
const ADDITION = /^add_(brands|categories)$/;

/**
 * Returns the fields of a form, or of the `product` of a JSON body, without those that are empty: nothing is deleted by a
 * submission. Lists become texts with commas, `nutriments` fields of their own.
 */
export function readWrittenFields(given: Readonly<Record<string, unknown>>): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    if (name === 'nutriments' && isTable(value)) {
      for (const [key, amount] of Object.entries(value)) add(fields, `nutriment_${key}`, amount);
    } else add(fields, name, value);
  }
  for (const [name, value] of fields) {
    const plain = TAGS.exec(name)?.[1] ?? (ADDITION.test(name) ? name.slice('add_'.length) : name);
    if (plain === name || fields.has(plain)) continue;
    fields.set(plain, value);
    fields.delete(name);
  }
  return fields;
}

function add(fields: Map<string, string>, name: string, value: unknown): void {
  const text = textOf(value).trim();
  if (text !== '') fields.set(name, text);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || Buffer.isBuffer(value)) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
