import { z } from 'zod';
import { sourceSchema } from '../sources/source-contract.ts';

const count = z.int().min(0);

export const dumpColumnSchema = z.object({
  name: z.string().meta({ example: 'nutri_score' }),
  type: z.string().meta({ description: 'As in the Parquet file', example: 'list<text>' }),
  filled: count.meta({ description: 'Rows that have something there' }),
});

/** One table of a dump: what is in each of its files. */
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
  /** A line for each line of `products`: what else a copy needs of the product. */
  records: 'product-records.jsonl.gz',
  /** As `/reference-data` answers. */
  reference: 'reference-data.json',
} as const;

/** `manifest.json`. */
export const manifestSchema = z
  .object({
    format: z.literal(1).meta({ description: 'Raised where a reader of before would go wrong' }),
    name: z.string().meta({ description: 'The folder of its files', example: '20261122T020000000Z' }),
    created_at: z.iso.datetime().meta({ description: 'All of it is as it was at this moment' }),
    cursor: z.string().meta({
      description:
        'The `since` of `/changes` with which a copy made from this dump goes on; of the same snapshot as the rows',
      example: 'c1.5f0c1d9a7b3e.20481',
    }),
    product_schema: z
      .string()
      .meta({ description: 'What a line of `products.jsonl.gz` is: JSON pointer into the description' }),
    sources: z
      .array(sourceSchema)
      .meta({ description: 'Whose facts are in it, with the licence and attribution of each' }),
    tables: z.array(dumpTableSchema),
    files: z.array(dumpFileSchema).meta({ description: 'All but the manifest and `SHA256SUMS`' }),
  })
  .meta({ id: 'DumpManifest' });

export const dumpListSchema = z
  .object({
    items: z.array(
      manifestSchema.omit({ sources: true, product_schema: true }).extend({
        address: z.string().meta({
          description: 'What the names of its files follow on this host',
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
