import { z } from 'zod';
import { sourceSchema } from '../../catalog/sources/source-contract.ts';

const count = z.int().min(0);

export const dumpColumnSchema = z.object({
  name: z.string().meta({ example: 'nutri_score' }),
  type: z.string().meta({ description: 'As in the Parquet file', example: 'list<text>' }),
  filled: count.meta({ description: 'Rows with a value in this column' }),
});

/** One table of a dump, which each of its files contains. */
export const dumpTableSchema = z
  .object({
    name: z.string().meta({ example: 'products' }),
    rows: count,
    files: z
      .array(z.string())
      .meta({ example: ['products.jsonl.gz', 'products.csv.gz', 'products.parquet'] }),
    columns: z.array(dumpColumnSchema),
  })
  .meta({ id: 'DumpTable' });

export const dumpFileSchema = z
  .object({
    name: z.string().meta({ example: 'products.parquet' }),
    bytes: count,
    sha256: z.string().meta({ description: '64 hexadecimal digits' }),
  })
  .meta({ id: 'DumpFile' });

/** The files from which another Factshelf copies the catalogue. */
export const COPY_FILES = {
  products: 'products.jsonl.gz',
  /** A line for each line of `products`, with further data that a copy needs. */
  records: 'product-records.jsonl.gz',
  /** The response of `/reference-data`. */
  reference: 'reference-data.json',
} as const;

/** `manifest.json`. */
export const manifestSchema = z
  .object({
    format: z.literal(1).meta({ description: 'Increased by changes that break existing readers' }),
    name: z.string().meta({ description: 'The folder of its files', example: '20261122T020000000Z' }),
    created_at: z.iso.datetime().meta({ description: 'The moment of the snapshot' }),
    cursor: z.string().meta({
      description:
        'The `since` with which a copy from this dump continues in `/changes`; from the same snapshot as the rows',
      example: 'c1.5f0c1d9a7b3e.20481',
    }),
    product_schema: z.string().meta({
      description: 'The schema of a line of `products.jsonl.gz`: a JSON pointer into the API description',
    }),
    sources: z
      .array(sourceSchema)
      .meta({ description: 'The sources of its facts, with licence and attribution' }),
    tables: z.array(dumpTableSchema),
    files: z.array(dumpFileSchema).meta({ description: 'All files except the manifest and `SHA256SUMS`' }),
  })
  .meta({ id: 'DumpManifest' });

/** Without the columns of tables, which are nine tenths of a manifest. */
export const dumpListSchema = z
  .object({
    items: z.array(
      manifestSchema.omit({ sources: true, product_schema: true }).extend({
        tables: z.array(dumpTableSchema.omit({ columns: true }).meta({ id: 'DumpListTable' })),
        address: z.string().meta({
          description: 'The path of its files on this host; append a file name',
          example: '/dumps/20261122T020000000Z/',
        }),
      }),
    ),
  })
  .meta({ id: 'DumpList' });

export type DumpColumn = z.output<typeof dumpColumnSchema>;
export type DumpTable = z.output<typeof dumpTableSchema>;
export type DumpFile = z.output<typeof dumpFileSchema>;
export type Manifest = z.output<typeof manifestSchema>;

export const dumpRunSchema = z
  .object({
    id: z.int(),
    requested_by: z.enum(['schedule', 'command']),
    state: z.enum(['running', 'published', 'refused', 'failed']).meta({
      description: '`refused`: it lacked data of the previous dump, which stays published',
    }),
    name: z.string().nullable().meta({ description: 'Its folder, once it is published' }),
    products: z.int().meta({ description: 'Products written so far' }),
    error: z.string().nullable().meta({ description: 'Why it was not published' }),
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DumpRun' });

export const dumpRunListSchema = z.object({ items: z.array(dumpRunSchema) }).meta({ id: 'DumpRunList' });

export type DumpRunEntry = z.output<typeof dumpRunSchema>;
