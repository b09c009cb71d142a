import type { GtinRefusal, ParsedGtin } from '../facts/values/gtin.ts';
import type { ProductFacts } from '../facts/registry/fact-list.ts';
import type { ProvenanceField } from '../quality/quality-score.ts';
import type { RowProblem } from './reading/file-row.ts';

/** Why a row's barcode is not taken; `shortened_number`: a spreadsheet has cut off its last digits. */
export type BarcodeRefusal = GtinRefusal | 'shortened_number';

/** One row of a file, with our names and units. */
export interface ImportRecord {
  /** The source's own key of the row, else that of `keyOfRow`. */
  sourceKey: string;
  barcode: Pick<ParsedGtin, 'gtin14' | 'type' | 'packLevelDefault'> | null;
  /** The row has a barcode that is not taken: the one that it gave before stays. */
  isBarcodeRefused?: true;
  /** The archive kind of a product without a known category. */
  archiveKind: string;
  /** The brand by name, the category by our code. Empty: the row does not state it. */
  facts: ProductFacts;
  /** The source says that the product is no longer sold: it is kept as archived. */
  isObsolete: boolean;
  /** The source codes of fields that come from another source than the row. */
  fieldSources: Partial<Record<ProvenanceField, string>>;
}

/** Why a row created no product or changed none. */
export type RowRefusal =
  | RowProblem
  | 'no_code'
  | 'no_name'
  | 'placeholder_name'
  | 'duplicate_code'
  | 'no_barcode'
  | 'older_version'
  /** The product was erased on request. */
  | 'erased';

/** What was dropped, cut or cleaned in a row that was kept. */
export type ImportWarning =
  | 'implausible_nutriment'
  | 'name_cut'
  | 'name_cleaned'
  | 'name_in_capitals'
  | 'ingredients_cut'
  | 'unknown_allergen'
  | 'invalid_value'
  /** A number has another decimal sign than the file. */
  | 'decimal_sign';

export interface RowWarning {
  reason: ImportWarning;
  /** The value, if the reason alone does not identify it. */
  detail?: string;
}

export type MappedRow =
  | { ok: false; code: string; reason: RowRefusal }
  | {
      ok: true;
      code: string;
      record: ImportRecord;
      /** The product is kept without its barcode. */
      barcodeRefusal: BarcodeRefusal | undefined;
      warnings: RowWarning[];
    };
