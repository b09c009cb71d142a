import type { NewSource } from '../catalog/sources/source-admin-contract.ts';
import type { MappedRow, RowRefusal } from './import-record.ts';
import type { FileRow, RowLine } from './reading/file-row.ts';

/** One form of file: how its rows are read, and what becomes of one. All else is the same for every importer. */
export interface Importer {
  /** Who supplies the facts, unless another source is named. */
  sourceCode: string;
  /** The source itself, created if its code is unknown. */
  newSource?: NewSource;
  /** That of its products without a known category, where a person said it: there may be none of the name. */
  archiveKind?: string;
  readRows(input: ImportInput): AsyncIterable<RowLine>;
  /** Pure: the same row gives the same record, key order included. */
  mapRow(row: FileRow, catalogue: MappingCatalogue): MappedRow;
}

export interface ImportInput {
  path: string;
  /** Told how many bytes were read of the file as it lies on the disk. */
  onBytesRead: (bytes: number) => void;
  /** Told of rows that are left out without being looked at, so many for one reason. */
  onSkipped: (reason: RowRefusal, count: number) => void;
  /** Whether to give up before the first row. */
  isStopped: () => boolean;
}

/** What a mapper needs of the catalogue. */
export interface MappingCatalogue {
  /** The archive kind of each category that a product can have, without roots and bins. */
  categoryKinds: ReadonlyMap<string, string>;
}
