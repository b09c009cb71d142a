import type { GtinRefusal, ParsedGtin } from '../facts/values/gtin.ts';
import type { ProductFacts } from '../facts/registry/fact-list.ts';
import type { ProvenanceField } from '../quality/quality-score.ts';
import type { RowProblem } from './reading/file-row.ts';

/** One row of a file, in our words and units. */
export interface ImportRecord {
  /** The source's own key of the row: the GTIN-14 of a valid barcode, else the code as it was given. */
  sourceKey: string;
  barcode: Pick<ParsedGtin, 'gtin14' | 'type' | 'packLevelDefault'> | null;
  /** The archive kind of a product without a known category. */
  archiveKind: string;
  /** The brand by its name, the category by its code in our tree. Empty: the row does not say it. */
  facts: ProductFacts;
  /** No longer sold, says the source: kept as archived. */
  isObsolete: boolean;
  /** Code of the source of a field, where it is another than the one that supplied the row. */
  fieldSources: Partial<Record<ProvenanceField, string>>;
}

/** Why a row became no product, or did not change one. */
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

/** What was dropped, cut or cleaned of a row that was kept. */
export type ImportWarning =
  | 'implausible_nutriment'
  | 'name_cut'
  | 'name_cleaned'
  | 'name_in_capitals'
  | 'ingredients_cut'
  | 'unknown_allergen'
  | 'invalid_value';

export interface RowWarning {
  reason: ImportWarning;
  /** Which value it was, where the reason alone does not say it. */
  detail?: string;
}

export type MappedRow =
  | { ok: false; code: string; reason: RowRefusal }
  | {
      ok: true;
      code: string;
      record: ImportRecord;
      /** The product is kept without its barcode. */
      barcodeRefusal: GtinRefusal | undefined;
      warnings: RowWarning[];
    };
