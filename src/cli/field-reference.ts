import { describeType, followSchema } from '../pages/docs/endpoints/describe-schema.ts';
import type { Description, Schema, SchemaOrName } from '../pages/docs/endpoints/operations.ts';

/** The schemas with a section of their own, by their names in the API description. */
const SECTIONS: Readonly<Record<string, string>> = {
  Product: 'Product',
  Barcode: 'Barcode of a product',
  Specification: 'Specification of a product',
  ProductSource: 'Source of a product',
  Picture: 'Picture of a product',
  MsrpEntry: 'Suggested price',
  Nutriments: 'Nutriments',
  Quality: 'Quality',
  QualityPart: 'Part of the quality',
  SearchPage: 'Answer of a search',
  SearchExplanation: 'Explanation of a search',
  ProductSummary: 'Item of a search',
  ItemExplanation: 'Explanation of an item',
  Facet: 'Facet',
  FacetValue: 'Value of a facet',
  LookedUpCode: 'Code of a lookup',
  ScannedProduct: 'Answer of a scan',
  ChangePage: 'Page of the feed',
  Change: 'Change of the feed',
  Brand: 'Brand',
  CategoryNode: 'Category',
  DataSource: 'Source',
  KindField: 'Field of an archive kind',
  Stats: 'Statistics',
  TakenSubmission: 'Answer to a submission',
  SubmissionStatus: 'Submission',
  OwnSubmission: 'Submission of an account',
  BackflowResult: 'Result of back-flow',
  TakenPicture: 'Picture of a submission',
  Account: 'Account',
  Webhook: 'Webhook',
  WebhookDelivery: 'Delivery of a webhook',
  DumpList: 'List of dumps',
  DumpListTable: 'Table of a dump',
  DumpFile: 'File of a dump',
  Error: 'Error',
};

/** Closed lists that are too long for a field's row, by the submission field that takes their values. */
const LONG_LISTS: Readonly<Record<string, string>> = { allergens: 'Allergens', labels: 'Labels' };
const MOST_INLINE = 20;

const HEAD = `# Fields

The fields of the API's answers, from its [description](openapi.json), which has some more. \`npm run openapi\`
writes this page. The rules for all fields are in [api.md](api.md#conventions). A closed list may get further values, so keep
a branch for unknown ones.
`;

/** Returns the reference of all fields in Markdown: a section for each schema, then the closed lists. */
export function buildFieldReference(description: Description): string {
  const sections = Object.entries(SECTIONS).map(([name, title]) => {
    const shape = followSchema(description, { $ref: `#/components/schemas/${name}` });
    if (!shape.properties) throw new Error(`the API description has no shape ${name}`);
    const fields = listLines(description, shape, '', isSummary(name) ? productFields(description) : {});
    return `## ${title}\n\n${fields.join('\n')}\n`;
  });
  return [HEAD, ...sections, ...listClosedLists(description)].join('\n');
}

const isSummary = (name: string) => name === 'ProductSummary';

const productFields = (description: Description) =>
  followSchema(description, { $ref: '#/components/schemas/Product' }).properties ?? {};

/** `known`: fields that another section describes. */
function listLines(
  description: Description,
  { properties = {} }: Schema,
  prefix: string,
  known: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(properties).flatMap(([name, value]) => {
    if (name in known && JSON.stringify(known[name]) === JSON.stringify(value)) return [];
    const shape = followSchema(description, value);
    const says = shape.description ? `: ${shape.description}` : '';
    const line = `- \`${prefix}${name}\` (${typeOf(description, name, value)})${says}`;
    const item = shape.items ?? value;
    const inner = followSchema(description, item);
    if (sectionOf(description, item) !== undefined || !inner.properties) return [line];
    return [line, ...listLines(description, inner, `${prefix}${name}${shape.items ? '[]' : ''}.`, {})];
  });
}

function typeOf(description: Description, name: string, value: SchemaOrName): string {
  const shape = followSchema(description, value);
  const orNull = shape.nullable ? ' or null' : '';
  const section = sectionOf(description, shape.items ?? value);
  if (section !== undefined)
    return `${shape.items ? 'list of ' : ''}[${section}](#${anchorOf(section)})${orNull}`;
  const list = LONG_LISTS[name === 'traces' ? 'allergens' : name];
  if (list !== undefined && shape.items) return `list of [${list.toLowerCase()}](#${anchorOf(list)})`;
  if (name.startsWith('nutriments') && shape.type === 'object' && !isOfTexts(shape))
    return `object of [amounts](#keys-of-nutriments)${orNull}`;
  if (name === 'code' && (shape.enum?.length ?? 0) > MOST_INLINE) return '[error code](#error-codes)';
  return describeType(description, value, MOST_INLINE);
}

/** Returns whether the object maps codes to names. */
const isOfTexts = ({ additionalProperties: values }: Schema) =>
  typeof values === 'object' && 'type' in values && values.type === 'string';

/** Returns the section of a schema. OpenAPI 3.0 inlines a nullable schema, so its fields identify it. */
function sectionOf(description: Description, value: SchemaOrName): string | undefined {
  if ('$ref' in value) return SECTIONS[value.$ref.split('/').at(-1) ?? ''];
  const [only] = value.allOf ?? [];
  if (only && value.allOf?.length === 1) return sectionOf(description, only);
  const fields = JSON.stringify(value.properties);
  const found = Object.entries(description.components?.schemas ?? {}).find(
    ([, schema]) =>
      fields !== undefined && !('$ref' in schema) && JSON.stringify(schema.properties) === fields,
  );
  return found && SECTIONS[found[0]];
}

const anchorOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');

function listClosedLists(description: Description): string[] {
  const { properties = {} } = followSchema(description, { $ref: '#/components/schemas/NewSubmission' });
  const valuesOf = (name: string) => {
    const shape = properties[name] && followSchema(description, properties[name]);
    return shape?.items ? (followSchema(description, shape.items).enum ?? []) : [];
  };
  const nutriments = properties['nutriments'] && followSchema(description, properties['nutriments']);
  const error = followSchema(description, { $ref: '#/components/schemas/Error' }).properties?.['error'];
  const code = error && followSchema(description, error).properties?.['code'];
  const codes = code ? (followSchema(description, code).enum ?? []) : [];
  return [
    ...Object.entries(LONG_LISTS).map(([name, title]) => showList(title, valuesOf(name))),
    showList('Keys of nutriments', Object.keys(nutriments?.properties ?? {})),
    showList('Error codes', codes),
  ];
}

function showList(title: string, values: readonly unknown[]): string {
  if (values.length === 0) throw new Error(`the API description has no values for ${title}`);
  return `## ${title}\n\n${values.map((value) => `\`${String(value)}\``).join(', ')}\n`;
}
