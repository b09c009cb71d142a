import { UnreadableScan } from '../../../src/catalog/scan/read-elements.ts';
import { readScan, type Symbology } from '../../../src/catalog/scan/read-scan.ts';

const YEAR = 2026;
/** What separates elements. */
export const GS = '\u001D';

/** Reads what a scanner sent in 2026. */
export const read = (data: string, symbology?: Symbology) => readScan(data, symbology, YEAR);

/** Why it is refused; `none` when it is read. */
export function reasonOf(data: string, symbology?: Symbology): string {
  try {
    read(data, symbology);
  } catch (error) {
    if (error instanceof UnreadableScan) return error.reason;
    throw error;
  }
  return 'none';
}
