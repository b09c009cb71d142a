import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { Column, Shape } from './dump-columns.ts';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/** Rows of a group, which is held in memory and written at once: 500 groups are five million rows. */
const ROWS_PER_GROUP = 10_000;

const OPTIONAL = 'OPTIONAL';
const LEAVES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
} as const;

/** Returns a value’s schema in Parquet: lists and maps have the intermediate groups that its specification requires. */
function listElements({ name, shape }: Column, isRequired = false): SchemaElement[] {
  const own = { name, repetition_type: isRequired ? 'REQUIRED' : OPTIONAL } as const;
  if (shape.kind === 'list') {
    return [
      { ...own, converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...listElements({ name: 'element', shape: shape.of }),
    ];
  }
  if (shape.kind === 'map') {
    return [
      { ...own, converted_type: 'MAP', num_children: 1 },
      { name: 'key_value', repetition_type: 'REPEATED', num_children: 2 },
      ...listElements({ name: 'key', shape: { kind: 'text' } }, true),
      ...listElements({ name: 'value', shape: shape.of }),
    ];
  }
  if (shape.kind === 'struct') {
    const fields = shape.fields.flatMap((field) => listElements(field));
    return [{ ...own, num_children: shape.fields.length }, ...fields];
  }
  return [{ ...own, ...LEAVES[shape.kind] }];
}

interface ParquetFile {
  write(rows: readonly Readonly<Record<string, unknown>>[]): void;
  close(): void;
}

/** Creates a Parquet file with these columns. The first column is required; other missing values are null. */
export function createParquetFile(path: string, columns: readonly Column[]): ParquetFile {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.flatMap((column, at) => listElements(column, at === 0)),
  ];
  const writer = fileWriter(path);
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'factshelf' });
  let held: Readonly<Record<string, unknown>>[] = [];
  const writeGroup = () => {
    const columnData = columns.map(({ name, shape }) => ({
      name,
      data: held.map((row) => readValue(row[name], shape)),
    }));
    void parquet.write({ columnData, rowGroupSize: ROWS_PER_GROUP });
    held = [];
  };
  return {
    write(rows) {
      for (const row of rows) {
        held.push(row);
        if (held.length === ROWS_PER_GROUP) writeGroup();
      }
    },
    close() {
      if (held.length > 0) writeGroup();
      void parquet.finish();
    },
  };
}

function readValue(value: unknown, shape: Shape): unknown {
  return shape.kind === 'instant' && typeof value === 'string' ? new Date(value) : (value ?? null);
}
