import type { NewSource } from '../catalog/sources/source-contract.ts';
import type { MappedRow, RowRefusal } from './import-record.ts';
import type { FileRow, RowLine } from './reading/file-row.ts';

/** One file format: how its rows are read and mapped. Everything else is the same for all importers. */
export interface Importer {
  /** The source of the facts, unless another one is given. */
  sourceCode: string;
  /** The source to create if its code is unknown. */
  newSource?: NewSource;
  /** The archive kind of products without a known category, if the user gave one; it may not exist. */
  archiveKind?: string;
  readRows(input: ImportInput): AsyncIterable<RowLine>;
  /** Maps a row. Pure: the same row gives the same record, including key order. */
  mapRow(row: FileRow, catalogue: MappingCatalogue): MappedRow;
}

export interface ImportInput {
  path: string;
  /** Called with the number of bytes read from disk. */
  onBytesRead: (bytes: number) => void;
  /** Called with the number of rows that were skipped unread for a reason. */
  onSkipped: (reason: RowRefusal, count: number) => void;
  /** Returns whether to stop before the first row. */
  isStopped: () => boolean;
}

/** The parts of the catalogue that a mapper needs. */
export interface MappingCatalogue {
  /** The archive kind of each category that a product can have, without roots and catch-all categories. */
  categoryKinds: ReadonlyMap<string, string>;
}
